import { expect, it } from 'vitest';
import { columnBands } from '../../master/error/column-errors.ts';
import type { RecordedColumns } from '../../master/error/common-points.ts';
import type { Order } from '../../master/system/system.ts';
import { type Coupled, exactly, runOf } from '../problems/coupled/coupled.ts';
import { feedThroughPair, oscillator, quarterCar } from '../problems/coupled/problems.ts';
import { ten } from '../problems/coupled/variants.ts';
import { spread } from '../width.ts';

const problems = spread([oscillator(), oscillator(100, 0.1), quarterCar(), feedThroughPair(), ...ten], 6);
const couplings = spread(
  (
    [
      ['jacobi', 0],
      ['jacobi', 1],
      ['jacobi', 2],
      ['gauss-seidel', 1],
      ['newton', 1],
    ] as const
  ).map(([scheme, order]) => ({ scheme, order: order as Order })),
  4,
);
/** Steps of a run: fine enough, and so coarse that some runs with 4H are wrong. */
const counts = [200, 1600];

/** Returns the connected outputs of a run at all communication points, unless it diverges. */
function recorded(
  problem: Coupled,
  coupling: { scheme: string; order: Order; step: number },
): RecordedColumns | undefined {
  const { session } = runOf(problem, coupling);
  const read = problem.connections.map(([from]) => session.reader(from));
  const rows: number[][] = [];
  session.start();
  rows.push([0, ...read.map((item) => Number(item()))]);
  while (!session.done) {
    try {
      session.advance(1);
    } catch {
      return undefined;
    }
    rows.push([session.time(), ...read.map((item) => Number(item()))]);
  }
  const names = ['time', ...problem.connections.map(([from]) => from)];
  return { names, data: names.map((_, k) => Float64Array.from(rows, (row) => row[k])) };
}

/** Points of all columns: those inside their band, and claims with the truth about the order. */
const count = { points: 0, inside: 0, claimed: 0, wrong: 0 };
const ratios: number[] = [];

for (const problem of problems)
  for (const coupling of couplings)
    for (const steps of counts) {
      const step = problem.stopTime / steps;
      const runs = [1, 2, 4].flatMap(
        (factor) => recorded(problem, { ...coupling, step: factor * step }) ?? [],
      );
      if (runs.length < 3) continue;
      const [run, ...coarser] = runs;
      const exact = exactly(problem, step);
      const truth = Array.from({ length: steps }, () => exact.next());
      const columns = run.names.slice(1).map((name) => ({ name, unit: '1' }));
      for (const [k, { error, band }] of columnBands({ run, coarser, step }, columns).entries()) {
        const size = Math.max(...truth.map((row) => Math.abs(row[k])));
        const at = (values: Float64Array, n: number): number =>
          Math.abs(values[n] - truth[n * (steps / (values.length - 1)) - 1][k]);
        for (const stretch of error.stretches) {
          const rows = [...run.data[0].keys()].filter((n) => {
            const t = run.data[0][n];
            return n > 0 && t >= stretch.from - step / 2 && t < stretch.to - step / 2;
          });
          const sums = rows
            .filter((n) => n % 2 === 0)
            .map((n) => [at(run.data[k + 1], n), at(coarser[0].data[k + 1], n / 2)])
            .reduce(([a, b], [x, y]) => [a + x * x, b + y * y], [0, 0]);
          const order = 0.5 * Math.log2(sums[1] / sums[0]);
          const reached = Math.abs(order - (stretch.order ?? order)) < 0.5;
          for (const n of rows) {
            const wrong = at(run.data[k + 1], n);
            count.points++;
            if (wrong <= band[n]) count.inside++;
            if (!stretch.asymptotic) continue;
            count.claimed++;
            if (!reached && wrong > 1e-12 * size) count.wrong++;
            if (wrong > 1e-12 * size) ratios.push(band[n] / wrong);
          }
        }
      }
    }

it('the true error lies inside the band at 95 % of all points of systems with a closed form', () => {
  expect(count.points).toBeGreaterThan(20_000);
  expect(count.inside / count.points, JSON.stringify(count)).toBeGreaterThanOrEqual(0.95);
});

it('not more than 2 % of the points claim an order that the truth does not have', () => {
  expect(count.claimed).toBeGreaterThan(0.3 * count.points);
  expect(count.wrong / count.points, JSON.stringify(count)).toBeLessThanOrEqual(0.02);
});

it('the median band is at most 5 times the true error where it is asymptotic', () => {
  ratios.sort((a, b) => a - b);
  expect(ratios[ratios.length >> 1]).toBeLessThanOrEqual(5);
});
