import type { StateVisitor } from '../../util/state/stateful.ts';
import { errorNorm } from '../error-norm.ts';
import { firstStep } from '../first-step.ts';
import type { Integrator, Method, OdeProblem, Tolerance } from '../ode-integrator.ts';
import { endOfStep, rejectPoint, rejectTinyStep } from '../step-bounds.ts';

const c = [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1];
const a = [
  [],
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
].map((row) => Float64Array.from(row));
/** Order 5 minus order 4. */
const e = Float64Array.from([71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40]);
/** Coefficients of the continuous extension. */
const d = Float64Array.from([
  -12715105075 / 11282082432,
  0,
  87487479700 / 32700410799,
  -10690763975 / 1880347072,
  701980252875 / 199316789632,
  -1453857185 / 822651844,
  69997945 / 29380423,
]);
/** Exponents of the step-size controller: h_new = h · 0.9 · err^(−α) · err_old^β. */
const beta = 0.04;
const alpha = 0.2 - 0.75 * beta;
/**
 * Value of |hλ| above which stability limits a step, and number of such steps that mean stiffness.
 * The negative real axis is stable to 3.3. A controller at that limit stays below it.
 */
const stabilityLimit = 2.5;
const stiffSteps = 15;

/**
 * Integrates with the explicit Runge–Kutta method of order 5 of Dormand & Prince (1980). Error
 * estimate and continuous extension have order 4. Extension, controller and stiffness test follow
 * DOPRI5 (Hairer, Nørsett & Wanner 1993, II.4–II.6. Hairer & Wanner 1996, IV.2).
 */
export class DormandPrince implements Integrator {
  t = 0;
  readonly x: Float64Array;
  /** The step size has been limited by stability, not by accuracy, for many steps. */
  stiff = false;
  private readonly k: Float64Array[];
  private readonly next: Float64Array;
  private readonly stage: Float64Array;
  private readonly error: Float64Array;
  private readonly dense: Float64Array[];
  private lastError = 1e-4;
  private from = 0;
  private size = 0;
  private stiffCount = 0;
  private calmCount = 0;

  constructor(
    private readonly problem: OdeProblem,
    private readonly tolerance: Tolerance,
    readonly plan: Float64Array = new Float64Array(1),
  ) {
    const vector = (): Float64Array => new Float64Array(problem.n);
    this.x = vector();
    this.next = vector();
    this.stage = vector();
    this.error = vector();
    this.k = Array.from({ length: 7 }, vector);
    this.dense = Array.from({ length: 5 }, vector);
  }

  restart(t: number, x: Float64Array): void {
    this.t = t;
    this.x.set(x);
    this.lastError = 1e-4;
    this.stiffCount = 0;
    this.calmCount = 0;
    if (!this.problem.derivatives(t, this.x, this.k[0])) rejectPoint(t);
  }

  step(bound: number): void {
    const { problem, tolerance, x, next, k, t } = this;
    if (this.plan[0] === 0) {
      const start = { t, x, f0: k[0], x1: next, f1: this.stage, most: bound - t };
      this.plan[0] = firstStep(problem, tolerance, 5, start);
    }
    let rejected = false;
    for (;;) {
      rejectTinyStep(t, this.plan[0]);
      const end = endOfStep(t, this.plan[0], bound);
      const h = end === bound ? bound - t : this.plan[0];
      if (!this.stages(t, h, end)) {
        this.plan[0] = 0.25 * h;
        rejected = true;
        continue;
      }
      const norm = errorNorm(this.error, x, next, tolerance);
      const factor = 0.9 * norm ** -alpha;
      if (!(norm <= 1)) {
        this.plan[0] = h * (factor > 0.2 ? factor : 0.2);
        rejected = true;
        continue;
      }
      const grown = Math.max(0.2, Math.min(rejected ? 1 : 10, factor * this.lastError ** beta));
      // A step that the bound has shortened does not reduce the planned size.
      this.plan[0] = h < this.plan[0] ? Math.max(this.plan[0], h * grown) : h * grown;
      this.lastError = Math.max(norm, 1e-4);
      this.accept(t, h, end);
      return;
    }
  }

  /** Stages 2 to 7, the new states in `next` and the error estimate. */
  private stages(t: number, h: number, end: number): boolean {
    const { problem, x, next, k, stage, error } = this;
    const n = x.length;
    for (let s = 1; s < 7; s++) {
      const row = a[s];
      const y = s === 6 ? next : stage;
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let j = 0; j < s; j++) sum += row[j] * k[j][i];
        y[i] = x[i] + h * sum;
      }
      if (!problem.derivatives(s < 5 ? t + c[s] * h : end, y, k[s])) return false;
    }
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let s = 0; s < 7; s++) sum += e[s] * k[s][i];
      error[i] = h * sum;
    }
    return true;
  }

  private accept(t: number, h: number, end: number): void {
    const { x, next, k, dense } = this;
    this.watchStiffness(h);
    for (let i = 0; i < x.length; i++) {
      const difference = next[i] - x[i];
      const bend = h * k[0][i] - difference;
      let sum = 0;
      for (let s = 0; s < 7; s++) sum += d[s] * k[s][i];
      dense[0][i] = x[i];
      dense[1][i] = difference;
      dense[2][i] = bend;
      dense[3][i] = difference - h * k[6][i] - bend;
      dense[4][i] = h * sum;
    }
    x.set(next);
    k[0].set(k[6]);
    this.from = t;
    this.size = h;
    this.t = end;
  }

  interpolate(t: number, out: Float64Array): void {
    const { dense, from, size } = this;
    const s = (t - from) / size;
    const r = 1 - s;
    for (let i = 0; i < out.length; i++)
      out[i] = dense[0][i] + s * (dense[1][i] + r * (dense[2][i] + s * (dense[3][i] + r * dense[4][i])));
  }

  /** |hλ| of the dominant eigenvalue, estimated from the two stages at the end of the step. */
  private watchStiffness(h: number): void {
    const { k, next, stage } = this;
    let above = 0;
    let below = 0;
    for (let i = 0; i < next.length; i++) {
      above += (k[6][i] - k[5][i]) ** 2;
      below += (next[i] - stage[i]) ** 2;
    }
    if (below > 0 && h * Math.sqrt(above / below) > stabilityLimit) {
      this.calmCount = 0;
      if (++this.stiffCount === stiffSteps) this.stiff = true;
    } else if (++this.calmCount === 6) this.stiffCount = 0;
  }

  visitState(state: StateVisitor): void {
    this.t = state.number('t', this.t);
    this.stiff = state.boolean('stiff', this.stiff);
    this.lastError = state.number('lastError', this.lastError);
    this.from = state.number('from', this.from);
    this.size = state.number('size', this.size);
    this.stiffCount = state.number('stiffCount', this.stiffCount);
    this.calmCount = state.number('calmCount', this.calmCount);
    state.array('plan', this.plan);
    state.array('x', this.x);
    state.array('slope', this.k[0]);
    for (let k = 0; k < this.dense.length; k++) state.array('dense', this.dense[k]);
  }
}

export const dormandPrince: Method = {
  name: 'dopri5',
  order: 5,
  stable: false,
  locatesEvents: true,
  create: (problem, tolerance) => new DormandPrince(problem, tolerance),
};
