import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compareTables } from '../../master/results/compare-results.ts';
import { svgOf } from '../../master/results/plot-results.ts';
import type { TimeTable } from '../../master/results/read-results.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';

const folder = temporaryFolder('both-bands');
const times = Float64Array.from({ length: 11 }, (_, k) => k);

/** Returns results of a column x, with an error band. */
function resultsOf(offset: number, band: number): TimeTable {
  const columns = [times.map((t) => Math.sin(t) + offset), times.map(() => band)];
  return { file: `${offset}.csv`, names: ['x', 'x.error'], times, columns };
}

it('columns are equal within both error bands, and bands are not compared themselves', () => {
  const [one, near, far] = [resultsOf(0, 0.01), resultsOf(0.025, 0.02), resultsOf(0.04, 0.02)];
  const { passed, columns, missing } = compareTables(one, near);
  expect([passed, columns.map(({ name, withinBands }) => [name, withinBands]), missing]).toEqual([
    true,
    [['x', true]],
    [],
  ]);
  expect(compareTables(one, far)).toMatchObject({ passed: false, columns: [{ first: 0 }] });
  const plain = { ...near, names: ['x'], columns: near.columns.slice(0, 1) };
  expect(compareTables({ ...one, names: ['x'], columns: one.columns.slice(0, 1) }, plain).passed).toBe(false);
});

it('fmu compare says that results are equal within both error bands', async () => {
  for (const { file, columns } of [resultsOf(0, 0.01), resultsOf(0.025, 0.02)]) {
    const rows = [...times].map((t, k) => [t, columns[0][k], columns[1][k]].join(','));
    writeFileSync(join(folder, file), ['time,x,x.error', ...rows].join('\n'));
  }
  const { code, out } = await fmuHere(['compare', '0.csv', '0.025.csv'], folder);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/in bands +x [\s\S]*equal within both error bands\n$/),
  ]);
});

it('a plot shades the band of a column and does not draw it as a curve', () => {
  const plot = svgOf([resultsOf(0, 0.01)], [], 'x');
  expect(plot.match(/<polygon /g)).toHaveLength(1);
  expect(plot.match(/<polyline /g)).toHaveLength(1);
  expect(svgOf([resultsOf(0, 0.01)], ['x.error'], 'x')).not.toContain('<polygon ');
});
