import { Lu } from '../../../fmu-sdk/solver/linear-algebra/dense-lu.ts';
import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type ContinuousConnection, passValue } from './continuous-connections.ts';

const mostIterations = 50;
const mostHalvings = 12;
/** The Jacobian is renewed if an iteration leaves more than this share of the residual. */
const poor = 0.1;
/** Least scale of a value without a nominal value that has been zero so far. */
const smallest = 1e-9;
const mostHistory = 12;

/** Computes ∂G/∂w of a loop. */
export interface LoopDerivatives extends Stateful {
  /** Writes the entries by rows into a zero matrix, at the loop's present w. */
  fill(loop: ConnectionLoop, into: Float64Array): void;
  /** Name of the method for messages. */
  readonly by: string;
  /** Switches to another method after a failure. Returns false if no other method is left. */
  switchMethod(): boolean;
}

/**
 * Solves outputs that depend on each other while states and time are fixed. The values w satisfy r
 * = G(w) − w = 0, by Newton's iteration
 *
 *     (I − ∂G/∂w) Δ = r.
 *
 * Derivatives are directional derivatives of the units, or differences if a unit lacks them or they
 * do not converge. The factors are reused while they work. A step is halved while the residual
 * grows.
 */
export class ConnectionLoop implements Stateful {
  /** Numbers of iterations, solved evaluations and Jacobians. */
  iterations = 0;
  solved = 0;
  jacobians = 0;
  readonly w: Float64Array;
  readonly matrix: Lu;
  private readonly r: Float64Array;
  private readonly previous: Float64Array;
  private readonly isFactorReusable: Float64Array;
  private readonly step: Float64Array;
  private readonly scale: Float64Array;
  private readonly history: number[] = [];
  private factored = false;
  private begun = false;

  /** @param evaluate visits the units of the loop and returns false if one refuses the values */
  constructor(
    readonly connections: readonly ContinuousConnection[],
    private readonly evaluate: () => boolean,
    private readonly jacobian: LoopDerivatives,
    private readonly tolerance: number,
  ) {
    const n = connections.length;
    this.matrix = new Lu(n, false);
    const vector = (): Float64Array => new Float64Array(n);
    [this.w, this.r, this.previous, this.isFactorReusable, this.step] = [
      vector(),
      vector(),
      vector(),
      vector(),
      vector(),
    ];
    this.scale = Float64Array.from(connections, ({ nominal }) => nominal ?? smallest);
  }

  /**
   * Solves the loop, starting at the last solution. Returns undefined, or the reason of the
   * failure.
   */
  solve(): string | undefined {
    const { w, connections, isFactorReusable } = this;
    if (!this.begun)
      for (let i = 0; i < w.length; i++)
        isFactorReusable[i] = w[i] = Number(connections[i].view[connections[i].at]);
    this.begun = true;
    const failure = this.iterate();
    if (failure === undefined) isFactorReusable.set(w);
    else w.set(isFactorReusable);
    return failure;
  }

  private iterate(): string | undefined {
    const { history } = this;
    history.length = 0;
    let size = this.residual();
    for (let k = 0; !(size <= this.tolerance); k++) {
      if (k === mostIterations) return `after ${k} iterations`;
      if (size === Number.POSITIVE_INFINITY) return 'a unit does not give finite values for the start values';
      const next = this.newton(size);
      if (Number.isNaN(next)) return this.stuck;
      size = next;
      this.iterations++;
    }
    this.solved++;
    return undefined;
  }

  private stuck = '';

  /**
   * Takes one Newton step, shortened until the residual falls. Returns the new residual, or NaN.
   */
  private newton(before: number): number {
    const { w, previous } = this;
    previous.set(w);
    for (;;) {
      const fresh = !this.factored;
      if (fresh && !this.factor()) return Number.NaN;
      const size = this.search(before);
      if (!Number.isNaN(size)) {
        if (size > poor * before) this.factored = false;
        return size;
      }
      w.set(previous);
      this.residual();
      this.factored = false;
      if (!fresh) continue;
      if (this.jacobian.switchMethod()) continue;
      this.stuck = 'the residual does not decrease along Newton’s direction';
      return Number.NaN;
    }
  }

  private search(before: number): number {
    const { w, previous, r, step, matrix } = this;
    step.set(r);
    matrix.solve(step);
    let share = 1;
    for (let k = 0; k <= mostHalvings; k++, share *= 0.5) {
      for (let i = 0; i < w.length; i++) w[i] = previous[i] + share * step[i];
      const size = this.residual();
      if (size < before) return size;
    }
    return Number.NaN;
  }

  /** Factors I − ∂G/∂w at the present point. */
  factor(): boolean {
    const { matrix, w } = this;
    const n = w.length;
    matrix.re.fill(0);
    this.jacobian.fill(this, matrix.re);
    for (let k = 0; k < n * n; k++) matrix.re[k] = (k % (n + 1) === 0 ? 1 : 0) - matrix.re[k];
    this.jacobians++;
    this.factored = matrix.factor();
    if (!this.factored)
      this.stuck =
        'the Jacobian is singular because outputs follow inputs around the loop unchanged (gain 1)';
    return this.factored;
  }

  /**
   * Writes the values of the connections after visiting all units with w. Returns false if a unit
   * refuses them.
   */
  evaluateLoop(w: Float64Array, into: Float64Array): boolean {
    const { connections } = this;
    for (let i = 0; i < w.length; i++) passValue(connections[i], w[i]);
    if (!this.evaluate()) return false;
    for (let i = 0; i < w.length; i++) into[i] = Number(connections[i].view[connections[i].at]);
    return true;
  }

  /**
   * Computes r and returns its largest element in units of the values' scales, or ∞ if it is not
   * finite.
   */
  private residual(): number {
    const { w, r, scale, history } = this;
    let largest = Number.POSITIVE_INFINITY;
    if (this.evaluateLoop(w, r)) {
      largest = 0;
      let finite = 0;
      for (let i = 0; i < w.length; i++) {
        finite += r[i] * 0;
        if (this.connections[i].nominal === undefined) scale[i] = Math.max(scale[i], Math.abs(w[i]));
        r[i] -= w[i];
        largest = Math.max(largest, Math.abs(r[i]) / scale[i]);
      }
      if (finite !== 0) largest = Number.POSITIVE_INFINITY;
    }
    if (history.length === mostHistory) history.shift();
    history.push(largest);
    return largest;
  }

  /** Returns the change of a value for a difference quotient. */
  increment(i: number): number {
    return Math.sqrt(Number.EPSILON) * Math.max(Math.abs(this.w[i]), this.scale[i]);
  }

  /** Name of the method that computes Jacobians. */
  get by(): string {
    return this.jacobian.by;
  }

  /** Path of the loop for messages. */
  get path(): string {
    const names = [...new Set(this.connections.map(({ name }) => name))];
    return names.length <= 6
      ? names.join(', ')
      : `${names.slice(0, 6).join(', ')} and ${names.length - 6} more`;
  }

  refuse(system: string, t: number, how: string): never {
    const { r, w, scale, connections, history } = this;
    let worst = 0;
    for (let i = 1; i < r.length; i++)
      if (!(Math.abs(r[i]) / scale[i] <= Math.abs(r[worst]) / scale[worst])) worst = i;
    const { name, unit: unitOfMeasure } = connections[worst];
    throw new UserError(
      `step ${system}: the algebraic loop of ${this.path} cannot be solved at t = ${t} s: ${how}. ` +
        `Largest difference: ${name}, ${w[worst]} to ${w[worst] + r[worst]} ${unitOfMeasure}`.trimEnd() +
        `. Residuals relative to the values (the last ${history.length}): ${history.map((value) => value.toExponential(1)).join(', ')}. ` +
        'Use better start values, raise "loopTolerance", or break the loop with a unit whose output does not depend directly on its input.',
    );
  }

  visitState(state: StateVisitor): void {
    this.iterations = state.number('iterations', this.iterations);
    this.solved = state.number('solved', this.solved);
    this.jacobians = state.number('jacobians', this.jacobians);
    this.factored = state.boolean('factored', this.factored);
    this.begun = state.boolean('begun', this.begun);
    state.array('w', this.w);
    state.array('solution', this.isFactorReusable);
    state.array('scale', this.scale);
    this.matrix.visitState(state);
    this.jacobian.visitState(state);
  }
}
