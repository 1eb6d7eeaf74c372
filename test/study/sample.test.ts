import { describe, expect, it } from 'vitest';
import { sensitivityOf } from '../../master/study/metrics/sensitivity-indices.ts';
import { uniform } from '../../master/study/sampling/counter-random.ts';
import { designOf, samplings } from '../../master/study/sampling/sampling.ts';
import { mostDimensions, sobolCoordinate } from '../../master/study/sampling/sobol-sequence.ts';
import { type Factor, factorOf } from '../../master/study/sampling/study-factor.ts';

const range = (name: string, from: number, to: number, more = {}): Factor =>
  factorOf({ set: name, from, to, ...more }, 'study.json:1');
const labels = (method: string, factors: readonly Factor[], count?: number, seed = 1): number[][] => {
  const design = designOf(factors, { method, count, seed }, 'study.json:1');
  return Array.from({ length: design.count }, (_, i) => design.levels(i).map(({ label }) => Number(label)));
};

describe('samples', () => {
  it('a grid has every combination once, and the last factor changes fastest', () => {
    const grid = labels('grid', [
      range('a', 0, 1, { count: 2 }),
      range('b', 1, 100, { count: 3, scale: 'log' }),
    ]);
    expect(grid.map((row) => row.map((x) => Number(x.toFixed(12))))).toEqual([
      [0, 1],
      [0, 10],
      [0, 100],
      [1, 1],
      [1, 10],
      [1, 100],
    ]);
  });

  it('a list combines values in order, and refuses lists of other lengths', () => {
    const [a, b] = [factorOf({ set: 'a', values: [1, 2] }, ''), factorOf({ set: 'b', values: [5, 6] }, '')];
    expect(labels('list', [a, b])).toEqual([
      [1, 5],
      [2, 6],
    ]);
    expect(() => labels('list', [a, factorOf({ set: 'b', values: [5] }, '')])).toThrow(
      /a has 2, and b has 1/,
    );
  });

  it('a Latin hypercube has one point in each equal part of every range', () => {
    const points = labels('latin-hypercube', [range('a', 0, 1), range('b', -1, 1)], 50);
    for (const [k, from, width] of [
      [0, 0, 1],
      [1, -1, 2],
    ]) {
      const parts = points.map((point) => Math.floor((50 * (point[k] - from)) / width)).sort((x, y) => x - y);
      expect(parts).toEqual(Array.from({ length: 50 }, (_, i) => i));
    }
  });

  it('Sobol points match Joe & Kuo in every dimension', () => {
    // First eight points in three dimensions, and coordinate 63 of points 1 … 4 and 500 (scipy
    // 1.17.1, qmc.Sobol, not scrambled).
    const first = [0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125];
    const second = [0, 0.5, 0.25, 0.75, 0.375, 0.875, 0.125, 0.625];
    const third = [0, 0.5, 0.25, 0.75, 0.625, 0.125, 0.875, 0.375];
    for (let i = 0; i < 8; i++)
      expect([0, 1, 2].map((k) => sobolCoordinate(i, k, 0))).toEqual([first[i], second[i], third[i]]);
    expect([1, 2, 3, 4, 500].map((i) => sobolCoordinate(i, 63, 0))).toEqual([
      0.5, 0.75, 0.25, 0.125, 0.439453125,
    ]);
  });

  it('each interval of 2⁻ᵐ has one of 2ᵐ Sobol points, in every dimension and with any seed', () => {
    for (const seed of [0, 1, 7])
      for (let k = 0; k < mostDimensions; k++) {
        const parts = new Set(
          Array.from({ length: 64 }, (_, i) => Math.floor(64 * sobolCoordinate(i, k, seed))),
        );
        expect(parts.size).toBe(64);
      }
  });

  it('the seed decides the points', () => {
    const factors = [range('a', 0, 1), range('b', 0, 1)];
    for (const { name, byLevels } of samplings.all) {
      if (byLevels) continue;
      expect(labels(name, factors, 16, 5)).toEqual(labels(name, factors, 16, 5));
      expect(labels(name, factors, 16, 5)).not.toEqual(labels(name, factors, 16, 6));
    }
  });

  it('100 000 random numbers are uniform, and independent for different indices', () => {
    const n = 100_000;
    const draw = (stream: number): number[] =>
      Array.from({ length: n }, (_, i) => uniform(9, stream, i) - 0.5);
    const [a, b] = [draw(0), draw(1)];
    const mean = (values: number[]): number => values.reduce((sum, x) => sum + x, 0) / n;
    // Five standard deviations of each.
    expect(Math.abs(mean(a))).toBeLessThan(5 * Math.sqrt(1 / 12 / n));
    expect(Math.abs(mean(a.map((x) => x * x)) - 1 / 12)).toBeLessThan(5 * Math.sqrt(1 / 180 / n));
    expect(Math.abs(mean(a.map((x, i) => x * b[i])))).toBeLessThan((5 / 12) * Math.sqrt(1 / n));
    expect(Math.abs(mean(a.map((x, i) => x * a[(i + 1) % n])))).toBeLessThan((5 / 12) * Math.sqrt(1 / n));
  });

  it('a study refuses invalid samples with a fix', () => {
    const free = range('a', 0, 1);
    expect(() => labels('grid', [free])).toThrow(/a grid needs values of a. Give its range a "count"/);
    expect(() => labels('sobol', [free])).toThrow(/needs its number of points\. Give "count"/);
    expect(() => labels('grid', [range('a', 0, 1, { count: 2 })], 5)).toThrow(/Leave "count" out/);
    expect(() => factorOf({ set: 'a', values: [1], from: 0 }, 'x.json:3')).toThrow(
      /^x.json:3: a factor needs "values"/,
    );
    expect(() => range('a', 0, 1, { scale: 'log' })).toThrow(/logarithmic range must be above 0/);
    expect(() =>
      labels(
        'saltelli',
        Array.from({ length: 33 }, (_, k) => range(`x${k}`, 0, 1)),
        4,
      ),
    ).toThrow(/33 factors need 66/);
  });
});

describe('Sobol indices', () => {
  /** Ishigami & Homma 1990, with a = 7 and b = 0.1. */
  const ishigami = ([x, y, z]: number[]): number =>
    Math.sin(x) + 7 * Math.sin(y) ** 2 + 0.1 * z ** 4 * Math.sin(x);
  const names = ['x', 'y', 'z'];
  const factors = names.map((name) => range(name, -Math.PI, Math.PI));

  it('Sobol indices match the closed form of the Ishigami function to 0.02', () => {
    const values = Float64Array.from(labels('saltelli', factors, 2048).map(ishigami));
    const { factors: indices, mean, variance } = sensitivityOf('f', names, values);
    // V = a²/8 + b π⁴/5 + b² π⁸/18 + 1/2. V₁ = (1 + b π⁴/5)²/2, V₂ = a²/8, V₁₃ = b² π⁸ (1/18 −
    // 1/50).
    const [a, b, p] = [7, 0.1, Math.PI ** 4];
    const V = a ** 2 / 8 + (b * p) / 5 + (b * p) ** 2 / 18 + 0.5;
    const [V1, V2, V13] = [0.5 * (1 + (b * p) / 5) ** 2, a ** 2 / 8, (b * p) ** 2 * (1 / 18 - 1 / 50)];
    expect(Math.abs(mean - a / 2)).toBeLessThan(0.02);
    expect(Math.abs(variance / V - 1)).toBeLessThan(0.02);
    const first = [V1 / V, V2 / V, 0];
    const total = [(V1 + V13) / V, V2 / V, V13 / V];
    indices.forEach((index, k) => {
      expect(Math.abs(index.first - first[k]), `first ${k}`).toBeLessThan(0.02);
      expect(Math.abs(index.total - total[k]), `total ${k}`).toBeLessThan(0.02);
    });
  });

  it('Sobol indices leave out and count points with a missing number', () => {
    const values = Float64Array.from(labels('saltelli', factors, 512).map(ishigami));
    const whole = sensitivityOf('f', names, values);
    const gaps = values.map((value, i) => (i % 50 === 3 ? Number.NaN : value));
    const { used, points, factors: indices } = sensitivityOf('f', names, gaps);
    expect(points).toBe(512);
    expect(used).toBe(
      512 - new Set([...gaps.keys()].filter((i) => i % 50 === 3).map((i) => Math.floor(i / 5))).size,
    );
    indices.forEach(({ total, totalWithin }, k) => {
      expect(Math.abs(total - whole.factors[k].total)).toBeLessThan(2 * totalWithin);
    });
  });
});
