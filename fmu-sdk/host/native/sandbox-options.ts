import { getSystemErrorMap } from 'node:util';
import type { Permission } from '../sandbox-permissions.ts';
import type { Addon } from './addon.ts';

/** Numbers of `allow_…` in sandbox.h. */
const numbers: Readonly<Record<Permission, number>> = { net: 1, files: 2, processes: 4 };

export function allowed(list: readonly Permission[]): number {
  return list.reduce((sum, each) => sum | numbers[each], 0);
}

/** What stands of a unit's sandbox, and what does not. */
export interface Sandbox {
  /** Parts in force, in the order in which they were put up. */
  readonly stands: readonly string[];
  /** Parts left out for what the unit is allowed. */
  readonly permitted: readonly string[];
  /** Parts that the kernel refused, with its error. */
  readonly missing: Readonly<Record<string, string>>;
}

/** Reads what became of each part. */
export function sandboxOf({ parts }: Pick<Addon, 'parts'>, states: readonly number[]): Sandbox {
  const named = Object.entries(parts).map(([name, i]) => [words(name), states[i]] as const);
  const of = (state: number): string[] => named.filter(([, s]) => s === state).map(([name]) => name);
  const errors = getSystemErrorMap();
  const missing = named.filter(([, s]) => s > 0).map(([name, s]) => [name, errors.get(-s)?.[0] ?? `${s}`]);
  return { stands: of(0), permitted: of(-1), missing: Object.fromEntries(missing) };
}

/** `netNamespace` as `net namespace`. */
function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The same for users; `allow` is what the unit was allowed; `wine`, that Wine runs it there. */
export function sandboxWords(
  { stands, missing }: Sandbox,
  allow: readonly Permission[] = [],
  wine = false,
): string {
  const refused = Object.entries(missing).map(([name, error]) => `${name} (${error})`);
  return [
    `${wine ? 'under Wine ' : ''}${stands.length === 0 ? 'no sandbox' : `in a sandbox of ${listed(stands)}`}`,
    `allowed ${allow.join(', ') || 'nothing beyond its own'}${wine ? ', and for Wine processes and sockets of files within it' : ''}`,
    ...(refused.length === 0 ? [] : [`MISSING here: ${refused.join(', ')}`]),
  ].join('; ');
}

/** `user namespace, pid namespace` as `namespaces (user, pid)`. */
function listed(names: readonly string[]): string {
  const spaces = names.filter((name) => name.endsWith(' namespace')).map((name) => name.split(' ')[0]);
  const first = names.findIndex((name) => name.endsWith(' namespace'));
  const whole = (name: string, i: number): string | undefined =>
    !name.endsWith(' namespace') ? name : i === first ? `namespaces (${spaces.join(', ')})` : undefined;
  return names.map(whole).filter(Boolean).join(', ');
}
