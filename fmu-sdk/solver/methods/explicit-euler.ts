import type { StateVisitor } from '../../util/state/stateful.ts';
import type { Integrator, Method, OdeProblem } from '../ode-integrator.ts';
import { rejectPoint } from '../step-bounds.ts';

/**
 * Integrates with the explicit Euler method: one step to the bound, without error control. Between
 * its ends the states are interpolated linearly.
 */
export class Euler implements Integrator {
  t = 0;
  readonly x: Float64Array;
  readonly plan: Float64Array = new Float64Array(0);
  private readonly f: Float64Array;
  private readonly last: Float64Array;
  private from = 0;

  constructor(private readonly problem: OdeProblem) {
    this.x = new Float64Array(problem.n);
    this.f = new Float64Array(problem.n);
    this.last = new Float64Array(problem.n);
  }

  restart(t: number, x: Float64Array): void {
    this.t = t;
    this.x.set(x);
    this.evaluate();
  }

  step(bound: number): void {
    const { x, f, last } = this;
    const h = bound - this.t;
    last.set(x);
    this.from = this.t;
    for (let i = 0; i < x.length; i++) x[i] += h * f[i];
    this.t = bound;
    this.evaluate();
  }

  interpolate(t: number, out: Float64Array): void {
    const s = (t - this.from) / (this.t - this.from);
    for (let i = 0; i < out.length; i++) out[i] = this.last[i] + s * (this.x[i] - this.last[i]);
  }

  private evaluate(): void {
    if (!this.problem.derivatives(this.t, this.x, this.f)) rejectPoint(this.t);
    // No estimate of an error sees it.
    for (let i = 0; i < this.f.length; i++) if (!Number.isFinite(this.f[i])) rejectPoint(this.t);
  }

  visitState(state: StateVisitor): void {
    this.t = state.number('t', this.t);
    this.from = state.number('from', this.from);
    state.array('x', this.x);
    state.array('f', this.f);
    state.array('last', this.last);
  }
}

export const euler: Method = {
  name: 'euler',
  order: 1,
  stable: false,
  locatesEvents: false,
  create: (problem) => new Euler(problem),
};
