import { valueText } from '../util/printable.ts';
import { UserError } from '../util/user-error.ts';

/** Refuses what is no time [s]. `wanted`: what is. */
export function refuseTime(what: string, value: unknown, wanted: string): never {
  throw new UserError(`${what} = ${valueText(value)} s is no time. Give ${wanted}.`);
}
