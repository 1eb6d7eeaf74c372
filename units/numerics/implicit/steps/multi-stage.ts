import { Coefficients } from '../coefficients/coefficients';
import { Tableau } from '../coefficients/tableau';
import { Point } from '../time-point';
import { Stepper, Workspace } from './implicit-stepper';

/**
 * Stiffly accurate ESDIRK methods (Zhang, Zhang, Zanoni & Masarati 2022, eqs. 5, 6): y_i = y_{k−1}
 * + Δt Σ_{j ≤ i} a_ij ẏ_j, one stage after the other. The last is the new point. Stage 1 is
 * predicted by ẏ_{k−1}, the others in second order from the two before, the last of a method of
 * order 4 and more in fourth order from three.
 */
export class MultiStageStepper extends Stepper {
  private readonly tableau: Tableau;

  constructor(
    space: Workspace,
    private readonly coefficients: Coefficients,
  ) {
    super(space);
    this.tableau = coefficients.tableau;
  }

  start(): void {}

  attempt(t: f64, h: f64): bool {
    const tableau: Tableau = this.tableau;
    const c: f64 = h * tableau.gamma;
    for (let i: i32 = 1; i < tableau.stages; i++) {
      const stage: Point = this.stage(i);
      this.base(i, h, stage.y);
      this.predict(i, h, stage.ydot);
      this.space.complete(stage, c);
      if (!this.space.newton.solve(t + h * tableau.c[i], c, stage)) return false;
    }
    return true;
  }

  accept(): void {
    const space: Workspace = this.space;
    space.exchange();
    space.problem.rebase(space.now.y, space.now.ydot);
  }

  /** Δt Σ (b_j − b̂_j) ẏ_j. */
  estimate(h: f64, error: StaticArray<f64>): bool {
    const tableau: Tableau = this.tableau;
    const last: i32 = tableau.stages - 1;
    if (tableau.embedded[last] == 0.0) return false;
    for (let i: i32 = 0; i < this.space.problem.size; i++) unchecked((error[i] = 0.0));
    for (let j: i32 = 0; j <= last; j++) {
      const weight: f64 = h * (tableau.at(last, j) - tableau.embedded[j]);
      const ydot: StaticArray<f64> = this.stage(j).ydot;
      for (let i: i32 = 0; i < this.space.problem.size; i++) unchecked((error[i] += weight * ydot[i]));
    }
    return true;
  }

  private stage(i: i32): Point {
    if (i == 0) return this.space.now;
    return i == this.tableau.stages - 1 ? this.space.next : unchecked(this.space.kept[i - 1]);
  }

  private base(i: i32, h: f64, y: StaticArray<f64>): void {
    const now: Point = this.space.now;
    const first: f64 = h * this.tableau.at(i, 0);
    for (let k: i32 = 0; k < this.space.problem.size; k++) unchecked((y[k] = now.y[k] + first * now.ydot[k]));
    for (let j: i32 = 1; j < i; j++) {
      const weight: f64 = h * this.tableau.at(i, j);
      const ydot: StaticArray<f64> = this.stage(j).ydot;
      for (let k: i32 = 0; k < this.space.problem.size; k++) unchecked((y[k] += weight * ydot[k]));
    }
  }

  private predict(i: i32, h: f64, ydot: StaticArray<f64>): void {
    const c: StaticArray<f64> = this.tableau.c;
    if (i == 1) {
      this.space.predictor.constant(this.space.now, ydot);
      return;
    }
    const dt: f64 = h * (c[i] - c[i - 1]);
    const before: f64 = h * (c[i - 1] - c[i - 2]);
    if (i < this.tableau.stages - 1 || this.coefficients.method.order < 4) {
      this.space.predictor.second(dt, before, this.stage(i - 1), this.stage(i - 2), ydot);
      return;
    }
    const earlier: f64 = h * (c[i - 2] - c[i - 3]);
    this.space.predictor.fourth(
      dt,
      before,
      earlier,
      this.stage(i - 1),
      this.stage(i - 2),
      this.stage(i - 3),
      ydot,
    );
  }
}
