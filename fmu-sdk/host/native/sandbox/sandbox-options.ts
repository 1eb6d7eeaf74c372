import { getSystemErrorMap } from 'node:util';
import type { Permission } from '../../choice/sandbox-permissions.ts';
import type { Addon } from '../addon.ts';

/** Numbers of `allow_…` in sandbox.h. */
const numbers: Readonly<Record<Permission, number>> = { net: 1, files: 2, processes: 4 };

export function allowed(list: readonly Permission[]): number {
  return list.reduce((sum, permission) => sum | numbers[permission], 0);
}

/** Active and missing parts of an FMU's sandbox. */
export interface Sandbox {
  /** Active parts, in the order of activation. */
  readonly stands: readonly string[];
  /** Parts left out because of permissions. */
  readonly permitted: readonly string[];
  /** Parts that the kernel rejected, with its error. */
  readonly missing: Readonly<Record<string, string>>;
}

/** Decodes the state of each part. */
export function sandboxOf({ parts }: Pick<Addon, 'parts'>, states: readonly number[]): Sandbox {
  const named = Object.entries(parts).map(([name, i]) => [words(name), states[i]] as const);
  const of = (state: number): string[] => named.filter(([, s]) => s === state).map(([name]) => name);
  const errors = getSystemErrorMap();
  const missing = named.filter(([, s]) => s > 0).map(([name, s]) => [name, errors.get(-s)?.[0] ?? `${s}`]);
  return { stands: of(0), permitted: of(-1), missing: Object.fromEntries(missing) };
}

/** Converts `netNamespace` to `net namespace`. */
function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/**
 * Describes a sandbox for users. `allow` lists the FMU's permissions, `wine` marks an FMU under
 * Wine.
 */
export function sandboxText(
  { stands, missing }: Sandbox,
  allow: readonly Permission[] = [],
  wine = false,
): string {
  const refused = Object.entries(missing).map(([name, error]) => `${name} (${error})`);
  return [
    `${wine ? 'under Wine ' : ''}${stands.length === 0 ? 'no sandbox' : `in a sandbox of ${listed(stands)}`}`,
    `allowed ${allow.join(', ') || 'nothing extra'}${wine ? ', and for Wine processes and file sockets within it' : ''}`,
    ...(refused.length === 0 ? [] : [`MISSING here: ${refused.join(', ')}`]),
  ].join('; ');
}

/** Describes a sandbox as `sandboxText` does, in few words if no part of it is missing. */
export function sandboxWords(sandbox: Sandbox, allow: readonly Permission[] = [], wine = false): string {
  const { stands, missing } = sandbox;
  if (stands.length === 0 || Object.keys(missing).length > 0) return sandboxText(sandbox, allow, wine);
  const allowed = allow.length === 0 ? '' : `; allowed ${allow.join(', ')}`;
  return `${wine ? 'under Wine ' : ''}in a sandbox${allowed}`;
}

/** Merges `user namespace, pid namespace` into `namespaces (user, pid)`. */
function listed(names: readonly string[]): string {
  const spaces = names.filter((name) => name.endsWith(' namespace')).map((name) => name.split(' ')[0]);
  const first = names.findIndex((name) => name.endsWith(' namespace'));
  const whole = (name: string, i: number): string | undefined =>
    !name.endsWith(' namespace') ? name : i === first ? `namespaces (${spaces.join(', ')})` : undefined;
  return names.map(whole).filter(Boolean).join(', ');
}
