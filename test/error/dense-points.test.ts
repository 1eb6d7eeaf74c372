import { expect, it } from 'vitest';
import { columnBands } from '../../master/error/column-errors.ts';
import type { RecordedColumns } from '../../master/error/common-points.ts';

const length = 40;
/** Error constant of order 2 that is large near t = 2 s alone. */
const bump = (t: number): number => Math.exp(-(((t - 2) / 0.4) ** 2));

/** Run of the truth 0 with the step `factor` [s], whose error has order 2. */
function runWith(factor: number): RecordedColumns {
  const time = Float64Array.from({ length: length / factor + 1 }, (_, n) => n * factor);
  return { names: ['time', 'y'], data: [time, time.map((t) => factor ** 2 * bump(t))] };
}

it.each([
  ['the usual runs', [1, 2, 4], 0],
  ['sharp runs', [0.5, 1, 2, 4], 1],
] as const)('a band holds an error between the points that all runs have in common: %s', (_, factors, at) => {
  const all = factors.map(runWith);
  const [run, coarser] = [all[at], all.slice(at + 1)];
  const finer = at === 1 ? all[0] : undefined;
  const [{ band, error }] = columnBands({ run, coarser, finer, step: factors[0] }, [
    { name: 'y', unit: '1' },
  ]);
  const wrong = [...run.data[0].keys()].filter((row) => band[row] < Math.abs(run.data[1][row]));
  expect(wrong).toEqual([]);
  expect(Math.abs(error.at - 2)).toBeLessThanOrEqual(1);
  expect(error.largest).toBeGreaterThanOrEqual(1);
});
