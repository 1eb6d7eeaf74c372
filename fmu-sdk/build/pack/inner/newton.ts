import { fail } from 'fmukit/author';
import { DenseLu } from './dense-lu';
import { InnerIteration, IterationPlan } from './iteration';
import { refuseValue, Stage } from './stage';

/** Change of an input for difference quotients, relative to its nominal value. */
const relativeIncrement: f64 = 1.0e-5;
/** Least scale of a value without a nominal value. */
const smallest: f64 = 1.0e-3;
/** Share of the change that may remain, and of H, before the Jacobian is renewed. */
const slowConvergence: f64 = 0.1;
const otherStep: f64 = 0.2;

/**
 * Newton's iteration on the values between inner units. The order of operations is that of
 * `master/coupling/schemes/newton.ts`.
 */
export class InnerNewton extends InnerIteration {
  private matrix: DenseLu;
  private scale: StaticArray<f64>;
  private right: StaticArray<f64>;
  private before: StaticArray<f64>;
  private savedGuess: StaticArray<f64>;
  /** Number of inputs of the unit with most inputs. */
  private columns: i32 = 0;
  /** Unknown into the source unit of each unknown, by column. −1 if that unit has fewer inputs. */
  private causes: StaticArray<i32>;
  private factored: bool = false;
  private factoredFor: f64 = 0.0;
  private factoredKnown: i32 = 0;
  private improvements: i32 = 0;
  /** True for one correction in each step. */
  private once: bool = false;

  constructor(plan: usize, once: bool) {
    super(plan);
    const n: i32 = changetype<IterationPlan>(plan).unknownCount;
    const columns: i32 = changetype<IterationPlan>(plan).mostInputs;
    this.matrix = new DenseLu(n);
    this.scale = new StaticArray<f64>(n);
    this.right = new StaticArray<f64>(n);
    this.before = new StaticArray<f64>(n);
    this.savedGuess = new StaticArray<f64>(n);
    this.causes = new StaticArray<i32>(columns * n);
    this.columns = columns;
    this.once = once;
    for (let k = 0; k < columns * n; k++) this.causes[k] = -1;
    for (let j = 0; j < n; j++)
      for (let i = 0; i < n; i++) {
        if (this.connection(i).from !== this.unknown(j).unit) continue;
        this.causes[this.unknown(j).column * n + i] = j;
      }
  }

  override forget(): void {
    super.forget();
    this.factored = false;
    this.factoredFor = 0.0;
    this.factoredKnown = 0;
  }

  override step(stage: Stage, t: f64, H: f64): void {
    if (this.once) this.correctOnce(stage, t, H);
    else super.step(stage, t, H);
  }

  protected override first(): void {
    this.improvements = 0;
  }

  private correctOnce(stage: Stage, t: f64, H: f64): void {
    this.begin(stage, H);
    this.first();
    this.sweep(stage, t, H);
    const was: f64 = this.compare(true);
    if (!(was < Infinity)) refuseValue();
    this.improve(stage, t, H);
    this.takeGuess();
    this.copyStates(false);
    this.sweep(stage, t, H);
    const is: f64 = this.compare(false);
    if (!(is < Infinity)) refuseValue();
    if (is > slowConvergence * was) this.factored = false;
  }

  protected override improve(stage: Stage, t: f64, H: f64): void {
    const n: i32 = this.u.length;
    if (this.improvements > 0 && this.isPoor()) this.factored = false;
    const isOtherStep: bool = Math.abs(H - this.factoredFor) > otherStep * this.factoredFor;
    if (this.historyLength(stage) !== this.factoredKnown || isOtherStep) this.factored = false;
    if (!this.factored) this.differentiate(stage, t, H);
    for (let i = 0; i < n; i++) {
      this.before[i] = this.g[i] - this.u[i];
      this.right[i] = this.before[i] / this.scale[i];
    }
    this.matrix.solve(this.right);
    for (let i = 0; i < n; i++) this.u[i] = this.u[i] + this.right[i] * this.scale[i];
    this.improvements++;
  }

  /** Reports whether the last iteration left more than a small share of the change. */
  private isPoor(): bool {
    let was: f64 = 0.0;
    let is: f64 = 0.0;
    for (let i = 0; i < this.u.length; i++) {
      was = Math.max(was, this.weights[i] * Math.abs(this.before[i]));
      is = Math.max(is, this.weights[i] * Math.abs(this.g[i] - this.u[i]));
    }
    return is > slowConvergence * was;
  }

  /** Computes and factors I − ∂G/∂u about the guess of the last sweep. */
  private differentiate(stage: Stage, t: f64, H: f64): void {
    const n: i32 = this.u.length;
    const a: StaticArray<f64> = this.matrix.values;
    for (let i = 0; i < n; i++) {
      const nominal: f64 = this.unknown(i).nominal;
      this.scale[i] = nominal > 0.0 ? nominal : Math.max(1.0 / this.weights[i], smallest);
      this.savedGuess[i] = this.connection(i).guess;
      for (let j = 0; j < n; j++) a[i * n + j] = i === j ? 1.0 : 0.0;
    }
    let finite: f64 = 0.0;
    for (let c = 0; c < this.columns; c++) {
      for (let j = 0; j < n; j++)
        if (<i32>this.unknown(j).column === c) this.connection(j).guess += relativeIncrement * this.scale[j];
      this.copyStates(false);
      this.sweep(stage, t, H);
      for (let i = 0; i < n; i++) {
        const cause: i32 = this.causes[c * n + i];
        if (cause < 0) continue;
        const moved: f64 = (this.presentValue(i) - this.g[i]) / this.scale[i];
        a[i * n + cause] = a[i * n + cause] - moved / relativeIncrement;
        finite += moved * 0.0;
      }
      for (let j = 0; j < n; j++) this.connection(j).guess = this.savedGuess[j];
    }
    if (finite !== 0.0) refuseValue();
    this.factored = this.matrix.factor();
    this.factoredFor = H;
    this.factoredKnown = this.historyLength(stage);
    if (!this.factored) fail('the interface Jacobian of its inner units is singular');
  }
}
