import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { UnknownFile } from './fit-file.ts';

/** Parameter between its bounds, as a share u of the range. */
export interface UnknownParameter {
  readonly name: string;
  readonly place: string;
  readonly start: number;
  value(u: number): number;
  /** Returns dp/du at u. */
  slope(u: number): number;
}

/** Checks a parameter to fit. `where` locates it in errors. */
export function unknownOf(
  { name, set, from, to, start, scale = 'linear' }: UnknownFile,
  where: string,
): UnknownParameter {
  if (!(from < to)) throw new UserError(`${where}: "to" must be above "from", got from ${from} to ${to}.`);
  if (scale === 'log' && from <= 0)
    throw new UserError(`${where}: a logarithmic range must be above 0, got ${from}.`);
  if (start !== undefined && !(start >= from && start <= to))
    throw new UserError(`${where}: the start value must be between ${from} and ${to}, got ${start}.`);
  const log = scale === 'log';
  const ratio = Math.log(to / from);
  const value = (u: number): number => (log ? from * Math.exp(ratio * u) : from + (to - from) * u);
  const share = (p: number): number => (log ? Math.log(p / from) / ratio : (p - from) / (to - from));
  return {
    name: name ?? set,
    place: set,
    start: start === undefined ? 0.5 : share(start),
    value,
    slope: (u) => (log ? ratio * value(u) : to - from),
  };
}
