import type { FmiType } from '../../../description/description.ts';
import type { NumericType } from '../../instance/fmi-api.ts';
import type { NumericArray } from '../../instance/instance.ts';
import { sealedArrays } from '../../wasm/array-classes.ts';

/** Creates host memory for values of a type, as in a fmukit FMU. */
export function arrayOf(type: NumericType, length: number): NumericArray {
  return new sealedArrays[type](length);
}

export function isNumeric(type: FmiType): type is NumericType {
  return type !== 'String' && type !== 'Binary';
}

/** Converts a start value of the XML to an element of the type's array. */
export function elementOf(type: NumericType, text: string): number | bigint {
  const word = text.trim();
  if (type === 'Int64' || type === 'UInt64') return BigInt(word);
  if (type === 'Boolean' || type === 'Clock') return word === 'true' || word === '1' ? 1 : 0;
  if (/^[+-]?INF$/.test(word)) return word.startsWith('-') ? -Infinity : Infinity;
  return Number(word);
}

/**
 * Returns the mark of an element whose value only the FMU knows. It is not a value of the type, or
 * for integers an unlikely one.
 */
export function unknownValue(type: NumericType): number | bigint {
  return unknownValues[type];
}

const unknownValues: Readonly<Record<NumericType, number | bigint>> = {
  Float32: Number.NaN,
  Float64: Number.NaN,
  Int8: -(2 ** 7),
  UInt8: 2 ** 8 - 1,
  Int16: -(2 ** 15),
  UInt16: 2 ** 16 - 1,
  Int32: -(2 ** 31),
  UInt32: 2 ** 32 - 1,
  Int64: -(2n ** 63n),
  UInt64: 2n ** 64n - 1n,
  Enumeration: -(2 ** 31),
  Boolean: 2,
  Clock: 2,
};

/** Compares two elements exactly, including NaN and the sign of zero. */
export function equalElements(a: number | bigint, b: number | bigint): boolean {
  return Object.is(a, b);
}
