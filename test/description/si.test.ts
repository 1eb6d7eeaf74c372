import { describe, expect, it } from 'vitest';
import {
  isEqualExceptAngles,
  isSameUnitOfMeasure,
  parseUnitOfMeasure,
  productOf,
} from '../../fmu-sdk/description/si-units.ts';

const same = (a: string, b: string): boolean =>
  isSameUnitOfMeasure({ name: a, base: parseUnitOfMeasure(a) }, { name: b, base: parseUnitOfMeasure(b) });

describe('expressions of units of measure', () => {
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
    ['kV', 'V', false],
    ['kV.mA', 'W'],
    ['mOhm.kA', 'V'],
    ['µA', 'uA'],
    ['hPa', 'mbar'],
    ['Nm', 'N . m'],
    ['dm3', 'l'],
    ['kWh', 'MJ', false],
  ])('the equality of %s and %s is %s', (a, b, expected = true) => {
    expect(same(a, b)).toBe(expected);
  });

  it('a symbol that stands alone keeps its offset in any notation, and other expressions lack one', () => {
    for (const text of ['degC', ' degC ', '(degC)', 'degC1', 'degC^1', 'degC/1', '1.degC', '( degC ) / 1'])
      expect([text, parseUnitOfMeasure(text)?.offset]).toEqual([text, 273.15]);
    for (const text of ['W/degC', 'degC2', '1/degC', 'degC-1', 'degC.m', 'K'])
      expect([text, parseUnitOfMeasure(text)?.offset]).toEqual([text, 0]);
  });

  it('an unknown expression lacks an SI form and equals only itself', () => {
    for (const text of ['furlong', 'm/s/s', 'm^', '', 'N m', 'constructor'])
      expect(parseUnitOfMeasure(text)).toBeUndefined();
    expect(same('furlong', 'furlong')).toBe(true);
    expect(same('furlong', 'fathom')).toBe(false);
  });

  it('torque times angle is an energy, and torque times angular velocity is a power', () => {
    const same = (a: string[], b: string): boolean =>
      isEqualExceptAngles(productOf(a), parseUnitOfMeasure(b));
    expect(same(['N.m', 'rad'], 'J')).toBe(true);
    expect(same(['N.m', 'rad/s'], 'W')).toBe(true);
    expect(same(['N.m/rad', 'rad'], 'J')).toBe(true);
    expect(same(['N.m', 'rpm'], 'W')).toBe(false);
    expect(same(['N', 'rad/s'], 'W')).toBe(false);
  });

  it('customary units of measure have their defined factors', () => {
    for (const [text, factor] of [
      ['l/min', 1e-3 / 60],
      ['rpm', Math.PI / 30],
      ['mOhm', 1e-3],
      ['kV', 1e3],
      ['mbar', 100],
      ['kWh', 3.6e6],
      ['psi', 6894.757293168],
      ['µm', 1e-6],
    ] as const)
      expect(parseUnitOfMeasure(text)?.factor).toBeCloseTo(factor, 9);
    expect(parseUnitOfMeasure('°C')?.offset).toBe(273.15);
    for (const text of ['kmin', 'kh', 'xV', 'kkV', 'mrpm', 'k'])
      expect(parseUnitOfMeasure(text)).toBeUndefined();
  });

  it('effort times flow is a power: N with m/s, Pa with m2 and m/s, V with A', () => {
    const watt = { name: 'W', base: parseUnitOfMeasure('W') };
    for (const factors of [
      ['N', 'm/s'],
      ['Pa', 'm/s', 'm2'],
      ['V', 'A'],
    ])
      expect(isSameUnitOfMeasure({ name: '', base: productOf(factors) }, watt)).toBe(true);
    expect(isSameUnitOfMeasure({ name: '', base: productOf(['Pa', 'm/s']) }, watt)).toBe(false);
    expect(productOf(['N', 'furlong'])).toBeUndefined();
  });
});
