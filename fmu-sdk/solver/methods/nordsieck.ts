import { highestOrder } from './bdf-coefficients.ts';

/**
 * Polynomial of a multistep method at its last point: zⱼ = hʲ x⁽ʲ⁾ / j! (Nordsieck 1962). Terms
 * above its degree are zero, so that all loops are equal for every order.
 */
export class Nordsieck {
  readonly z: Float64Array[];

  constructor(n: number) {
    this.z = Array.from({ length: highestOrder + 1 }, () => new Float64Array(n));
  }

  /** The step size that the derivatives are scaled with becomes `ratio` times itself. */
  rescale(ratio: number): void {
    let factor = 1;
    for (let j = 1; j < this.z.length; j++) {
      factor *= ratio;
      const zj = this.z[j];
      for (let i = 0; i < zj.length; i++) zj[i] *= factor;
    }
  }

  /** x and h ẋ one step ahead. */
  predict(x: Float64Array, slope: Float64Array): void {
    const [z0, z1, z2, z3, z4, z5] = this.z;
    for (let i = 0; i < x.length; i++) {
      const b = z1[i];
      const c = z2[i];
      const d = z3[i];
      const f = z4[i];
      const g = z5[i];
      x[i] = z0[i] + (b + (c + (d + (f + g))));
      slope[i] = b + (2 * c + (3 * d + (4 * f + 5 * g)));
    }
  }

  /** Moves to the next point, and corrects by lⱼ·e. */
  advance(l: Float64Array, correction: Float64Array): void {
    const [z0, z1, z2, z3, z4, z5] = this.z;
    const [l0, l1, l2, l3, l4, l5] = l;
    for (let i = 0; i < z0.length; i++) {
      const e = correction[i];
      const b = z1[i];
      const c = z2[i];
      const d = z3[i];
      const f = z4[i];
      const g = z5[i];
      z0[i] = z0[i] + (b + (c + (d + (f + g)))) + l0 * e;
      z1[i] = b + (2 * c + (3 * d + (4 * f + 5 * g))) + l1 * e;
      z2[i] = c + (3 * d + (6 * f + 10 * g)) + l2 * e;
      z3[i] = d + (4 * f + 10 * g) + l3 * e;
      z4[i] = f + 5 * g + l4 * e;
      z5[i] = g + l5 * e;
    }
  }

  /**
   * Raises the order to q + 1, with the last correction e: Byrne & Hindmarsh (1975). Earlier steps
   * had the sizes past[1], …. Derivatives are scaled with h.
   */
  increase(q: number, h: number, past: Float64Array, e: Float64Array): void {
    const l = new Float64Array(highestOrder + 2);
    l[2] = 1;
    let first = -1;
    let second = 1;
    let product = 1;
    let before = 1;
    let span = h;
    for (let j = 1; j < q; j++) {
      span += past[j + 1];
      const xi = span / h;
      product *= xi;
      first -= 1 / (j + 1);
      second += 1 / xi;
      for (let i = j + 2; i >= 2; i--) l[i] = l[i] * before + l[i - 1];
      before = xi;
    }
    const share = (-first - second) / product;
    const top = this.z[q + 1];
    for (let i = 0; i < e.length; i++) top[i] = share * e[i];
    this.add(l, 2, q, top, 1);
  }

  /** Lowers the order to q − 1. */
  decrease(q: number, h: number, past: Float64Array): void {
    const top = this.z[q];
    if (q > 2) {
      const l = new Float64Array(highestOrder + 2);
      l[2] = 1;
      let span = 0;
      for (let j = 1; j <= q - 2; j++) {
        span += past[j];
        for (let i = j + 2; i >= 2; i--) l[i] = l[i] * (span / h) + l[i - 1];
      }
      this.add(l, 2, q - 1, top, -1);
    }
    top.fill(0);
  }

  private add(l: Float64Array, from: number, to: number, v: Float64Array, sign: number): void {
    for (let j = from; j <= to; j++) {
      const factor = sign * l[j];
      const zj = this.z[j];
      for (let i = 0; i < v.length; i++) zj[i] += factor * v[i];
    }
  }

  /** x at s steps after the last point, s ≤ 0 inside the last step. */
  interpolate(s: number, x: Float64Array): void {
    const [z0, z1, z2, z3, z4, z5] = this.z;
    for (let i = 0; i < x.length; i++)
      x[i] = z0[i] + s * (z1[i] + s * (z2[i] + s * (z3[i] + s * (z4[i] + s * z5[i]))));
  }
}
