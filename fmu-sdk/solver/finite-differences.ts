import type { OdeProblem } from './ode-integrator.ts';
import type { ColumnDifferences } from './solver-slopes.ts';

/**
 * Computes forward differences of f along several columns at once: δⱼ = √ε · max(|xⱼ|, sizeⱼ). The
 * difference goes in the direction of fⱼ, or against it where the model refuses that. `sizes` are
 * the nominal values of the states.
 */
export class FiniteDifferences implements ColumnDifferences {
  readonly differences: Float64Array;
  readonly shifts: Float64Array;
  private readonly shifted: Float64Array;
  private t = 0;
  private x: Float64Array;
  private f: Float64Array;

  constructor(
    private readonly problem: Pick<OdeProblem, 'derivatives'>,
    private readonly sizes: Float64Array,
  ) {
    const n = sizes.length;
    this.differences = new Float64Array(n);
    this.shifts = new Float64Array(n);
    this.shifted = new Float64Array(n);
    this.x = this.f = this.shifted;
  }

  /** Moves to this point, where f = f(t, x). */
  at(t: number, x: Float64Array, f: Float64Array): this {
    this.t = t;
    this.x = x;
    this.f = f;
    return this;
  }

  along(columns: readonly number[]): boolean {
    if (!this.evaluate(columns, 1) && !this.evaluate(columns, -1)) return false;
    const { differences, f } = this;
    for (let i = 0; i < f.length; i++) differences[i] -= f[i];
    return true;
  }

  private evaluate(columns: readonly number[], sign: number): boolean {
    const { x, f, sizes, shifted, shifts } = this;
    shifted.set(x);
    for (let c = 0; c < columns.length; c++) {
      const j = columns[c];
      const size = sign * Math.sqrt(Number.EPSILON) * Math.max(Math.abs(x[j]), sizes[j]);
      shifted[j] = x[j] + (f[j] < 0 ? -size : size);
      shifts[j] = shifted[j] - x[j];
    }
    return this.problem.derivatives(this.t, shifted, this.differences);
  }
}
