import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { svg } from '../../master/results/svg-plot.ts';
import { low, secondOrder } from '../../papers/linear/linear-figures.ts';
import { writeFigures } from '../../papers/linear/write-linear.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

it('a plot has a line a series, through its points in the order of its axes', () => {
  const drawn = svg({
    title: 'a < b',
    xLabel: 'x',
    yLabel: 'y',
    logarithmicX: true,
    series: [
      { label: 'first', x: [0.1, 1, 10], y: [0, 1, 2] },
      { label: 'second', x: [0.1, 10], y: [2, 0] },
    ],
  });
  const lines = [...drawn.matchAll(/points="([^"]*)"/g)].map(([, points]) =>
    points.split(' ').map((p) => p.split(',').map(Number)),
  );
  expect(lines.map((l) => l.length)).toEqual([3, 2]);
  const [[a, b, c], [d, e]] = lines;
  // Decades have equal width, and y rises upwards.
  expect(b[0] - a[0]).toBeCloseTo(c[0] - b[0], 1);
  expect(a[1] - b[1]).toBeCloseTo(b[1] - c[1], 1);
  expect(c[1]).toBeLessThan(a[1]);
  expect([d, e]).toEqual([
    [a[0], c[1]],
    [c[0], a[1]],
  ]);
  expect(drawn).toContain('a &lt; b');
  expect([...drawn.matchAll(/text-anchor="middle"[^>]*>(0\.1|1|10)</g)]).toHaveLength(3);
});

it('the marks of an axis are all decimals or all powers of ten, and have room beside its label', () => {
  const drawn = (y: number[], logarithmicY: boolean): string =>
    svg({
      ...{ title: 't', xLabel: 'x', yLabel: 'y', logarithmicX: false, logarithmicY },
      series: [{ label: 'a', x: y.map((_, k) => k), y }],
    });
  const marks = (text: string): string[] =>
    [...text.matchAll(/text-anchor="end"[^>]*>([^<]*)</g)].map(([, mark]) => mark);
  expect(marks(drawn([1e-8, 1e-5], true))).toEqual(['1e-8', '1e-7', '1e-6', '1e-5']);
  expect(marks(drawn([0.01, 10], true))).toEqual(['0.01', '0.1', '1', '10']);
  expect(marks(drawn([0, 6e-7], false))).toEqual(['0', '1e-7', '2e-7', '3e-7', '4e-7', '5e-7', '6e-7']);
  // A small difference of large values is seen, and the axis makes room for it.
  const offsetPlot = drawn([100_000.2, 100_000.8], false);
  expect(marks(offsetPlot)[0]).toBe('100000.2');
  const [, end] = /x="([\d.]+)"[^>]*text-anchor="end"/.exec(offsetPlot)!;
  expect(Number(end) - 7 * marks(offsetPlot)[0].length).toBeGreaterThan(26);
});

it('Figs. 2 to 7 are written with a column a method, with equal bytes each time', async () => {
  const folder = temporaryFolder('figures');
  const files = await writeFigures(folder);
  expect(files.map((file) => Number(file.slice(-1)))).toEqual([2, 3, 4, 5, 6, 7]);
  const [decay] = files.map((file) => readFileSync(`${file}.csv`, 'utf8'));
  const rows = decay.trimEnd().split('\n');
  expect(rows).toHaveLength(1 + low.length);
  expect(rows[0].match(/"[^"]*"/g)).toHaveLength(3 * secondOrder.length);
  expect(rows[0]).toContain('"LMS2, ρ∞ = 0 [%]"');
  // LMS2 with ρ∞ = 0 at 0.1: as in the reference.
  expect(Number(rows[low.length].split(',')[1])).toBeCloseTo(3.440551220454054, 9);
  const svgs = files.map((file) => readFileSync(`${file}.svg`, 'utf8'));
  await writeFigures(folder);
  expect(files.map((file) => readFileSync(`${file}.svg`, 'utf8'))).toEqual(svgs);
});
