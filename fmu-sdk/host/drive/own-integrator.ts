import { OwnCode } from '../../own-code.ts';
import {
  type Integrator,
  type Method,
  type OdeProblem,
  SolverFailure,
  type Tolerance,
} from '../../solver/integrator.ts';
import type { SparseMatrix } from '../../solver/sparse-matrix.ts';

/** An integrator of a user's own: where it has come to is looked at after each step, and what fails in it is told as its own. */
export class OwnIntegrator implements Integrator {
  private readonly own: OwnCode;
  private readonly inner: Integrator;
  private readonly methods: Record<string, (...operands: unknown[]) => unknown>;

  /** @param units names of those that are integrated */
  constructor(method: Method, problem: OdeProblem, tolerance: Tolerance, units: string) {
    const heard = new HeardProblem(problem);
    // A smaller step may be tried where it has given up.
    const handsOn = (thrown: unknown): boolean =>
      thrown instanceof SolverFailure || (heard.failed && heard.thrown === thrown);
    const own = new OwnCode(`integrate ${units}: the solver "${method.name}"`, handsOn);
    const inner: Integrator = own.method(method, 'create')(heard, tolerance);
    own.needs('integrator', inner, 'restart', 'step', 'interpolate');
    for (const member of ['x', 'plan'] as const)
      if (!(inner[member] instanceof Float64Array)) own.refuse(`has no Float64Array ${member}`);
    if (inner.x.length !== problem.n)
      own.refuse(`has ${inner.x.length} elements in x for ${problem.n} states`);
    this.own = own;
    this.inner = inner;
    this.methods = own.methods(inner, 'restart', 'step', 'interpolate');
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
    this.methods.restart(t, x);
    if (this.t !== t) this.own.refuse(`stands at t = ${this.t} s after restart(${t})`);
  }

  step(bound: number): void {
    const from = this.t;
    this.methods.step(bound);
    const { t } = this;
    if (t > from && t <= bound) return;
    this.own.refuse(
      t > bound
        ? `has come to t = ${t} s in a step whose bound was t = ${bound} s`
        : `has come from t = ${from} s to t = ${t} s in a step toward t = ${bound} s`,
    );
  }

  interpolate(t: number, x: Float64Array): void {
    this.methods.interpolate(t, x);
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
