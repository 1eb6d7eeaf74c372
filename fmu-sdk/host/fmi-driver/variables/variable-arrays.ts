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

/** Compares two elements exactly, including NaN and the sign of zero. */
export function equalElements(a: number | bigint, b: number | bigint): boolean {
  return Object.is(a, b);
}
