import type { StateVisitor } from '../../util/state/stateful.ts';
import { errorNorm } from '../error-norm.ts';
import { firstStep } from '../first-step.ts';
import { type ShiftedLu, shiftedLu } from '../linear-algebra/shifted-lu.ts';
import { shiftedPattern } from '../linear-algebra/shifted-pattern.ts';
import { type SparseMatrix, samePattern, visitMatrix } from '../linear-algebra/sparse-matrix.ts';
import {
  type Integrator,
  type Method,
  type OdeProblem,
  SolverFailure,
  type Tolerance,
} from '../ode-integrator.ts';
import { endOfStep, rejectPoint, rejectTinyStep } from '../step-bounds.ts';

const s6 = Math.sqrt(6);
const c = [(4 - s6) / 10, (4 + s6) / 10, 1];
/** Embedded error estimate. */
const e = [(-13 - 7 * s6) / 3, (-13 + 7 * s6) / 3, -1 / 3];
/** Eigenvalues of A⁻¹: one real, and a conjugate pair. */
const muReal = 3 + 3 ** (2 / 3) - 3 ** (1 / 3);
const muRe = 3 + 0.5 * (3 ** (1 / 3) - 3 ** (2 / 3));
const muIm = -0.5 * (3 ** (5 / 6) + 3 ** (7 / 6));
/** Eigenvectors of A⁻¹ and their inverse. */
const T = [
  [0.09443876248897524, -0.14125529502095421, 0.03002919410514742],
  [0.2502131229653333, 0.2041293522937999, -0.3829421127572619],
  [1, 1, 0],
];
const TI = [
  [4.178718591551904, 0.3276828207610624, 0.5233764454994495],
  [-4.178718591551904, -0.3276828207610624, 0.4766235545005504],
  [0.5028726349457868, -2.571926949855605, 0.5960392048282249],
];
/** Collocation polynomial: x(t + s h) = x + Σⱼ s^(j+1) Σᵢ Zᵢ P[i][j]. */
const P = [
  [13 / 3 + (7 * s6) / 3, -23 / 3 - (22 * s6) / 3, 10 / 3 + 5 * s6],
  [13 / 3 - (7 * s6) / 3, -23 / 3 + (22 * s6) / 3, 10 / 3 - 5 * s6],
  [1 / 3, -8 / 3, 10 / 3],
];
const newtonSteps = 6;

/**
 * Integrates with Radau IIA: three stages, order 5, L-stable, continuous extension of order 3.
 * Simplified Newton iteration on the transformed stages, error estimate and step-size prediction
 * follow RADAU5 (Hairer & Wanner 1996, IV.8).
 */
export class Radau implements Integrator {
  t = 0;
  readonly x: Float64Array;
  private readonly newtonTolerance: number;
  private readonly f: Float64Array;
  private readonly next: Float64Array;
  private readonly stage: Float64Array;
  private readonly error: Float64Array;
  private readonly Z: Float64Array[];
  private readonly W: Float64Array[];
  private readonly F: Float64Array[];
  private readonly dense: Float64Array[];
  private J: SparseMatrix | undefined;
  private real!: ShiftedLu;
  private complex!: ShiftedLu;
  private factored = 0;
  private currentJacobian = false;
  private from = 0;
  private size = 0;
  private lastSize = 0;
  private lastError = 0;
  private rate = 0;
  private iterations = 0;

  constructor(
    private readonly problem: OdeProblem,
    private readonly tolerance: Tolerance,
    readonly plan: Float64Array = new Float64Array(1),
  ) {
    const { n } = problem;
    const vector = (): Float64Array => new Float64Array(n);
    const three = (): Float64Array[] => [vector(), vector(), vector()];
    const { relative } = tolerance;
    this.newtonTolerance = Math.max((10 * Number.EPSILON) / relative, Math.min(0.03, Math.sqrt(relative)));
    this.x = vector();
    this.f = vector();
    this.next = vector();
    this.stage = vector();
    this.error = vector();
    this.Z = three();
    this.W = three();
    this.F = three();
    this.dense = [vector(), ...three()];
  }

  restart(t: number, x: Float64Array): void {
    this.t = t;
    this.x.set(x);
    if (!this.problem.derivatives(t, this.x, this.f)) rejectPoint(t);
    this.renewJacobian(t, this.x, this.f);
    this.size = 0;
    this.lastError = 0;
    this.rate = 0;
  }

  step(bound: number): void {
    const { problem, tolerance, x, next, t } = this;
    if (this.plan[0] === 0) {
      const start = { t, x, f0: this.f, x1: next, f1: this.stage, most: bound - t };
      this.plan[0] = firstStep(problem, tolerance, 3, start);
    }
    let rejected = false;
    for (;;) {
      rejectTinyStep(t, this.plan[0]);
      const end = endOfStep(t, this.plan[0], bound);
      const h = end === bound ? bound - t : this.plan[0];
      if (!this.converges(t, h, end)) {
        this.plan[0] = 0.5 * h;
        rejected = true;
        continue;
      }
      let norm = this.estimate(h, this.f);
      const safety = (0.9 * (2 * newtonSteps + 1)) / (2 * newtonSteps + this.iterations);
      if (rejected && norm > 1) {
        for (let i = 0; i < x.length; i++) this.stage[i] = x[i] + this.error[i];
        if (problem.derivatives(t, this.stage, this.F[0])) norm = this.estimate(h, this.F[0]);
      }
      if (!(norm <= 1)) {
        this.plan[0] = h * Math.max(0.2, safety * this.predict(h, norm) || 0.2);
        rejected = true;
        continue;
      }
      this.accept(t, h, end, norm, safety);
      return;
    }
  }

  /** Solves the stages. Renews the Jacobian once when the iteration fails. */
  private converges(t: number, h: number, end: number): boolean {
    for (;;) {
      if (this.factored !== h) this.factor(h);
      if (this.newton(t, h, end)) return true;
      if (this.currentJacobian) return false;
      this.renewJacobian(t, this.x, this.f);
    }
  }

  private renewJacobian(t: number, x: Float64Array, f: Float64Array): void {
    const J = this.problem.jacobian(t, x, f);
    this.requirePattern(J);
    this.J = J;
    this.real.renew(J);
    this.complex.renew(J);
    // The model stands where the Jacobian has left it: back.
    this.problem.derivatives(t, x, f);
    this.currentJacobian = true;
    this.factored = 0;
  }

  /** Replaces the factors if the places of the entries of J differ. */
  private requirePattern(J: SparseMatrix): void {
    if (this.J !== undefined && samePattern(this.J, J)) return;
    const pattern = shiftedPattern(J);
    this.real = shiftedLu(pattern, false);
    this.complex = shiftedLu(pattern, true);
  }

  /** Factors μ/h I − J for the real and the complex eigenvalue. */
  private factor(h: number): void {
    const { real, complex } = this;
    if (!real.factor(muReal / h, 0) || !complex.factor(muRe / h, muIm / h))
      throw new SolverFailure(`its iteration matrix is singular at t = ${this.t} s with a step of ${h} s`);
    this.factored = h;
  }

  /**
   * Runs the simplified Newton iteration for the stages Z, from the collocation polynomial of the
   * last step.
   */
  private newton(t: number, h: number, end: number): boolean {
    const { problem, tolerance, x, stage, Z, W, F } = this;
    const n = x.length;
    this.extrapolateStages(t, h, end);
    let old = 0;
    this.rate = 0;
    for (let k = 0; k < newtonSteps; k++) {
      for (let s = 0; s < 3; s++) {
        for (let i = 0; i < n; i++) stage[i] = x[i] + Z[s][i];
        if (!problem.derivatives(s === 2 ? end : t + c[s] * h, stage, F[s])) return false;
      }
      for (let i = 0; i < n; i++) {
        const f0 = F[0][i];
        const f1 = F[1][i];
        const f2 = F[2][i];
        F[0][i] = TI[0][0] * f0 + TI[0][1] * f1 + TI[0][2] * f2 - (muReal / h) * W[0][i];
        F[1][i] = TI[1][0] * f0 + TI[1][1] * f1 + TI[1][2] * f2 - (muRe * W[1][i] - muIm * W[2][i]) / h;
        F[2][i] = TI[2][0] * f0 + TI[2][1] * f1 + TI[2][2] * f2 - (muRe * W[2][i] + muIm * W[1][i]) / h;
      }
      this.real.solve(F[0], F[0]);
      this.complex.solve(F[1], F[2]);
      let sum = 0;
      for (let s = 0; s < 3; s++) sum += errorNorm(F[s], x, x, tolerance) ** 2;
      const norm = Math.sqrt(sum / 3);
      if (k > 0) {
        this.rate = norm / old;
        const remainingFactor = this.rate ** (newtonSteps - k) / (1 - this.rate);
        if (!(this.rate < 1) || remainingFactor * norm > this.newtonTolerance) return false;
      }
      for (let s = 0; s < 3; s++) for (let i = 0; i < n; i++) W[s][i] += F[s][i];
      for (let s = 0; s < 3; s++)
        for (let i = 0; i < n; i++) Z[s][i] = T[s][0] * W[0][i] + T[s][1] * W[1][i] + T[s][2] * W[2][i];
      this.iterations = k + 1;
      if (norm === 0 || (k > 0 && (this.rate / (1 - this.rate)) * norm < this.newtonTolerance)) return true;
      old = norm;
    }
    return false;
  }

  private extrapolateStages(t: number, h: number, end: number): void {
    const { x, Z, W } = this;
    for (let s = 0; s < 3; s++) {
      if (this.size === 0) Z[s].fill(0);
      else {
        this.interpolate(s === 2 ? end : t + c[s] * h, Z[s]);
        for (let i = 0; i < x.length; i++) Z[s][i] -= x[i];
      }
    }
    for (let s = 0; s < 3; s++)
      for (let i = 0; i < x.length; i++)
        W[s][i] = TI[s][0] * Z[0][i] + TI[s][1] * Z[1][i] + TI[s][2] * Z[2][i];
  }

  /** Norm of the error estimate (μ/h I − J)⁻¹ (f + Σ eᵢ Zᵢ / h). */
  private estimate(h: number, f: Float64Array): number {
    const { x, next, error, Z } = this;
    for (let i = 0; i < x.length; i++) {
      next[i] = x[i] + Z[2][i];
      error[i] = f[i] + (e[0] * Z[0][i] + e[1] * Z[1][i] + e[2] * Z[2][i]) / h;
    }
    this.real.solve(error, error);
    return errorNorm(error, x, next, this.tolerance);
  }

  /** Factor for the step size: the controller of Gustafsson (1994). */
  private predict(h: number, norm: number): number {
    if (norm === 0) return 10;
    const trend = this.lastError > 0 ? (h / this.lastSize) * (this.lastError / norm) ** 0.25 : 1;
    return Math.min(1, trend) * norm ** -0.25;
  }

  private accept(t: number, h: number, end: number, norm: number, safety: number): void {
    const { problem, x, f, next, Z, dense } = this;
    const renew = this.iterations > 2 && this.rate > 1e-3;
    let factor = Math.min(10, safety * this.predict(h, norm));
    if (!renew && factor < 1.2 && factor >= 1) factor = 1;
    for (let i = 0; i < x.length; i++) {
      dense[0][i] = x[i];
      for (let j = 0; j < 3; j++) dense[j + 1][i] = P[0][j] * Z[0][i] + P[1][j] * Z[1][i] + P[2][j] * Z[2][i];
    }
    x.set(next);
    this.from = t;
    this.size = h;
    this.lastSize = h;
    this.lastError = norm;
    this.t = end;
    // A step that the bound has shortened does not reduce the planned size.
    this.plan[0] = h < this.plan[0] ? Math.max(this.plan[0], h * factor) : h * factor;
    if (!problem.derivatives(end, x, f)) rejectPoint(end);
    this.currentJacobian = false;
    if (renew) this.renewJacobian(end, x, f);
  }

  interpolate(t: number, out: Float64Array): void {
    const { dense, from, size } = this;
    const s = (t - from) / size;
    for (let i = 0; i < out.length; i++)
      out[i] = dense[0][i] + s * (dense[1][i] + s * (dense[2][i] + s * dense[3][i]));
  }

  visitState(state: StateVisitor): void {
    this.t = state.number('t', this.t);
    this.factored = state.number('factored', this.factored);
    this.currentJacobian = state.boolean('currentJacobian', this.currentJacobian);
    this.from = state.number('from', this.from);
    this.size = state.number('size', this.size);
    this.lastSize = state.number('lastSize', this.lastSize);
    this.lastError = state.number('lastError', this.lastError);
    this.rate = state.number('rate', this.rate);
    this.iterations = state.number('iterations', this.iterations);
    state.array('plan', this.plan);
    state.array('x', this.x);
    state.array('f', this.f);
    for (let k = 0; k < this.dense.length; k++) state.array('dense', this.dense[k]);
    if (!state.boolean('jacobian', this.J !== undefined)) {
      this.J = undefined;
      return;
    }
    const J = visitMatrix(state, this.J, this.x.length);
    this.requirePattern(J);
    this.J = J;
    this.real.visitState(state, J);
    this.complex.visitState(state, J);
  }
}

export const radau: Method = {
  name: 'radau5',
  order: 5,
  stable: true,
  locatesEvents: true,
  create: (problem, tolerance) => new Radau(problem, tolerance),
};
