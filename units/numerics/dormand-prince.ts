import { fail } from 'fmukit/author';
import { Integrator } from './fixed-step-integrator';
import { Ode } from './ode';

/**
 * Dormand & Prince 1980, RK5(4)7M: order 5, with an error estimate of order 4. The last of seven
 * evaluations is the first of the next step. `step` takes a fixed step. `advance` chooses steps as
 * Shampine & Reichelt 1997 (ode45) do:
 *
 *     err = h max_i |e_i| / max(|x_i|, |x⁺_i|, atol/rtol) ≤ rtol
 *     h ← 0.8 h (rtol/err)^(1/5), at most 5 h
 *
 * After every step the problem may correct x.
 */
export class DormandPrince extends Integrator {
  rtol: f64 = 1e-6;
  atol: f64 = 1e-6;
  /** Step of the next attempt [s], or 0 before the first. */
  h: f64 = 0.0;
  /** Steps taken and refused since `begin`. */
  steps: f64 = 0.0;
  refused: f64 = 0.0;
  private known: bool = false;
  private k: StaticArray<f64>;
  private next: StaticArray<f64>;
  private c: StaticArray<f64> = new StaticArray<f64>(7);
  private a: StaticArray<f64> = new StaticArray<f64>(49);
  private e: StaticArray<f64> = new StaticArray<f64>(7);

  constructor(ode: Ode) {
    super(ode);
    this.k = new StaticArray<f64>(7 * ode.n);
    this.next = new StaticArray<f64>(ode.n);
    const c: StaticArray<f64> = this.c;
    c[1] = 0.2;
    c[2] = 0.3;
    c[3] = 0.8;
    c[4] = 8.0 / 9.0;
    c[5] = 1.0;
    c[6] = 1.0;
    this.row(1, 1.0 / 5.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    this.row(2, 3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0, 0.0);
    this.row(3, 44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0.0, 0.0, 0.0);
    this.row(4, 19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0, 0.0, 0.0);
    this.row(5, 9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0, 0.0);
    this.row(6, 35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0);
    const e: StaticArray<f64> = this.e;
    e[0] = 71.0 / 57600.0;
    e[2] = -71.0 / 16695.0;
    e[3] = 71.0 / 1920.0;
    e[4] = -17253.0 / 339200.0;
    e[5] = 22.0 / 525.0;
    e[6] = -1.0 / 40.0;
  }

  /** Forgets the last step: x is to begin anew. */
  begin(): void {
    this.h = 0.0;
    this.steps = 0.0;
    this.refused = 0.0;
    this.known = false;
  }

  /** One step of h [s], without error control. */
  step(t: f64, h: f64, x: StaticArray<f64>): void {
    this.first(t, x);
    this.stages(t, h, x);
    this.accept(t + h, x);
  }

  /**
   * Advances x(t) to x(end) with as many steps as the tolerances require. The last step ends
   * exactly at `end`.
   */
  advance(t: f64, end: f64, x: StaticArray<f64>): void {
    this.first(t, x);
    if (!(this.h > 0.0)) this.h = this.guess(end - t, x);
    const least: f64 = 1e-12 * (end - t);
    let now: f64 = t;
    let failed: bool = false;
    while (now < end) {
      const left: f64 = end - now;
      // A step that would leave less than a tenth of itself is stretched over it.
      const last: bool = 1.1 * this.h >= left;
      const h: f64 = last ? left : this.h;
      if (!(h > least || last))
        fail(
          'Dormand-Prince: the step has become too small; loosen the tolerances, or look for a force that jumps',
        );
      this.stages(now, h, x);
      const error: f64 = this.error(h, x);
      if (!(error <= this.rtol)) {
        this.h = failed ? 0.5 * h : h * Math.max(0.1, 0.8 * Math.pow(this.rtol / error, 0.2));
        // A NaN never becomes smaller.
        if (!(this.h > least)) fail('Dormand-Prince: no step is small enough for the tolerances');
        failed = true;
        this.refused += 1.0;
        continue;
      }
      now = last ? end : now + h;
      this.accept(now, x);
      if (!failed) {
        const grown: f64 = Math.min(5.0, 0.8 * Math.pow(this.rtol / Math.max(error, 1e-300), 0.2));
        // A step shortened by a communication point does not limit the next step.
        this.h = last ? Math.max(Math.min(this.h, 5.0 * h), grown * h) : grown * h;
      }
      failed = false;
    }
  }

  private row(i: i32, a0: f64, a1: f64, a2: f64, a3: f64, a4: f64, a5: f64): void {
    const a: StaticArray<f64> = this.a;
    a[7 * i] = a0;
    a[7 * i + 1] = a1;
    a[7 * i + 2] = a2;
    a[7 * i + 3] = a3;
    a[7 * i + 4] = a4;
    a[7 * i + 5] = a5;
  }

  /** f at the begin of the step, unless the last one left it. */
  private first(t: f64, x: StaticArray<f64>): void {
    if (!this.known) this.ode.rhs(t, x, this.dx);
    this.known = true;
  }

  /** Computes all stages. `next` contains x after the step. */
  private stages(t: f64, h: f64, x: StaticArray<f64>): void {
    const n: i32 = this.ode.n;
    const k: StaticArray<f64> = this.k;
    for (let i: i32 = 0; i < n; i++) unchecked((k[i] = this.dx[i]));
    for (let s: i32 = 1; s < 7; s++) {
      for (let i: i32 = 0; i < n; i++) {
        let sum: f64 = 0.0;
        for (let j: i32 = 0; j < s; j++) sum += unchecked(this.a[7 * s + j] * k[j * n + i]);
        unchecked((this.next[i] = x[i] + h * sum));
      }
      this.ode.rhs(t + this.c[s] * h, this.next, this.dx);
      for (let i: i32 = 0; i < n; i++) unchecked((k[s * n + i] = this.dx[i]));
    }
    for (let i: i32 = 0; i < n; i++) unchecked((this.dx[i] = k[i]));
  }

  private accept(t: f64, x: StaticArray<f64>): void {
    const n: i32 = this.ode.n;
    for (let i: i32 = 0; i < n; i++) {
      unchecked((x[i] = this.next[i]));
      unchecked((this.dx[i] = this.k[6 * n + i]));
    }
    this.ode.settle(t, x, this.dx);
    this.steps += 1.0;
  }

  private error(h: f64, x: StaticArray<f64>): f64 {
    const n: i32 = this.ode.n;
    const least: f64 = this.atol / this.rtol;
    let most: f64 = 0.0;
    for (let i: i32 = 0; i < n; i++) {
      let sum: f64 = 0.0;
      for (let j: i32 = 0; j < 7; j++) sum += unchecked(this.e[j] * this.k[j * n + i]);
      const size: f64 = Math.max(
        least,
        Math.max(Math.abs(unchecked(x[i])), Math.abs(unchecked(this.next[i]))),
      );
      const share: f64 = Math.abs(h * sum) / size;
      // A NaN stays.
      if (share > most || share != share) most = share;
    }
    return most;
  }

  /** First step: 0.8 rtol^(1/5) over the fastest relative rate, at most `most`. */
  private guess(most: f64, x: StaticArray<f64>): f64 {
    const least: f64 = this.atol / this.rtol;
    let rate: f64 = 0.0;
    for (let i: i32 = 0; i < this.ode.n; i++)
      rate = Math.max(rate, Math.abs(this.dx[i]) / Math.max(least, Math.abs(x[i])));
    const longest: f64 = 0.8 * Math.pow(this.rtol, 0.2);
    return rate * most > longest ? longest / rate : most;
  }
}
