import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { ParameterValue } from '../../system/system.ts';
import type { FactorFile, VariantFile } from '../plan/study-file.ts';

/** Level of a factor in one run. */
export interface Level {
  /** Value in the column of the factor. */
  label: ParameterValue;
  /** Another system, if the variant has one. */
  system?: string;
  /** Changed parts of the system, as a JSON merge patch. */
  merge?: object;
  set: readonly (readonly [place: string, value: ParameterValue])[];
}

/** Factor that varies from run to run. */
export interface Factor {
  readonly name: string;
  /** Levels, if their number is fixed. A range without `count` has undefined. */
  readonly levels?: readonly Level[];
  /** Returns the level at a share of the range, 0 … 1. Several levels divide the range equally. */
  at(share: number): Level;
}

/** Checks a factor. `where` locates it in errors. */
export function factorOf(file: FactorFile, where: string): Factor {
  const { variants, values, from, to } = file;
  const definitions = [variants !== undefined, values !== undefined, from !== undefined || to !== undefined];
  if (definitions.filter(Boolean).length !== 1)
    throw new UserError(
      `${where}: a factor needs "values", a range ("from", "to"), or "variants". Give one of them.`,
    );
  if (variants !== undefined) return ofVariants(file, variants, where);
  const places = [file.set ?? []].flat();
  if (places.length === 0)
    throw new UserError(`${where}: "set" is missing. Name the parameter that gets the value.`);
  const name = file.name ?? places[0];
  const level = (value: ParameterValue): Level => ({
    label: value,
    set: places.map((place) => [place, value]),
  });
  if (values !== undefined) return ofLevels(name, values.map(level));
  return ofRange(file, name, level, where);
}

function ofVariants(
  { name, set, count, scale }: FactorFile,
  variants: Record<string, VariantFile>,
  where: string,
): Factor {
  if (set !== undefined || count !== undefined || scale !== undefined)
    throw new UserError(`${where}: each variant has its own "set". Leave "set", "count" and "scale" out.`);
  if (name === undefined) throw new UserError(`${where}: variants need a "name". Give one.`);
  const levels = Object.entries(variants).map(
    ([label, { system, merge, set = {} }]): Level => ({ label, system, merge, set: Object.entries(set) }),
  );
  return ofLevels(name, levels);
}

function ofLevels(name: string, levels: readonly Level[]): Factor {
  const last = levels.length - 1;
  return { name, levels, at: (share) => levels[Math.min(last, Math.floor(share * levels.length))] };
}

function ofRange(
  { from, to, count, scale = 'linear' }: FactorFile,
  name: string,
  level: (value: number) => Level,
  where: string,
): Factor {
  if (from === undefined || to === undefined)
    throw new UserError(`${where}: a range has "from" and "to". Give both.`);
  if (scale === 'log' && !(from > 0 && to > 0))
    throw new UserError(`${where}: a logarithmic range must be above 0, got ${from} to ${to}.`);
  const value = (share: number): number => {
    if (share >= 1) return to;
    if (share <= 0) return from;
    return scale === 'log' ? from * (to / from) ** share : from + (to - from) * share;
  };
  const levels =
    count === undefined ? undefined : Array.from({ length: count }, (_, i) => level(value(i / (count - 1))));
  return { name, levels, at: (share) => level(value(share)) };
}
