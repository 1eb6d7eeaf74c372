import type { StateVisitor } from '../../util/state/stateful.ts';
import { firstStep } from '../first-step.ts';
import { type ShiftedLu, shiftedLu } from '../linear-algebra/shifted-lu.ts';
import { shiftedPattern } from '../linear-algebra/shifted-pattern.ts';
import { type SparseMatrix, samePattern, visitMatrix } from '../linear-algebra/sparse-matrix.ts';
import type { Integrator, Method, OdeProblem, Tolerance } from '../ode-integrator.ts';
import { rejectPoint, rejectTinyStep } from '../step-bounds.ts';
import { BdfCoefficients, highestOrder } from './bdf-coefficients.ts';
import { Nordsieck } from './nordsieck.ts';

const newtonSteps = 3;
/** Newton's iteration ends when its error is this share of the error that the step may make. */
const newtonShare = 0.1;
/**
 * Largest number of steps that use the same factors, and largest relative change of h / l₁
 * meanwhile. The last number is the largest number of steps that use the same Jacobian.
 */
const factorSteps = 20;
const factorChange = 0.3;
const jacobianSteps = 51;
/** The step grows at once by 1.5 at least, and by these at most. */
const least = 1.5;
const most = 10;
const mostAtFirst = 1e4;
/** Safety factors of the steps that orders q − 1, q, q + 1 would allow. */
const bias = [6, 6, 10];
/**
 * Share of the tolerance that one step may use. Local errors add up over the steps of a multistep
 * method.
 */
const errorShare = 0.1;
/** Relative errors below this drown in rounding. */
const finest = 1e-12;
/** A step this close to the bound, as a share of itself, is stretched to it. */
const stretch = 1e-2;

type Failure = 'none' | 'iteration' | 'error';

/**
 * Integrates with backward differentiation formulas of orders 1 to 5, with variable order and step
 * and fixed leading coefficient (Byrne & Hindmarsh 1975). Newton iteration, reuse of Jacobian and
 * factors, error test, and choice of order and step follow CVODE (Hindmarsh et al. 2005). The
 * continuous extension is the polynomial of the method.
 */
export class Bdf implements Integrator {
  t: number = Number.NaN;
  readonly x: Float64Array;
  readonly plan: Float64Array = new Float64Array(0);
  readonly passes = true;
  private readonly coefficients: BdfCoefficients = new BdfCoefficients();
  private readonly history: Nordsieck;
  private readonly f: Float64Array;
  private readonly predicted: Float64Array;
  private readonly slope: Float64Array;
  private readonly y: Float64Array;
  private readonly e: Float64Array;
  private readonly delta: Float64Array;
  private readonly earlier: Float64Array;
  private readonly weights: Float64Array;
  private J: SparseMatrix | undefined = undefined;
  private lu: ShiftedLu | undefined = undefined;
  private order = 1;
  /** Order of the next step. The ratio of step sizes follows. */
  private nextOrder = 1;
  /** Steps until another order is thought of. */
  private wait = 2;
  private steps = 0;
  private factoredAt = 0;
  private jacobianAt = 0;
  // NaN keeps these fields doubles from the start, so that the compiled code stays valid.
  private h: number = Number.NaN;
  private ratio: number = Number.NaN;
  private mostRatio: number = Number.NaN;
  /** h / l₁ of the factors. */
  private factored: number = Number.NaN;
  private rate: number = Number.NaN;
  private size: number = Number.NaN;
  private earlierScale: number = Number.NaN;

  /** `highest`: the highest order used. */
  constructor(
    private readonly problem: OdeProblem,
    private readonly tolerance: Tolerance,
    private readonly highest: number = highestOrder,
  ) {
    const vector = (): Float64Array => new Float64Array(problem.n);
    this.history = new Nordsieck(problem.n);
    this.x = this.history.z[0];
    this.f = vector();
    this.predicted = vector();
    this.slope = vector();
    this.y = vector();
    this.e = vector();
    this.delta = vector();
    this.earlier = vector();
    this.weights = vector();
  }

  restart(t: number, x: Float64Array): void {
    this.t = t;
    this.x.set(x);
    for (let j = 1; j < this.history.z.length; j++) this.history.z[j].fill(0);
    if (!this.problem.derivatives(t, this.x, this.f)) rejectPoint(t);
    this.coefficients.past.fill(0);
    this.order = this.nextOrder = 1;
    this.h = 0;
    this.ratio = 1;
    this.factored = 0;
    this.wait = 2;
    this.mostRatio = mostAtFirst;
    this.steps = 0;
    this.earlierScale = 0;
    this.rate = 1;
  }

  step(bound: number): void {
    const { history, coefficients, t } = this;
    if (this.h === 0) this.startFirstStep(bound);
    else this.adjustStep();
    this.updateWeights();
    let failure: Failure = 'none';
    let failures = 0;
    for (;;) {
      rejectTinyStep(t, this.h);
      const end = this.end(bound, failure);
      coefficients.set(this.order, this.h, this.wait === 1);
      history.predict(this.predicted, this.slope);
      if (!this.converges(end, failure)) {
        failure = 'iteration';
        this.reduceStep(0.25);
        continue;
      }
      const error = this.size * coefficients.error;
      if (error <= 1) {
        this.accept(end, error);
        return;
      }
      failure = 'error';
      this.handleErrorFailure(++failures, error);
    }
  }

  /** The first step: order 1. */
  private startFirstStep(bound: number): void {
    const { problem, tolerance, t, x, f, y, delta, history } = this;
    const h = firstStep(problem, tolerance, 1, { t, x, f0: f, x1: y, f1: delta, most: bound - t });
    const slope = history.z[1];
    for (let i = 0; i < slope.length; i++) slope[i] = h * f[i];
    this.h = h;
  }

  /** Order and step size that were chosen after the last step. */
  private adjustStep(): void {
    const { history, coefficients, order, nextOrder } = this;
    if (nextOrder > order) history.increase(order, this.h, coefficients.past, this.e);
    if (nextOrder < order) history.decrease(order, this.h, coefficients.past);
    if (nextOrder !== order) this.wait = nextOrder + 1;
    this.order = nextOrder;
    this.rescale(this.ratio);
    this.ratio = 1;
  }

  private rescale(ratio: number): void {
    if (ratio === 1) return;
    this.history.rescale(ratio);
    this.h *= ratio;
  }

  /** End of the step: the bound where it is near, and in two equal steps where it is not far. */
  private end(bound: number, failure: Failure): number {
    const remaining = bound - this.t;
    if (this.h * (1 + stretch) >= remaining) {
      this.rescale(remaining / this.h);
      this.h = remaining;
      return bound;
    }
    if (2 * this.h > remaining && failure === 'none') this.rescale(remaining / (2 * this.h));
    return this.t + this.h;
  }

  private updateWeights(): void {
    const { weights, x, tolerance } = this;
    const { relative, absolute } = tolerance;
    const share = Math.max(errorShare, Math.min(1, finest / relative));
    for (let i = 0; i < x.length; i++) weights[i] = 1 / (share * (absolute[i] + relative * Math.abs(x[i])));
  }

  private norm(v: Float64Array): number {
    const { weights } = this;
    let sum = 0;
    for (let i = 0; i < v.length; i++) {
      const r = v[i] * weights[i];
      sum += r * r;
    }
    return v.length === 0 ? 0 : Math.sqrt(sum / v.length);
  }

  /**
   * Solves for the correction e of the predicted states. When the iteration fails, tries other
   * factors, then another Jacobian.
   */
  private converges(end: number, failure: Failure): boolean {
    const { problem, predicted, f } = this;
    const gamma = this.h / this.coefficients.l[1];
    const change = Math.abs(gamma / this.factored - 1);
    let fresh = false;
    let renew = failure !== 'none' || this.steps === 0 || this.steps >= this.factoredAt + factorSteps;
    renew ||= change > factorChange;
    let jacobian =
      failure === 'iteration' || this.steps === 0 || this.steps >= this.jacobianAt + jacobianSteps;
    for (;;) {
      if (!problem.derivatives(end, predicted, f)) return false;
      if (renew) {
        if (jacobian) this.renewJacobian(end);
        fresh = jacobian;
        if (!this.factor(gamma)) return false;
      }
      if (this.newton(end, gamma)) return true;
      if (fresh) return false;
      jacobian = renew || change < 0.2;
      renew = true;
    }
  }

  private renewJacobian(end: number): void {
    const J = this.problem.jacobian(end, this.predicted, this.f);
    this.takePattern(J).renew(J);
    this.jacobianAt = this.steps;
  }

  /** Returns the factors, new ones if the places of the entries of J differ. */
  private takePattern(J: SparseMatrix): ShiftedLu {
    if (this.lu === undefined || this.J === undefined || !samePattern(this.J, J))
      this.lu = shiftedLu(shiftedPattern(J), false);
    this.J = J;
    return this.lu;
  }

  private factor(gamma: number): boolean {
    this.factored = gamma;
    this.factoredAt = this.steps;
    this.rate = 1;
    return (this.lu as ShiftedLu).factor(1 / gamma, 0);
  }

  /** Simplified Newton iteration for e of γ f(predicted + e) = γ / h · slope + e, γ = h / l₁. */
  private newton(end: number, gamma: number): boolean {
    const { problem, coefficients, y, e, f, delta } = this;
    const lu = this.lu as ShiftedLu;
    const ratio = gamma / this.factored;
    const allowed = newtonShare / coefficients.error;
    let last = Number.NaN;
    e.fill(0);
    for (let k = 0; ; k++) {
      this.residual(ratio, 1 / coefficients.l[1], 1 / this.factored);
      lu.solve(delta, delta);
      const now = this.correct(2 / (1 + ratio));
      if (k > 0) this.rate = Math.max(0.3 * this.rate, now / last);
      if (now * Math.min(1, this.rate) <= allowed) {
        this.size = k === 0 ? now : this.norm(e);
        return true;
      }
      if (k + 1 === newtonSteps || (k > 0 && !(now <= 2 * last))) return false;
      last = now;
      if (!problem.derivatives(end, y, f)) return false;
    }
  }

  /** Computes the residual of the equation, scaled with the γ of the factors. `lead` = 1 / l₁. */
  private residual(ratio: number, lead: number, over: number): void {
    const { slope, e, f, delta } = this;
    for (let i = 0; i < delta.length; i++) delta[i] = ratio * f[i] - over * (lead * slope[i] + e[i]);
  }

  /**
   * Adds the correction to e and returns its norm. The correction is scaled where γ differs from
   * the γ of the factors.
   */
  private correct(factor: number): number {
    const { predicted, y, e, delta, weights } = this;
    const n = y.length;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const d = factor * delta[i];
      e[i] += d;
      y[i] = predicted[i] + e[i];
      const r = d * weights[i];
      sum += r * r;
    }
    return n === 0 ? 0 : Math.sqrt(sum / n);
  }

  /** Tries again with another step size, which is not to grow after that. */
  private reduceStep(ratio: number): void {
    this.mostRatio = 1;
    this.rescale(ratio);
  }

  private handleErrorFailure(failures: number, error: number): void {
    const planned = ratioOf(this.order, bias[1] * error);
    const ratio = Number.isNaN(planned) ? 0.1 : Math.max(0.1, planned);
    if (failures <= 3) {
      this.reduceStep(failures > 1 ? Math.min(0.2, ratio) : ratio);
      return;
    }
    if (this.order > 1) {
      this.history.decrease(this.order, this.h, this.coefficients.past);
      this.order--;
      this.nextOrder = this.order;
      this.wait = this.order + 1;
      this.reduceStep(0.1);
      return;
    }
    this.reduceStep(0.1);
    this.wait = 10;
    const { problem, history, t, x, f } = this;
    if (!problem.derivatives(t, x, f)) rejectPoint(t);
    for (let i = 0; i < x.length; i++) history.z[1][i] = this.h * f[i];
  }

  private accept(end: number, error: number): void {
    const { coefficients, history, e } = this;
    history.advance(coefficients.l, e);
    coefficients.advance(this.h);
    this.t = end;
    this.steps++;
    this.wait--;
    this.chooseOrder(error);
    if (this.wait === 1 && this.order < this.highest) {
      this.earlier.set(e);
      this.earlierScale = coefficients.scale;
    }
    this.mostRatio = most;
  }

  /** Chooses the order and size that promise the longest next step. */
  private chooseOrder(error: number): void {
    const { order } = this;
    this.nextOrder = order;
    this.ratio = 1;
    if (this.mostRatio === 1) {
      this.wait = Math.max(this.wait, 2);
      return;
    }
    let best = ratioOf(order, bias[1] * error);
    let next = order;
    if (this.wait === 0) {
      this.wait = 2;
      const lower = this.lowerRatio();
      const higher = this.higherRatio();
      if (lower > best) {
        best = lower;
        next = order - 1;
      }
      if (higher > best) {
        best = higher;
        next = order + 1;
      }
    }
    if (!(best >= least)) return;
    this.nextOrder = next;
    this.ratio = Math.min(best, this.mostRatio);
  }

  private lowerRatio(): number {
    const { order, coefficients, history } = this;
    if (order === 1) return 0;
    return ratioOf(order - 1, bias[0] * this.norm(history.z[order]) * coefficients.lowerError);
  }

  private higherRatio(): number {
    const { order, coefficients, earlier, earlierScale, e, delta } = this;
    if (order === this.highest || earlierScale === 0) return 0;
    // The step before: past[1] is this one.
    const share = (coefficients.scale / earlierScale) * (this.h / coefficients.past[2]) ** (order + 1);
    for (let i = 0; i < e.length; i++) delta[i] = e[i] - share * earlier[i];
    return ratioOf(order + 1, bias[2] * this.norm(delta) * coefficients.higherError);
  }

  interpolate(t: number, out: Float64Array): void {
    this.history.interpolate((t - this.t) / this.h, out);
  }

  visitState(state: StateVisitor): void {
    this.t = state.number('t', this.t);
    this.order = state.count('order', this.order, this.highest);
    this.nextOrder = state.count('nextOrder', this.nextOrder, this.highest);
    this.wait = state.number('wait', this.wait);
    this.steps = state.number('steps', this.steps);
    this.factoredAt = state.number('factoredAt', this.factoredAt);
    this.jacobianAt = state.number('jacobianAt', this.jacobianAt);
    this.h = state.number('h', this.h);
    this.ratio = state.number('ratio', this.ratio);
    this.mostRatio = state.number('mostRatio', this.mostRatio);
    this.factored = state.number('factored', this.factored);
    this.rate = state.number('rate', this.rate);
    this.earlierScale = state.number('earlierScale', this.earlierScale);
    this.coefficients.visitState(state);
    for (let j = 0; j < this.history.z.length; j++) state.array('z', this.history.z[j]);
    state.array('f', this.f);
    state.array('e', this.e);
    state.array('earlier', this.earlier);
    this.visitFactors(state);
  }

  private visitFactors(state: StateVisitor): void {
    if (!state.boolean('jacobian', this.J !== undefined)) {
      this.J = this.lu = undefined;
      return;
    }
    const J = visitMatrix(state, this.J, this.x.length);
    this.takePattern(J).visitState(state, J);
  }
}

/** Ratio of step sizes at which a local error of order q becomes 1. */
function ratioOf(q: number, error: number): number {
  return 1 / (error ** (1 / (q + 1)) + 1e-6);
}

export const bdf: Method = {
  name: 'bdf',
  order: highestOrder,
  stable: true,
  locatesEvents: true,
  variableOrder: true,
  create: (problem, tolerance) => new Bdf(problem, tolerance),
};
