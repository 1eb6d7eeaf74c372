import type { ModelDescription, Variable } from '../../description/description.ts';
import type { Defect } from '../defect.ts';
import type { Value } from './element-value-text.ts';

/** What should be equal: the same, nearly so, or something else. */
export type Difference = 'none' | 'small' | 'large';

/** How far two reals may be apart to be nearly equal. */
export type Slack = (a: number, b: number, variable?: Variable) => number;

/** Relative tolerance of a unit that names none: what solvers have for theirs. */
const usual = 1e-4;

/** Steps that a rule compares add up; none adds more than one tolerance each. */
const steps = 10;

/**
 * Results of one computation, made twice, of a unit whose solvers are as exact as its description says: they need not take the
 * same way each time, and FMI has no bound for it. Relative to the larger of both, or to the nominal value.
 */
export function solvedSlack(description: Pick<ModelDescription, 'defaultExperiment'>): Slack {
  const relative = steps * toleranceOf(description);
  return (a, b, variable) =>
    relative * Math.max(Math.abs(Number(variable?.nominal ?? 1)) || 1, Math.abs(a), Math.abs(b));
}

/** Relative error of what a unit computes, as far as its description says it. */
export function toleranceOf({ defaultExperiment }: Pick<ModelDescription, 'defaultExperiment'>): number {
  const { tolerance = usual } = defaultExperiment ?? {};
  return tolerance > 0 && tolerance < 1 ? tolerance : usual;
}

/** A value that is kept and given back: with 24 bits of mantissa, or written with six digits on the way. */
export const keptSlack: Slack = (a, b) => 1e-6 * Math.max(Math.abs(a), Math.abs(b));

/** Compares values. Equal are numbers of the same bits, 0 and −0, NaN and NaN; only reals can be nearly equal. */
export function differenceOf(
  a: readonly Value[] | undefined,
  b: readonly Value[] | undefined,
  slack: Slack = () => 0,
  variable?: Variable,
): Difference {
  if (a === undefined || b === undefined) return a === b ? 'none' : 'large';
  if (a.length !== b.length) return 'large';
  const real = variable === undefined || variable.type.startsWith('Float');
  let small = false;
  for (const [i, x] of a.entries()) {
    const y = b[i];
    if (sameValue(x, y)) continue;
    if (!real || typeof x !== 'number' || typeof y !== 'number') return 'large';
    if (!(Math.abs(x - y) <= slack(x, y, variable))) return 'large';
    small = true;
  }
  return small ? 'small' : 'none';
}

/** What is nearly right is no violation. */
export function weighed(defect: Defect, difference: Difference): Defect {
  return difference === 'small' ? { ...defect, class: 'robustness' } : defect;
}

/** Equal to the last bit, but for the sign of zero. */
export function sameValues(a: readonly Value[] | undefined, b: readonly Value[] | undefined): boolean {
  return differenceOf(a, b) === 'none';
}

function sameValue(a: Value, b: Value): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array)
    return a.length === b.length && a.every((byte, i) => byte === b[i]);
  // Enumerations are numbers in FMI 2.0 and 64-bit integers in FMI 3.0.
  return typeof a === typeof b ? a === b || (Number.isNaN(a) && Number.isNaN(b)) : Number(a) === Number(b);
}
