import { usableExperiment } from '../../../description/default-experiment.ts';
import type { ModelDescription, Variable } from '../../../description/description.ts';
import type { Defect } from '../../defect.ts';
import type { Value } from './element-value-text.ts';

/** Degree of difference of values that should be equal. */
export type Difference = 'none' | 'small' | 'large';

/** Returns the largest difference of two reals that count as nearly equal. */
export type Slack = (a: number, b: number, variable?: Variable) => number;

/** Relative tolerance of an FMU without a declared one: the usual default of solvers. */
const defaultTolerance = 1e-4;

/** Number of compared steps that add up. Each adds at most one tolerance. */
const steps = 10;

/**
 * Returns the slack for two runs of one computation, based on the tolerance of the FMU's
 * description. Solvers need not take equal steps each time, and FMI sets no bound. The slack is
 * relative to the larger value or to the nominal value.
 */
export function solvedSlack(description: Pick<ModelDescription, 'defaultExperiment'>): Slack {
  const relative = steps * toleranceOf(description);
  return (a, b, variable) =>
    relative * Math.max(Math.abs(Number(variable?.nominal ?? 1)) || 1, Math.abs(a), Math.abs(b));
}

/** Returns the relative error of the FMU's results, as far as its description declares it. */
export function toleranceOf(description: Pick<ModelDescription, 'defaultExperiment'>): number {
  const { tolerance = defaultTolerance } = usableExperiment(description);
  return tolerance < 1 ? tolerance : defaultTolerance;
}

/** Slack for a stored value: 24 bits of mantissa, or six printed digits. */
export const storedValueSlack: Slack = (a, b) => 1e-6 * Math.max(Math.abs(a), Math.abs(b));

/**
 * Slack for one value that is computed twice. An FMU may solve an equation again, from its last
 * solution, and nonlinear solvers end below this bound.
 */
export const computedAgainSlack: Slack = (a, b) => 1e-9 * Math.max(Math.abs(a), Math.abs(b));

/**
 * Compares values. Numbers are equal if their bits are. 0 equals −0 and NaN equals NaN. Only reals
 * can be nearly equal.
 */
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

/** Returns the defect with a lower severity if the difference is small. */
export function withLowerSeverity(defect: Defect, difference: Difference): Defect {
  return difference === 'small' ? { ...defect, severity: 'robustness' } : defect;
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
