import { printable } from '../../../util/printable.ts';
import type { Permission } from '../../choice/sandbox-permissions.ts';

/** Permissions for the calls of each name in `Refusals` of sandbox.h. */
const allows: readonly (Permission | undefined)[] = ['net', 'processes', 'files', undefined];

/**
 * Lists the first call of each kind that an FMU's sandbox rejected, and the permission for it. It
 * is unknown whether the FMU needed the calls, because many libraries try them and work without.
 */
export function rejectedCallsText(names: Uint8Array): string {
  const bytes = names.length / allows.length;
  const rejected = allows.flatMap((permission, i) => {
    const name = new TextDecoder().decode(names.slice(i * bytes, (i + 1) * bytes)).split('\0')[0];
    if (name === '') return [];
    return `${printable(name)} (${permission === undefined ? 'not available' : `--allow ${permission}`})`;
  });
  return rejected.length === 0 ? '' : `Its sandbox had rejected: ${rejected.join(', ')}.`;
}
