import type { ParquetColumn } from '../../observe/formats/parquet/parquet-metadata.ts';
import { uniform } from '../sampling/counter-random.ts';
import type { Cell } from '../study-results.ts';

/** Sobol indices of one metric. */
export interface SensitivityIndices {
  readonly metric: string;
  /** Number of points with a number for every run, and number of points. */
  readonly used: number;
  readonly points: number;
  readonly mean: number;
  readonly variance: number;
  readonly factors: readonly {
    readonly name: string;
    /** First-order and total index, and half widths of their confidence intervals (95 %). */
    readonly first: number;
    readonly firstWithin: number;
    readonly total: number;
    readonly totalWithin: number;
  }[];
}

/** Number of bootstrap draws for the confidence intervals. */
const draws = 200;
/** 95 % of a normal distribution lies within ± this many standard deviations. */
const deviations = 1.959964;

/**
 * Computes Sobol indices of f from the runs A, B, A_B⁽¹⁾ … A_B⁽ᵏ⁾ of each point, in the order of
 * the sample `saltelli`:
 *
 *   S_j = 1/N Σ f(B) (f(A_B⁽ʲ⁾) − f(A)) / V     (Saltelli et al. 2010, Table 2 (b))
 *   T_j = 1/(2N) Σ (f(A) − f(A_B⁽ʲ⁾))² / V      (Jansen 1999)
 *
 * V is the variance of f(A) and f(B) together. The mean of f is subtracted first, which saves
 * digits and changes no index. Intervals come from a bootstrap over the points (200 draws, always
 * the same). Points with a missing number are left out.
 */
export function sensitivityOf(
  metric: string,
  names: readonly string[],
  values: Float64Array,
): SensitivityIndices {
  const k = names.length;
  const width = k + 2;
  const points = values.length / width;
  const good: number[] = [];
  for (let i = 0; i < points; i++)
    if (values.subarray(i * width, (i + 1) * width).every(Number.isFinite)) good.push(i);
  const all = indicesOf(values, k, good);
  const drawn = Array.from({ length: draws }, (_, d) =>
    indicesOf(
      values,
      k,
      good.map((_, i) => good[Math.floor(uniform(1, d, i) * good.length)]),
    ),
  );
  const halfWidthOf = (of: (indices: Raw) => number): number => deviations * deviation(drawn.map(of));
  return {
    metric,
    used: good.length,
    points,
    mean: all.mean,
    variance: all.variance,
    factors: names.map((name, j) => ({
      name,
      first: all.first[j],
      firstWithin: halfWidthOf(({ first }) => first[j]),
      total: all.total[j],
      totalWithin: halfWidthOf(({ total }) => total[j]),
    })),
  };
}

interface Raw {
  mean: number;
  variance: number;
  first: number[];
  total: number[];
}

function indicesOf(values: Float64Array, k: number, points: readonly number[]): Raw {
  const width = k + 2;
  const n = points.length;
  let sum = 0;
  for (const i of points) sum += values[i * width] + values[i * width + 1];
  const mean = sum / (2 * n);
  let squares = 0;
  const first = new Array<number>(k).fill(0);
  const total = new Array<number>(k).fill(0);
  for (const i of points) {
    const a = values[i * width] - mean;
    const b = values[i * width + 1] - mean;
    squares += a * a + b * b;
    for (let j = 0; j < k; j++) {
      const ab = values[i * width + 2 + j] - mean;
      first[j] += b * (ab - a);
      total[j] += 0.5 * (a - ab) ** 2;
    }
  }
  const variance = squares / (2 * n);
  return {
    mean,
    variance,
    first: first.map((value) => value / n / variance),
    total: total.map((value) => value / n / variance),
  };
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/**
 * Returns the indices as a table, a row for each metric and factor. NaN becomes a missing value.
 */
export function sensitivityTable(all: readonly SensitivityIndices[]): {
  columns: ParquetColumn[];
  rows: Cell[][];
} {
  const number = (name: string): ParquetColumn => ({ name, type: 'Float64', optional: true });
  const finite = (value: number): Cell => (Number.isFinite(value) ? value : null);
  return {
    columns: [
      { name: 'metric', type: 'Text' },
      { name: 'factor', type: 'Text' },
      ...['first', 'first_within', 'total', 'total_within', 'mean', 'variance', 'points', 'used'].map(number),
    ],
    rows: all.flatMap(({ metric, mean, variance, points, used, factors }) =>
      factors.map(({ name, first, firstWithin, total, totalWithin }) => [
        metric,
        name,
        ...[first, firstWithin, total, totalWithin, mean, variance].map(finite),
        points,
        used,
      ]),
    ),
  };
}
