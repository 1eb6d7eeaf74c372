import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { svg } from '../../master/results/svg.ts';
import { low, secondOrder } from '../../papers/linear/figures.ts';
import { writeFigures } from '../../papers/linear/write.ts';

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
  // A decade is as wide as the next; y rises upwards.
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

it('Figs. 2 to 7 are written with a column a method, the same bytes each time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-figures-'));
  try {
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
  } finally {
    rmSync(folder, { recursive: true });
  }
});
