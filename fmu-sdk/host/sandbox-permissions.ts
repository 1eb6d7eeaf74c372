import { nameText } from '../util/printable.ts';
import { requireKind } from '../util/require-options.ts';
import { UserError } from '../util/user-error.ts';

/**
 * What a native unit in a process of its own may be allowed beyond its own: the network, the user's files, processes that it
 * starts. Units that bring an interpreter need some of it.
 */
export type Permission = 'net' | 'files' | 'processes';

export const permissions: readonly Permission[] = ['net', 'files', 'processes'];

/** Refuses what there is no permission of that name for. `what`: where it was given. */
export function requirePermissions(what: string, given: unknown): asserts given is readonly Permission[] {
  requireKind(what, given, 'texts');
  const wrong = (given as readonly string[]).find((name) => !permissions.includes(name as Permission));
  if (wrong === undefined) return;
  throw new UserError(
    `${what}: "${nameText(wrong)}" is nothing that can be allowed. Choose of ${permissions.join(', ')}.`,
  );
}
