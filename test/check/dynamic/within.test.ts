import { expect, it } from 'vitest';
import { differenceText } from '../../../fmu-sdk/check/behaviour/states/derivative-pairs.ts';

it('a derivative by differences is printed with its significant digits', () => {
  expect(differenceText(0.0010000000000000243, 1.0e-9)).toBe('0.001 ± 1.0e-9');
  expect(differenceText(-1.23456789012, 1.3e-6)).toBe('-1.2345679 ± 0.0000013');
  expect(differenceText(123456.789, 120)).toBe('123457 ± 1.2e+2');
  expect(differenceText(1e-30, 1e-40)).toBe('1e-30 ± 1.0e-40');
  expect(differenceText(Number.NaN, Number.NaN)).toBe('NaN ± NaN');
});
