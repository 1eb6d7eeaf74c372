import type { ColumnGroup } from './column-groups.ts';
import type { OdeProblem } from './integrator.ts';

/**
 * Jacobian by forward differences, the columns of a group at once: δⱼ = √ε · max(|xⱼ|, sizeⱼ), in the direction of fⱼ.
 * `sizes` are the states' nominal values; `shifted` and `work` hold x and f at the shifted point.
 */
export function finiteDifferences(
  problem: Pick<OdeProblem, 'derivatives'>,
  groups: readonly ColumnGroup[],
  t: number,
  x: Float64Array,
  f: Float64Array,
  sizes: Float64Array,
  shifted: Float64Array,
  work: Float64Array,
  J: Float64Array,
): void {
  const n = x.length;
  J.fill(0);
  for (let k = 0; k < groups.length; k++) {
    const { columns, rows } = groups[k];
    if (!evaluate(problem, columns, 1, t, x, f, sizes, shifted, work))
      if (!evaluate(problem, columns, -1, t, x, f, sizes, shifted, work)) continue;
    for (let c = 0; c < columns.length; c++) {
      const j = columns[c];
      const delta = shifted[j] - x[j];
      for (let r = 0; r < rows[c].length; r++) {
        const i = rows[c][r];
        J[i * n + j] = (work[i] - f[i]) / delta;
      }
    }
  }
}

/** f with some columns shifted, in the direction of f or against it; false where the model refuses the point. */
function evaluate(
  problem: Pick<OdeProblem, 'derivatives'>,
  columns: readonly number[],
  sign: number,
  t: number,
  x: Float64Array,
  f: Float64Array,
  sizes: Float64Array,
  shifted: Float64Array,
  work: Float64Array,
): boolean {
  shifted.set(x);
  for (let c = 0; c < columns.length; c++) {
    const j = columns[c];
    const size = sign * Math.sqrt(Number.EPSILON) * Math.max(Math.abs(x[j]), sizes[j]);
    shifted[j] = x[j] + (f[j] < 0 ? -size : size);
  }
  return problem.derivatives(t, shifted, work);
}
