/**
 * A function of time that drives a mechanism, with its derivatives: what `evaluate` leaves is its
 * value at that time.
 */
export abstract class Profile {
  value: f64 = 0.0;
  /** First and second derivative [1/s, 1/s²]. */
  rate: f64 = 0.0;
  rate2: f64 = 0.0;

  abstract evaluate(t: f64): void;

  /**
   * Adds a/2 (1 − cos(π (t − from)/duration)) to value, and its derivatives to rate and rate2. The
   * ramp is 0 before, and a after.
   */
  protected addRamp(t: f64, a: f64, from: f64, duration: f64): void {
    if (t <= from) return;
    if (t >= from + duration) {
      this.value += a;
      return;
    }
    const frequency: f64 = Math.PI / duration;
    const phase: f64 = frequency * (t - from);
    const half: f64 = 0.5 * a;
    this.value += half * (1.0 - Math.cos(phase));
    this.rate += half * frequency * Math.sin(phase);
    this.rate2 += half * frequency * frequency * Math.cos(phase);
  }

  protected clear(): void {
    this.value = 0.0;
    this.rate = 0.0;
    this.rate2 = 0.0;
  }
}

/** Profile with a constant value. */
export class Constant extends Profile {
  constructor(value: f64) {
    super();
    this.value = value;
  }

  evaluate(t: f64): void {}
}
