import { describe, expect, it } from 'vitest';
import { parseUnitOfMeasure, productOf, sameUnitOfMeasure } from '../../fmu-sdk/description/si.ts';

const same = (a: string, b: string): boolean =>
  sameUnitOfMeasure({ name: a, base: parseUnitOfMeasure(a) }, { name: b, base: parseUnitOfMeasure(b) });

describe('unit expressions', () => {
  it.each<[string, string, boolean?]>([
    ['N', 'kg.m/s2'],
    ['N.s/m', 'kg/s'],
    ['Pa', 'N/m2'],
    ['W', 'J/s'],
    ['V.A', 'W'],
    ['kN/mm', 'N/(m.1)', false],
    ['MPa', 'N/mm2'],
    ['l/min', 'm3/s', false],
    ['rpm', 'rad/s', false],
    ['bar', 'Pa', false],
    ['degC', 'K', false],
    ['J', 'N.m'],
    ['Hz', '1/s'],
  ])('%s and %s measure the same in the same size: %s', (a, b, expected = true) => {
    expect(same(a, b)).toBe(expected);
  });

  it('what is not understood has no SI form, and is the same only as itself', () => {
    for (const text of ['furlong', 'm/s/s', 'm^', '', 'N m', 'constructor'])
      expect(parseUnitOfMeasure(text)).toBeUndefined();
    expect(same('furlong', 'furlong')).toBe(true);
    expect(same('furlong', 'fathom')).toBe(false);
  });

  it('effort times flow is a power: N with m/s, Pa with m2 and m/s, V with A', () => {
    const watt = { name: 'W', base: parseUnitOfMeasure('W') };
    for (const factors of [
      ['N', 'm/s'],
      ['Pa', 'm/s', 'm2'],
      ['V', 'A'],
    ])
      expect(sameUnitOfMeasure({ name: '', base: productOf(factors) }, watt)).toBe(true);
    expect(sameUnitOfMeasure({ name: '', base: productOf(['Pa', 'm/s']) }, watt)).toBe(false);
    expect(productOf(['N', 'furlong'])).toBeUndefined();
  });
});
