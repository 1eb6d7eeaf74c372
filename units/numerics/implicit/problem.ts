/**
 * r(y, ẏ, t) = 0, an implicit system of differential–algebraic equations, index 3 included (Zhang,
 * Zhang, Zanoni & Masarati 2022, eq. 1). The methods of this folder advance it.
 *
 * An unknown that appears in r without its derivative (a Lagrange multiplier) is the *derivative*
 * of an entry of y, so that r depends on ẏ_i alone. Its integral y_i is never read. Every unknown
 * then has one correction: ẏ ← ẏ + Δẏ, y ← y + c Δẏ with c = ∂y/∂ẏ = Δt b₀ of the stage (eq. 21).
 * Equations in y alone (position constraints) are divided by c in r and therefore in J: J stays of
 * one size as Δt → 0.
 *
 * Arrays belong to the integrator. A problem reads them, and writes only as a method documents.
 * Calls come in this order: `consistent` or `guess` once. In each stage `residual`, and until it is
 * small `factor`, `solve`, `residual`. After an accepted step `rebase`, then `rebasePast` and
 * `rebaseAuxiliary` for what the method remembers.
 */
export abstract class ImplicitProblem {
  /**
   * Length of y, ẏ and r. Arrays are made for the length that it was made with. A problem whose
   * mesh is a parameter uses fewer entries.
   */
  size: i32;

  constructor(size: i32) {
    this.size = size;
  }

  /** r ← r(y, ẏ, t), its equations in y alone divided by c [s]. */
  abstract residual(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64, r: StaticArray<f64>): void;

  /**
   * Factors J = ∂r/∂ẏ + c ∂r/∂y at the point of the last `residual`, which had the same arguments.
   * False when J is singular. c = 0 comes from `consistent` alone.
   */
  abstract factor(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, c: f64): bool;

  /**
   * Selects the frames of stiffnesses before each `factor` of a stage: those of the present point,
   * or those of the last call with true. Does nothing without such frames.
   */
  turn(now: bool): void {}

  /** r ← −J⁻¹ r = Δẏ, with the factors of the last `factor`. */
  abstract solve(r: StaticArray<f64>): void;

  /**
   * Size of a residual: Newton's iteration ends when it is at most the integrator's tolerance. Here
   * ‖r‖₂.
   */
  measure(r: StaticArray<f64>): f64 {
    let sum: f64 = 0.0;
    for (let i: i32 = 0; i < this.size; i++) sum += unchecked(r[i]) * unchecked(r[i]);
    return Math.sqrt(sum);
  }

  /**
   * Called after each residual of an iteration: false: it goes on, however small r is. Here r alone
   * decides.
   */
  settled(): bool {
    return true;
  }

  /**
   * Relative size of an estimated error of y, for steps of variable length. Here max |e_i| / max(1,
   * |y_i|).
   */
  errorMeasure(y: StaticArray<f64>, error: StaticArray<f64>): f64 {
    let most: f64 = 0.0;
    for (let i: i32 = 0; i < this.size; i++) {
      const share: f64 = Math.abs(unchecked(error[i])) / Math.max(1.0, Math.abs(unchecked(y[i])));
      if (!(share <= most)) most = share;
    }
    return most;
  }

  /**
   * Returns the message for a failed iteration with row i as the largest, or for a singular J (i =
   * −1). The text is a constant or comes from a constructor, and names the constraint or element.
   */
  complaint(i: i32): string {
    return "implicit integrator: Newton's iteration did not converge; shorten the step h [s], raise a tolerance that is below rounding, or check the initial state";
  }

  /**
   * ẏ ← what is known of ẏ(t) without solving for it: rates of positions. Accelerations and
   * multipliers are 0. Here ẏ ← 0.
   */
  guess(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>): void {
    for (let i: i32 = 0; i < this.size; i++) unchecked((ydot[i] = 0.0));
  }

  /**
   * Sets ẏ ← the derivatives for y at t: r(y, ẏ, t) = 0 and, where constraints hide them, its
   * derivatives (Φ̈ = 0 gives accelerations and multipliers). Returns false without a solution. The
   * default is Newton's iteration with J = ∂r/∂ẏ, for problems with a regular ∂r/∂ẏ. Problems of
   * higher index override it. `r` is workspace.
   */
  consistent(t: f64, y: StaticArray<f64>, ydot: StaticArray<f64>, r: StaticArray<f64>): bool {
    this.guess(t, y, ydot);
    let last: f64 = Infinity;
    for (let j: i32 = 0; j < 50; j++) {
      this.residual(t, y, ydot, 0.0, r);
      const now: f64 = this.measure(r);
      // Down to rounding: nothing of ẏ(0) is left to be a start-up error.
      if (now == 0.0 || (j > 1 && now >= last)) return now < Infinity;
      last = now;
      if (!this.factor(t, y, ydot, 0.0)) return false;
      this.solve(r);
      for (let i: i32 = 0; i < this.size; i++) unchecked((ydot[i] += r[i]));
    }
    return false;
  }

  /**
   * Accepts the step to (y, ẏ). A problem with unknowns relative to the beginning of the step, such
   * as rotation parameters of Cayley, Gibbs and Rodrigues, moves its origin here. It expresses y
   * and ẏ in the new one, and stores the data for `rebasePast`. In a vector space it does nothing.
   */
  rebase(y: StaticArray<f64>, ydot: StaticArray<f64>): void {}

  /**
   * Expresses y and ẏ of an earlier time, given relative to the origin before the last `rebase`, in
   * the new one.
   */
  rebasePast(y: StaticArray<f64>, ydot: StaticArray<f64>): void {}

  /**
   * Rebases a combination of derivatives at the last accepted point: an auxiliary ẏʲ of the
   * single-step methods (eq. 4).
   */
  rebaseAuxiliary(ydot: StaticArray<f64>): void {}
}
