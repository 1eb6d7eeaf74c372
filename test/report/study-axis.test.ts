import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';

// The scripts of pages have no types.
const { clipped, numberFormat, studyTitle } = await import(
  join(root, 'master/report/study/client/study-axis.js')
);

describe('texts of a study page', () => {
  it('large whole numbers are short where that is exact, and whole otherwise', () => {
    const texts = (values: number[]): string[] => values.map(numberFormat(values));
    expect(texts([1.2e9, -1.4e9, 0])).toEqual(['1.2e9', '−1.4e9', '0']);
    expect(texts([1234567, 2000000])).toEqual(['1234567', '2000000']);
    expect(texts([1000, 20000])).toEqual(['1000', '20000']);
  });

  it('a title keeps its unit of measure when it is clipped', () => {
    const title = studyTitle({ name: 'lift.residual_energy_magnitude', unit: 'J', values: [] });
    expect(title).toBe('lift.residual_energy_magnitude [J]');
    expect(clipped(title, 20)).toBe('lift.residual_e… [J]');
    expect(clipped('lift.residual_energy', 10)).toBe('lift.resi…');
    expect(studyTitle({ name: 'x', values: [] })).toBe('x');
  });
});
