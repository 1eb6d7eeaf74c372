import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';

// The scripts of pages have no types.
const { clipped, numberFormat, studyAxis, studyTitle } = await import(
  join(root, 'master/report/study/client/study-axis.js')
);

describe('texts of a study page', () => {
  it('large whole numbers are short where that is exact, and whole otherwise', () => {
    const texts = (values: number[]): string[] => values.map(numberFormat(values));
    expect(texts([1.2e9, -1.4e9, 0])).toEqual(['1.2e9', '−1.4e9', '0']);
    expect(texts([1234567, 2000000])).toEqual(['1234567', '2000000']);
    expect(texts([1000, 20000])).toEqual(['1000', '20000']);
  });

  it('an axis is linear for evenly spread values, and logarithmic for values over decades', () => {
    const middle = (values: number[]): number =>
      studyAxis({ name: 'x', values }, values).at(values[values.length >> 1]);
    const even = Array.from({ length: 101 }, (_, k) => 1 + 20 * k);
    expect(middle(even)).toBeCloseTo(0.5, 6);
    expect(middle(even.map((value) => 10 ** (value / 500)))).toBeCloseTo(0.5, 6);
    // One diverged run must not press the others together.
    const diverged = [1, 2, 3, 4, 5, 6, 7, 1e12];
    expect(studyAxis({ name: 'x', values: diverged }, diverged).at(7)).toBeGreaterThan(0.09);
  });

  it('a title keeps its unit of measure when it is clipped', () => {
    const title = studyTitle({ name: 'lift.residual_energy_magnitude', unit: 'J', values: [] });
    expect(title).toBe('lift.residual_energy_magnitude [J]');
    expect(clipped(title, 20)).toBe('lift.residual_e… [J]');
    expect(clipped('lift.residual_energy', 10)).toBe('lift.resi…');
    expect(studyTitle({ name: 'x', values: [] })).toBe('x');
  });
});
