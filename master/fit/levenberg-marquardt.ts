import { Lu } from '../../fmu-sdk/solver/linear-algebra/dense-lu.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';

/**
 * Returns the residuals r(u) of a least-squares problem at 0 ≤ u ≤ 1, or undefined for a failed
 * run.
 */
export type Residuals = (u: Float64Array) => Promise<Float64Array | undefined>;

/** Result of a fit. */
export interface Minimum {
  readonly u: Float64Array;
  readonly residuals: Float64Array;
  /** ∂r/∂u at u, by rows of residuals. */
  readonly jacobian: readonly Float64Array[];
  readonly iterations: number;
  readonly evaluations: number;
  /** Reason of the end. */
  readonly ended: 'converged' | 'iterations';
}

export interface MinimumOptions {
  iterations?: number;
  /**
   * Tolerance of convergence: relative decrease of the sum of squares, and change of parameters.
   */
  tolerance?: number;
  onIteration?: (iteration: number, sum: number) => void;
}

/** Perturbation for difference quotients, relative to the range. */
const shift = 1e-4;
const largestDamping = 1e12;

/**
 * Solves a least-squares problem within bounds by the method of Levenberg and Marquardt (Marquardt
 * 1963, scaled by the largest diagonal so far, Moré 1978):
 *
 *   (JᵀJ + λ D) δ = −Jᵀ r,   D = diag(JᵀJ)
 *
 * The equations contain only parameters that are free to move. A step is cut at the bounds, and
 * accepted if it reduces |r|². J comes from central differences, at a bound from one-sided
 * differences of second order.
 */
export async function leastSquares(
  residuals: Residuals,
  start: Float64Array,
  { iterations = 100, tolerance = 1e-10, onIteration = () => {} }: MinimumOptions = {},
): Promise<Minimum> {
  let evaluations = 0;
  const at = (u: Float64Array): Promise<Float64Array | undefined> => {
    evaluations++;
    return residuals(u);
  };
  let u: Float64Array = Float64Array.from(start);
  let r: Float64Array | undefined = await at(u);
  if (r === undefined)
    throw new UserError('fit: the run with the start values fails. Give other start values.');
  let damping = 1e-3;
  const scales = new Float64Array(u.length);
  for (let iteration = 1; ; iteration++) {
    const J = await slopes(at, u, r);
    const { normal, gradient } = normalEquations(J, r);
    for (let j = 0; j < u.length; j++) scales[j] = Math.max(scales[j], normal[j * u.length + j]);
    const sum = squares(r);
    onIteration(iteration, sum);
    const done = (ended: Minimum['ended']): Minimum => ({
      u,
      residuals: r as Float64Array,
      jacobian: J,
      iterations: iteration,
      evaluations,
      ended,
    });
    if (iteration > iterations) return done('iterations');
    let converged = false;
    for (;;) {
      const next = stepFrom(u, normal, gradient, scales, damping);
      const moved = next === undefined ? 0 : largest(u.map((x, j) => next[j] - x));
      if (next === undefined || moved < tolerance || damping > largestDamping) return done('converged');
      const nextResiduals = await at(next);
      const after = nextResiduals === undefined ? Infinity : squares(nextResiduals);
      if (nextResiduals === undefined || !(after < sum)) {
        damping *= 4;
        continue;
      }
      converged = sum - after <= tolerance * sum;
      [u, r, damping] = [next, nextResiduals, Math.max(1e-12, damping / 5)];
      break;
    }
    if (!converged) continue;
    const last = await slopes(at, u, r);
    return { u, residuals: r, jacobian: last, iterations: iteration, evaluations, ended: 'converged' };
  }
}

/** Computes ∂r/∂u. */
async function slopes(at: Residuals, u: Float64Array, r: Float64Array): Promise<Float64Array[]> {
  const J = Array.from(r, () => new Float64Array(u.length));
  for (let j = 0; j < u.length; j++) {
    const shifted = (by: number): Promise<Float64Array | undefined> => {
      const v = Float64Array.from(u);
      v[j] += by;
      return at(v);
    };
    const isInside = u[j] >= shift && u[j] <= 1 - shift;
    const h = u[j] < 0.5 ? shift : -shift;
    const [a, b] = isInside
      ? [await shifted(h), await shifted(-h)]
      : [await shifted(h), await shifted(2 * h)];
    if (a === undefined || b === undefined)
      throw new UserError(
        'fit: a run next to a valid one fails, so derivatives are missing. Narrow the bounds, or reduce the step.',
      );
    for (let i = 0; i < r.length; i++)
      J[i][j] = isInside ? (a[i] - b[i]) / (2 * h) : (4 * a[i] - b[i] - 3 * r[i]) / (2 * h);
  }
  return J;
}

/** Computes JᵀJ by rows, and Jᵀr. */
export function normalEquations(
  J: readonly Float64Array[],
  r: Float64Array,
): { normal: Float64Array; gradient: Float64Array } {
  const n = J[0]?.length ?? 0;
  const normal = new Float64Array(n * n);
  const gradient = new Float64Array(n);
  J.forEach((row, i) => {
    for (let j = 0; j < n; j++) {
      gradient[j] += row[j] * r[i];
      for (let k = 0; k < n; k++) normal[j * n + k] += row[j] * row[k];
    }
  });
  return { normal, gradient };
}

/** Returns the end of a damped step, cut at the bounds, or undefined if no parameter can move. */
function stepFrom(
  u: Float64Array,
  normal: Float64Array,
  gradient: Float64Array,
  scales: Float64Array,
  damping: number,
): Float64Array | undefined {
  const n = u.length;
  const isFixed = (j: number): boolean =>
    (u[j] <= 0 && gradient[j] > 0) || (u[j] >= 1 && gradient[j] < 0) || scales[j] === 0;
  const free = Array.from(u.keys()).filter((j) => !isFixed(j));
  if (free.length === 0) return undefined;
  const lu = new Lu(free.length, false);
  free.forEach((j, a) => {
    free.forEach((k, b) => {
      lu.re[a * free.length + b] = normal[j * n + k] + (j === k ? damping * scales[j] : 0);
    });
  });
  if (!lu.factor()) return undefined;
  const delta = Float64Array.from(free, (j) => -gradient[j]);
  lu.solve(delta);
  const next = Float64Array.from(u);
  free.forEach((j, a) => {
    next[j] = Math.min(1, Math.max(0, u[j] + delta[a]));
  });
  return next;
}

export const squares = (r: Float64Array): number => r.reduce((sum, x) => sum + x * x, 0);

const largest = (x: Float64Array): number => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
