import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { UnknownFile } from './fit-file.ts';

/** A parameter between its bounds, as a share u of the way from one to the other. */
export interface Unknown {
  readonly name: string;
  readonly place: string;
  readonly start: number;
  value(u: number): number;
  /** dp/du at u. */
  slope(u: number): number;
}

/** Checks a parameter that is looked for. `where` says its place in the file, for errors. */
export function unknownOf(
  { name, set, from, to, start, scale = 'linear' }: UnknownFile,
  where: string,
): Unknown {
  if (!(from < to))
    throw new UserError(`${where}: its bounds are from ${from} to ${to}. Let "to" be the larger one.`);
  if (scale === 'log' && from <= 0)
    throw new UserError(`${where}: a logarithmic range is above 0, and this begins at ${from}.`);
  if (start !== undefined && !(start >= from && start <= to))
    throw new UserError(`${where}: its start ${start} is not between ${from} and ${to}. Begin inside.`);
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
