import type { SparseMatrix } from '../../../solver/linear-algebra/sparse-matrix.ts';
import {
  type Integrator,
  type Method,
  type OdeProblem,
  SolverFailure,
  type Tolerance,
} from '../../../solver/ode-integrator.ts';
import { UserCode } from '../../../util/user-code.ts';
import { NotFinite } from '../call-failure.ts';

/**
 * A problem that can be set to (t, x) and that describes NaN or infinite values among the last
 * ones.
 */
interface PlacedProblem extends OdeProblem {
  place(t: number, x: Float64Array): void;
  notFinite(): string | undefined;
}

/**
 * Wraps a custom integrator. Checks its position after each step, moves the model there if the
 * integrator did not, and reports its failures as failures of custom code.
 */
export class CustomIntegrator implements Integrator {
  private readonly userCode: UserCode;
  private readonly inner: Integrator;
  private readonly methods: Record<string, (...operands: unknown[]) => unknown>;
  private readonly heard: RecordedProblem;
  readonly visitState: Integrator['visitState'];

  /** @param units names of the integrated instances */
  constructor(
    method: Method,
    private readonly problem: PlacedProblem,
    tolerance: Tolerance,
    units: string,
  ) {
    const heard = new RecordedProblem(problem);
    this.heard = heard;
    // After a rejected evaluation, the integrator may retry with a smaller step.
    const handsOn = (thrown: unknown): boolean =>
      thrown instanceof SolverFailure || (heard.failed && heard.thrown === thrown);
    const userCode = new UserCode(`integrate ${units}: the solver "${method.name}"`, handsOn);
    const inner: Integrator = userCode.method(method, 'create')(heard, tolerance);
    userCode.requireMembers('integrator', inner, 'restart', 'step', 'interpolate');
    for (const member of ['x', 'plan'] as const)
      if (!(inner[member] instanceof Float64Array)) userCode.refuse(`lacks a Float64Array ${member}`);
    if (inner.x.length !== problem.n)
      userCode.refuse(`has ${inner.x.length} elements in x, but the system has ${problem.n} states`);
    this.userCode = userCode;
    this.inner = inner;
    this.methods = userCode.methods(inner, 'restart', 'step', 'interpolate');
    if (inner.visitState !== undefined) this.visitState = userCode.stateOf(inner);
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
    this.heard.forget();
    this.methods.restart(t, x);
    if (this.t !== t) this.userCode.refuse(`is at t = ${this.t} s after restart(${t})`);
    this.place();
  }

  step(bound: number): void {
    const from = this.t;
    this.heard.forget();
    this.methods.step(bound);
    const { t } = this;
    if (!(t > from && t <= bound))
      this.userCode.refuse(
        t > bound
          ? `went to t = ${t} s in a step bounded by t = ${bound} s`
          : `went from t = ${from} s to t = ${t} s in a step toward t = ${bound} s`,
      );
    this.requireFinite('reached', t, this.x);
    if (!this.passes) this.place();
  }

  interpolate(t: number, x: Float64Array): void {
    this.methods.interpolate(t, x);
    this.requireFinite('interpolates', t, x);
  }

  /** Sets the model to the integrator's position, unless f was last evaluated there. */
  private place(): void {
    const { t, x } = this;
    if (!this.heard.standsAt(t, x)) this.problem.place(t, x);
  }

  /** Rejects NaN or infinite states. Reports invalid derivatives instead if they came first. */
  private requireFinite(does: string, t: number, x: Float64Array): void {
    const k = x.findIndex((value) => !Number.isFinite(value));
    if (k < 0) return;
    if (this.heard.odd !== undefined) throw new NotFinite(this.heard.odd);
    this.userCode.refuse(`${does} x[${k}] = ${x[k]} at t = ${t} s`);
  }
}

const areFinite = (values: Float64Array): boolean => values.every(Number.isFinite);

/** Wraps a problem and records the last point of evaluation and the error it threw. */
class RecordedProblem implements OdeProblem {
  failed = false;
  thrown: unknown;
  /** Description of the first invalid derivative. */
  odd: string | undefined;
  /** Time of the last evaluation of f, or NaN if unknown. */
  private t = Number.NaN;
  private readonly x: Float64Array;

  constructor(private readonly problem: PlacedProblem) {
    this.x = new Float64Array(problem.n);
  }

  /** Forgets the last point, because other code may have moved the model. */
  forget(): void {
    this.t = Number.NaN;
  }

  standsAt(t: number, x: Float64Array): boolean {
    return t === this.t && this.x.every((value, i) => Object.is(value, x[i]));
  }

  get n(): number {
    return this.problem.n;
  }

  get driven(): boolean {
    return this.problem.driven === true;
  }

  derivatives(t: number, x: Float64Array, dx: Float64Array): boolean {
    this.forget();
    // Stored before the evaluation, because the derivatives may overwrite x.
    this.x.set(x);
    try {
      if (!this.problem.derivatives(t, x, dx)) return false;
      this.t = t;
      if (this.odd === undefined && !areFinite(dx) && areFinite(this.x)) this.odd = this.problem.notFinite();
      return true;
    } catch (thrown) {
      throw this.hear(thrown);
    }
  }

  jacobian(t: number, x: Float64Array, f: Float64Array): SparseMatrix {
    this.forget();
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
