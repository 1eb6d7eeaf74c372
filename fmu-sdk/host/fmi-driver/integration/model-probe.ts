/** Parts of a model that a probe evaluates. See `Integrand`. */
export interface ProbedModel {
  readonly n: number;
  readonly x: Float64Array;
  readonly z: Float64Array;
  getStates(): void;
  place(t: number, x: Float64Array): void;
  derivatives(t: number, x: Float64Array, dx: Float64Array): boolean;
}

/**
 * Finds out whether an event changed ẋ = f(t, x). Compares states and event indicators at the
 * current point, and derivatives at the end of the integrator's last step, which may be ahead.
 */
export class ModelProbe {
  private readonly x: Float64Array;
  private readonly z: Float64Array;
  /** States at the end of the integrator's last step, and derivatives there before and after. */
  private readonly ahead: Float64Array;
  private readonly before: Float64Array;
  private readonly after: Float64Array;
  private isKept = false;

  constructor(private readonly model: ProbedModel) {
    const { n, z } = model;
    [this.x, this.ahead, this.before, this.after] = [0, 1, 2, 3].map(() => new Float64Array(n));
    this.z = new Float64Array(z.length);
  }

  /**
   * Evaluates the model before an event at t [s]. The integrator's last step ended at `end` [s] with
   * the states `ahead`.
   */
  keep(t: number, end: number, ahead: Float64Array): void {
    const { model, x, z, before } = this;
    this.ahead.set(ahead);
    model.getStates();
    x.set(model.x);
    z.set(model.z);
    this.isKept = this.evaluate(t, end, before);
  }

  /** Reports whether the model is the same after the event, bit for bit. */
  isUnchanged(t: number, end: number): boolean {
    const { model, x, z, before, after } = this;
    if (!this.isKept) return false;
    model.getStates();
    return equal(model.x, x) && equal(model.z, z) && this.evaluate(t, end, after) && equal(after, before);
  }

  private evaluate(t: number, end: number, into: Float64Array): boolean {
    const { model, x, ahead } = this;
    if (end === t) return model.derivatives(t, x, into);
    const isGood = model.derivatives(end, ahead, into);
    model.place(t, x);
    return isGood;
  }
}

function equal(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
