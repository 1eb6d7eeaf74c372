import { valueText } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';

/** Rejects a value that is not a time [s]. `wanted` describes valid values. */
export function rejectTime(what: string, value: unknown, wanted: string): never {
  throw new UserError(`${what} = ${valueText(value)} s is not a valid time. Give ${wanted}.`);
}
