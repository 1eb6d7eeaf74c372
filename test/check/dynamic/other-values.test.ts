import { expect, it } from 'vitest';
import type { Target } from '../../../fmu-sdk/check/behaviour/check-target.ts';
import { otherValues } from '../../../fmu-sdk/check/behaviour/values/variable-selection.ts';
import type { Variable } from '../../../fmu-sdk/description/description.ts';

const other = (type: Variable['type'], value: number | bigint, bounds: Partial<Variable> = {}) =>
  otherValues({} as Target, { type, ...bounds } as Variable, [value])?.[0];

it.each([
  ['Int8', 127, 126],
  ['Int8', -128, -127],
  ['UInt8', 255, 254],
  ['Int16', 32_767, 32_766],
  ['Int16', -32_768, -32_767],
  ['UInt16', 65_535, 65_534],
  ['Int32', 2 ** 31 - 1, 2 ** 31 - 2],
  ['Int32', -(2 ** 31), -(2 ** 31) + 1],
  ['UInt32', 2 ** 32 - 1, 2 ** 32 - 2],
  ['Int64', 2n ** 63n - 1n, 2n ** 63n - 2n],
  ['Int64', -(2n ** 63n), -(2n ** 63n) + 1n],
  ['UInt64', 2n ** 64n - 1n, 2n ** 64n - 2n],
  ['UInt64', 0n, 1n],
] as const)('another value of %s %s is %s, inside the range of the type', (type, value, expected) => {
  expect(other(type, value)).toBe(expected);
});

it('another value is inside the bounds of its variable', () => {
  expect(other('Int16', 5, { max: '5' })).toBe(4);
  expect(other('UInt64', 5n, { min: '5', max: '5' })).toBeUndefined();
});
