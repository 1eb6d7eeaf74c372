import { SingleStepCoefficients } from '../coefficients/ss';
import { Point } from '../time-point';
import { Stepper, Workspace } from './implicit-stepper';

/**
 * SSr (Zhang, Zhang, Zanoni & Masarati 2022, eq. 4): r − 1 auxiliary variables in place of the
 * points before the last,
 *
 *     (1 − γ_o) ẏʲ_{k−1} + γ_o ẏʲ_k = (1 − γ_e) ẏʲ⁻¹_{k−1} + γ_e ẏʲ⁻¹_k,   ẏ⁰ = ẏ,   j = 1 … r − 1
 *     y_k = y_{k−1} + Δt ((1 − γ_e) ẏʳ⁻¹_{k−1} + γ_e ẏʳ⁻¹_k)
 *
 * ẏʲ may be complex: kept[j − 1].y is its real part, kept[j − 1].ydot its imaginary one. At the
 * start each is ẏ(0). They restart after a change of the step.
 */
export class SingleStepStepper extends Stepper {
  private before: f64 = 0.0;
  /** Coefficients of ẏʲ: A ẏʲ⁻¹_k + B ẏʲ⁻¹_{k−1} − C ẏʲ_{k−1}. */
  private readonly aRe: StaticArray<f64> = new StaticArray<f64>(3);
  private readonly aIm: StaticArray<f64> = new StaticArray<f64>(3);
  private readonly bRe: StaticArray<f64> = new StaticArray<f64>(3);
  private readonly bIm: StaticArray<f64> = new StaticArray<f64>(3);
  private readonly cRe: StaticArray<f64> = new StaticArray<f64>(3);
  private readonly cIm: StaticArray<f64> = new StaticArray<f64>(3);

  constructor(
    space: Workspace,
    private readonly coefficients: SingleStepCoefficients,
  ) {
    super(space);
  }

  start(): void {
    const steps: i32 = this.coefficients.steps;
    for (let j: i32 = 0; j < steps - 1; j++) this.ratios(j, steps - 2 - j);
    this.before = 0.0;
  }

  attempt(t: f64, h: f64): bool {
    const space: Workspace = this.space;
    if (Math.abs(h - this.before) > 1e-9 * h) this.forget();
    this.before = h;
    const c: f64 = this.base(h);
    space.predictor.constant(space.now, space.next.ydot);
    space.complete(space.next, c);
    return space.newton.solve(t + h, c, space.next);
  }

  accept(): void {
    const space: Workspace = this.space;
    this.update();
    space.exchange();
    space.problem.rebase(space.now.y, space.now.ydot);
    for (let j: i32 = 0; j < this.coefficients.steps - 1; j++) {
      space.problem.rebaseAuxiliary(space.kept[j].y);
      space.problem.rebaseAuxiliary(space.kept[j].ydot);
    }
  }

  estimate(h: f64, error: StaticArray<f64>): bool {
    return false;
  }

  private forget(): void {
    const now: Point = this.space.now;
    for (let j: i32 = 0; j < this.coefficients.steps - 1; j++) {
      const auxiliary: Point = this.space.kept[j];
      for (let i: i32 = 0; i < this.space.problem.size; i++) {
        unchecked((auxiliary.y[i] = now.ydot[i]));
        unchecked((auxiliary.ydot[i] = 0.0));
      }
    }
  }

  /**
   * A = γ_e/γ_o, B = (1 − γ_e)/γ_o, C = (1 − γ_o)/γ_o = 1/γ_o − 1 of ẏʲ⁺¹, whose γ_o is γ_{2o+1}.
   */
  private ratios(j: i32, o: i32): void {
    const even: f64 = this.coefficients.even;
    const re: f64 = this.coefficients.re[o];
    const im: f64 = this.coefficients.im[o];
    const square: f64 = re * re + im * im;
    const inverseRe: f64 = re / square;
    const inverseIm: f64 = -im / square;
    this.aRe[j] = even * inverseRe;
    this.aIm[j] = even * inverseIm;
    this.bRe[j] = (1.0 - even) * inverseRe;
    this.bIm[j] = (1.0 - even) * inverseIm;
    this.cRe[j] = inverseRe - 1.0;
    this.cIm[j] = inverseIm;
  }

  /** Sets next.y to the known part of the formula with ẏ_k = 0, and returns c = Δt γ_e Π A. */
  private base(h: f64): f64 {
    const space: Workspace = this.space;
    const count: i32 = this.coefficients.steps - 1;
    const even: f64 = this.coefficients.even;
    const y: StaticArray<f64> = space.next.y;
    for (let i: i32 = 0; i < this.space.problem.size; i++) {
      const known: f64 = this.advance(i, 0.0, false);
      const last: f64 = unchecked(space.kept[count - 1].y[i]);
      unchecked((y[i] = space.now.y[i] + h * ((1.0 - even) * last + even * known)));
    }
    let re: f64 = 1.0;
    let im: f64 = 0.0;
    for (let j: i32 = 0; j < count; j++) {
      const product: f64 = re * this.aRe[j] - im * this.aIm[j];
      im = re * this.aIm[j] + im * this.aRe[j];
      re = product;
    }
    return h * even * re;
  }

  /** Auxiliary variables of the new point. */
  private update(): void {
    const ydot: StaticArray<f64> = this.space.next.ydot;
    for (let i: i32 = 0; i < this.space.problem.size; i++) this.advance(i, unchecked(ydot[i]), true);
  }

  /** Real part of ẏʳ⁻¹_k of unknown i for a given ẏ_k. Keeps all ẏʲ_k if asked. */
  private advance(i: i32, ydot: f64, keep: bool): f64 {
    const kept: StaticArray<Point> = this.space.kept;
    let re: f64 = ydot;
    let im: f64 = 0.0;
    let oldRe: f64 = unchecked(this.space.now.ydot[i]);
    let oldIm: f64 = 0.0;
    for (let j: i32 = 0; j < this.coefficients.steps - 1; j++) {
      const auxiliary: Point = unchecked(kept[j]);
      const lastRe: f64 = unchecked(auxiliary.y[i]);
      const lastIm: f64 = unchecked(auxiliary.ydot[i]);
      const aRe: f64 = unchecked(this.aRe[j]);
      const aIm: f64 = unchecked(this.aIm[j]);
      const bRe: f64 = unchecked(this.bRe[j]);
      const bIm: f64 = unchecked(this.bIm[j]);
      const cRe: f64 = unchecked(this.cRe[j]);
      const cIm: f64 = unchecked(this.cIm[j]);
      const newRe: f64 = aRe * re - aIm * im + (bRe * oldRe - bIm * oldIm) - (cRe * lastRe - cIm * lastIm);
      im = aRe * im + aIm * re + (bRe * oldIm + bIm * oldRe) - (cRe * lastIm + cIm * lastRe);
      re = newRe;
      oldRe = lastRe;
      oldIm = lastIm;
      if (keep) {
        unchecked((auxiliary.y[i] = re));
        unchecked((auxiliary.ydot[i] = im));
      }
    }
    return re;
  }
}
