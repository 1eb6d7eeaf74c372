import { printableName } from '../../util/printable.ts';
import { requireKind } from '../../util/require-options.ts';
import { UserError } from '../../util/user-error.ts';

/**
 * Extra permissions of a native FMU in a separate process: network, the user's files, child
 * processes. FMUs with an interpreter need some of them.
 */
export type Permission = 'net' | 'files' | 'processes';

export const permissions: readonly Permission[] = ['net', 'files', 'processes'];

/** Rejects unknown permissions. `what` names the option. */
export function requirePermissions(what: string, value: unknown): asserts value is readonly Permission[] {
  requireKind(what, value, 'texts');
  const wrong = (value as readonly string[]).find((name) => !permissions.includes(name as Permission));
  if (wrong === undefined) return;
  throw new UserError(
    `${what}: unknown permission "${printableName(wrong)}". Choose from ${permissions.join(', ')}.`,
  );
}
