/** Most stages of a tableau. */
const most: i32 = 6;

/**
 * Butcher's tableau of a stiffly accurate ESDIRK method: first stage explicit, γ on the rest of the
 * diagonal, the last row is b (Zhang, Zhang, Zanoni & Masarati 2022, eqs. 5, 6). Rows are set one
 * entry after the other, then `close`.
 */
export class Tableau {
  /** Stages s, the explicit one included. */
  stages: i32 = 0;
  gamma: f64 = 0.0;
  /** Weights b̂ of the embedded method, or all 0 without one. */
  readonly embedded: StaticArray<f64> = new StaticArray<f64>(most);
  /** Abscissae: row sums. */
  readonly c: StaticArray<f64> = new StaticArray<f64>(most);
  private readonly a: StaticArray<f64> = new StaticArray<f64>(most * most);

  /** Forgets what was here. */
  open(stages: i32, gamma: f64): void {
    this.stages = stages;
    this.gamma = gamma;
    this.a.fill(0.0);
    this.c.fill(0.0);
    this.embedded.fill(0.0);
    for (let i: i32 = 1; i < stages; i++) this.a[i * most + i] = gamma;
  }

  set(i: i32, j: i32, value: f64): void {
    this.a[i * most + j] = value;
  }

  /** a_ij. The row b is i = stages − 1. */
  at(i: i32, j: i32): f64 {
    return unchecked(this.a[i * most + j]);
  }

  /** c from the row sums. The last is 1. */
  close(): void {
    for (let i: i32 = 1; i < this.stages - 1; i++) {
      let sum: f64 = 0.0;
      for (let j: i32 = 0; j <= i; j++) sum += this.at(i, j);
      this.c[i] = sum;
    }
    this.c[this.stages - 1] = 1.0;
  }
}
