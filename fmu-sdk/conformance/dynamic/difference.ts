import type { ModelDescription, Variable } from '../../description/description.ts';
import type { Defect } from '../defect.ts';
import type { Value } from './probe.ts';

/** What a unit has computed twice: the same, nearly so, or something else. */
export type Difference = 'none' | 'small' | 'large';

/** Relative tolerance of a unit that names none: what solvers have for theirs. */
const usual = 1e-4;

/** Steps that a rule compares add up; none adds more than one tolerance each. */
const steps = 10;

/**
 * How far two results of one computation may be apart, relative to their size, for a unit whose solvers are as exact as its
 * description says: its solvers need not take the same way twice. FMI has no bound for it.
 */
export function toleranceOf({ defaultExperiment }: Pick<ModelDescription, 'defaultExperiment'>): number {
  const { tolerance = usual } = defaultExperiment ?? {};
  return steps * (tolerance > 0 && tolerance < 1 ? tolerance : usual);
}

/**
 * Compares what should be equal. Equal are numbers of the same bits, 0 and −0, and NaN with NaN. Reals are nearly equal where
 * they differ by no more than `tolerance` times the larger magnitude or `scale`, which the variable's nominal is at least.
 */
export function differenceOf(
  a: readonly Value[] | undefined,
  b: readonly Value[] | undefined,
  tolerance = 0,
  variable?: Variable,
): Difference {
  if (a === undefined || b === undefined) return a === b ? 'none' : 'large';
  if (a.length !== b.length) return 'large';
  const real = variable === undefined || variable.type.startsWith('Float');
  const nominal = Math.abs(Number(variable?.nominal ?? 1)) || 1;
  let small = false;
  for (const [i, x] of a.entries()) {
    const y = b[i];
    if (sameValue(x, y)) continue;
    if (!real || typeof x !== 'number' || typeof y !== 'number') return 'large';
    if (!(Math.abs(x - y) <= tolerance * Math.max(nominal, Math.abs(x), Math.abs(y)))) return 'large';
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
  return typeof a === typeof b
    ? a === b || (Number.isNaN(a) && Number.isNaN(b))
    : Number(a) === Number(b);
}
