import type { Integrand } from './integration-run.ts';

/**
 * Finds out whether an event changed ẋ = f(t, x). Compares states, event indicators and derivatives
 * at the current point, and derivatives at the end of the integrator's last step, which may be
 * ahead.
 */
export class ModelProbe {
  private readonly x: Float64Array;
  private readonly z: Float64Array;
  /** Derivatives before the event, and after it: at the current point, and ahead. */
  private readonly before: readonly Float64Array[];
  private readonly after: readonly Float64Array[];
  private readonly ahead: Float64Array;
  private isKept = false;

  constructor(private readonly model: Integrand) {
    const { n, z } = model;
    const states = (): Float64Array => new Float64Array(n);
    this.x = states();
    this.z = new Float64Array(z.length);
    this.before = [states(), states()];
    this.after = [states(), states()];
    this.ahead = states();
  }

  /**
   * Evaluates the model before an event at t [s], and at the end of the integrator's last step at
   * `end` [s] with states `ahead`.
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
    if (!equal(model.x, x) || !equal(model.z, z)) return false;
    return (
      this.evaluate(t, end, after) && equal(after[0], before[0]) && (end === t || equal(after[1], before[1]))
    );
  }

  private evaluate(t: number, end: number, into: readonly Float64Array[]): boolean {
    const { model, x, ahead } = this;
    const isGood = model.derivatives(t, x, into[0]);
    if (end === t) return isGood;
    const isGoodAhead = model.derivatives(end, ahead, into[1]);
    model.place(t, x);
    return isGood && isGoodAhead;
  }
}

function equal(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
