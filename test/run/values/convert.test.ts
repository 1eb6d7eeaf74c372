import { describe, expect, it } from 'vitest';
import type { ModelDescription, Variable } from '../../../fmu-sdk/description/description.ts';
import { unitsOfMeasure } from '../../../fmu-sdk/description/si-units.ts';
import { converterTo } from '../../../master/system/connections/unit-conversion.ts';

const description = { unitsOfMeasure: unitsOfMeasure(['K', 'm']) } as ModelDescription;
const convert = (
  variableUnit: string,
  unit: string,
  text: string,
  more: Partial<Variable> = {},
): string | number =>
  converterTo(
    { name: 'x', type: 'Float64', unit: variableUnit, ...more } as Variable,
    description,
    unit,
  )(text);

describe('a value with a unit of measure', () => {
  it('converts a value with the offset of its unit of measure, in any notation', () => {
    for (const unit of ['degC', ' degC ', '(degC)', 'degC^1'])
      expect(convert('K', unit, '20')).toBeCloseTo(293.15, 10);
  });

  it('converts a difference without an offset', () => {
    expect(convert('K', 'degC', '20', { relativeQuantity: true })).toBe(20);
  });

  it('converts by the definitions of the FMU before the usual ones', () => {
    const bar = { ...unitsOfMeasure(['bar'])[0].base!, offset: 101325 };
    const own: ModelDescription['unitsOfMeasure'] = [
      { name: 'bar', base: bar },
      {
        name: 'K',
        base: unitsOfMeasure(['K'])[0].base,
        displayUnits: [{ name: 'deg F', factor: 1.8, offset: -459.67, inverse: false }],
      },
      {
        name: 'L/100km',
        base: { ...unitsOfMeasure(['m2'])[0].base!, factor: 1e-8 },
        displayUnits: [{ name: 'mpg', factor: 235.214583, offset: 0, inverse: true }],
      },
    ];
    const description = { unitsOfMeasure: own } as ModelDescription;
    const inOwn = (unitOfMeasure: string, unit: string, text: string, more: Partial<Variable> = {}) =>
      converterTo(
        { name: 'x', type: 'Float64', unit: unitOfMeasure, ...more } as Variable,
        description,
        unit,
      )(text);
    expect(inOwn('Pa', 'bar', '1')).toBe(201325);
    expect(inOwn('K', 'deg F', '68')).toBeCloseTo(293.15, 10);
    expect(inOwn('K', 'deg F', '18', { relativeQuantity: true })).toBeCloseTo(10, 10);
    expect(inOwn('L/100km', 'mpg', '40')).toBe(235.214583 / 40);
  });

  it('refuses a conversion of units of measure that underflows to 0', () => {
    expect(convert('m', 'nm', '0')).toBe(0);
    expect(convert('m', 'nm', '1e-300')).toBe(1e-309);
    expect(() => convert('m', 'nm', '1e-320')).toThrow('1e-320 nm is too small for a number in m.');
    expect(convert('K', 'degC', '-273.15')).toBe(0);
  });
});
