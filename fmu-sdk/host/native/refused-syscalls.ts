import { printable } from '../../util/printable.ts';
import type { Permission } from '../sandbox-permissions.ts';

/** What allows the calls of each name in `Refusals` of sandbox.h. */
const allows: readonly (Permission | undefined)[] = ['net', 'processes', 'files', undefined];

/**
 * The first calls that a unit's sandbox has refused, of each kind, and what would allow them. Whether the unit needed them nobody
 * can say: many libraries try and do without.
 */
export function refusedWords(names: Uint8Array): string {
  const bytes = names.length / allows.length;
  const told = allows.flatMap((permission, i) => {
    const name = new TextDecoder().decode(names.slice(i * bytes, (i + 1) * bytes)).split('\0')[0];
    if (name === '') return [];
    return `${printable(name)} (${permission === undefined ? 'which nothing allows' : `--allow ${permission}`})`;
  });
  return told.length === 0 ? '' : `Its sandbox had refused: ${told.join(', ')}.`;
}
