/** Highest order: third differences. */
const highest: i32 = 4;

/**
 * Predicts the change x_{n+1} − x_n of n quantities from their past by backward differences,
 *
 *     x_{n+1} − x_n ≈ ∇x_n + ∇²x_n + … + ∇^{order−1} x_n,
 *
 * exact for polynomials of degree order − 1. Order 1 predicts no change: with rates that is the
 * prediction of Jaiswal et al. 2021a, Sect. 4.
 */
export class Extrapolation {
  /** 1 … 4. */
  order: i32 = highest;
  /** ∇⁰ … ∇² of the last call, `highest − 1` rows. */
  private past: StaticArray<f64>;
  private calls: i32 = 0;

  constructor(readonly size: i32) {
    this.past = new StaticArray<f64>(size * (highest - 1));
  }

  /** Forgets the past, where the quantities' derivatives jump. */
  restart(): void {
    this.calls = 0;
  }

  /** Before the changes of a step are asked for, one by one. */
  next(): void {
    if (this.calls < highest) this.calls++;
  }

  /** The change of quantity i, which is x now. */
  change(i: i32, x: f64): f64 {
    const terms: i32 = this.calls < this.order ? this.calls : this.order;
    let difference: f64 = x;
    let sum: f64 = 0.0;
    for (let k: i32 = 1; k < highest; k++) {
      const at: i32 = (k - 1) * this.size + i;
      const before: f64 = unchecked(this.past[at]);
      unchecked((this.past[at] = difference));
      difference -= before;
      if (k < terms) sum += difference;
    }
    return sum;
  }
}
