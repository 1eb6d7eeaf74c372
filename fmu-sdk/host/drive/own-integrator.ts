import { messageOf, UserError } from '../../error.ts';
import {
  type Integrator,
  type Method,
  type OdeProblem,
  SolverFailure,
  type Tolerance,
} from '../../solver/integrator.ts';
import type { SparseMatrix } from '../../solver/sparse-matrix.ts';
import { refusePromise } from '../../synchronous.ts';

/** An integrator of a user's own: where it has come to is looked at after each step, and what fails in it is told as its own. */
export class OwnIntegrator implements Integrator {
  private readonly problem: HeardProblem;
  private readonly inner: Integrator;

  /** @param units names of those that are integrated */
  constructor(
    private readonly method: Method,
    problem: OdeProblem,
    tolerance: Tolerance,
    private readonly units: string,
  ) {
    this.problem = new HeardProblem(problem);
    try {
      this.inner = method.create(this.problem, tolerance);
    } catch (thrown) {
      throw this.told('create', thrown);
    }
    this.check();
  }

  get t(): number {
    return this.inner.t;
  }

  get x(): Float64Array {
    return this.inner.x;
  }

  get plan(): Float64Array {
    return this.inner.plan;
  }

  get passes(): boolean {
    return this.inner.passes === true;
  }

  restart(t: number, x: Float64Array): void {
    try {
      this.inner.restart(t, x);
    } catch (thrown) {
      throw this.told('restart', thrown);
    }
    if (this.t !== t) this.refuse(`stands at t = ${this.t} s after restart(${t})`);
  }

  step(bound: number): void {
    const from = this.t;
    let answer: unknown;
    try {
      answer = this.inner.step(bound);
    } catch (thrown) {
      throw this.told('step', thrown);
    }
    if (answer !== undefined) refusePromise(this.operation, 'step', answer);
    const { t } = this;
    if (t > from && t <= bound) return;
    this.refuse(
      t > bound
        ? `has come to t = ${t} s in a step whose bound was t = ${bound} s`
        : `has come from t = ${from} s to t = ${t} s in a step toward t = ${bound} s`,
    );
  }

  interpolate(t: number, x: Float64Array): void {
    try {
      this.inner.interpolate(t, x);
    } catch (thrown) {
      throw this.told('interpolate', thrown);
    }
  }

  private get operation(): string {
    return `integrate ${this.units}: the solver "${this.method.name}"`;
  }

  /** Refuses what is no integrator of this problem. */
  private check(): void {
    const { inner, problem } = this;
    refusePromise(this.operation, 'create', inner);
    for (const member of ['restart', 'step', 'interpolate'] as const)
      if (typeof inner?.[member] !== 'function') this.refuse(`has no ${member}()`);
    for (const member of ['x', 'plan'] as const)
      if (!(inner[member] instanceof Float64Array)) this.refuse(`has no Float64Array ${member}`);
    if (inner.x.length !== problem.n)
      this.refuse(`has ${inner.x.length} elements in x for ${problem.n} states`);
  }

  /** What a member has thrown: that of a unit as it is, a refusal as one, anything else as the integrator's own failure. */
  private told(member: string, thrown: unknown): unknown {
    const { problem, operation } = this;
    if (thrown instanceof UserError || (problem.failed && thrown === problem.thrown)) return thrown;
    if (thrown instanceof SolverFailure)
      return new SolverFailure(`the solver "${this.method.name}" gives up: ${messageOf(thrown)}`);
    return new UserError(
      `${operation} fails in ${member} behind t = ${this.inner?.t} s: ${messageOf(thrown)}. Mend it, or choose another.`,
      { cause: thrown },
    );
  }

  private refuse(what: string): never {
    throw new UserError(`${this.operation} ${what}. Mend it, or choose another.`);
  }
}

/** The same problem, of which is known what it has thrown. */
class HeardProblem implements OdeProblem {
  failed = false;
  thrown: unknown;

  constructor(private readonly problem: OdeProblem) {}

  get n(): number {
    return this.problem.n;
  }

  get driven(): boolean {
    return this.problem.driven === true;
  }

  derivatives(t: number, x: Float64Array, dx: Float64Array): boolean {
    try {
      return this.problem.derivatives(t, x, dx);
    } catch (thrown) {
      throw this.hear(thrown);
    }
  }

  jacobian(t: number, x: Float64Array, f: Float64Array): SparseMatrix {
    try {
      return this.problem.jacobian(t, x, f);
    } catch (thrown) {
      throw this.hear(thrown);
    }
  }

  private hear(thrown: unknown): unknown {
    this.failed = true;
    this.thrown = thrown;
    return thrown;
  }
}
