import { isFloat } from './attribute-codec.ts';
import type { FmiType } from './description.ts';
import { integerRanges, isInteger } from './integer-ranges.ts';

/** Whether a whole number that is written so is one of the type; other types have no such bounds. */
export function isInRange(type: FmiType, word: string): boolean {
  if (!isInteger(type)) return true;
  const [min, max] = integerRanges[type];
  const value = BigInt(word.replace(/^\+/, ''));
  return value >= min && value <= max;
}

/** Whether a word is a value of the type, as XML Schema writes it; ranges are not looked at. */
export function isValue(type: FmiType, word: string): boolean {
  switch (type) {
    case 'Float32':
    case 'Float64':
      return isFloat(word) || /^([+-]?INF|NaN)$/.test(word);
    case 'Boolean':
    case 'Clock':
      return /^(true|false|0|1)$/.test(word);
    case 'Binary':
      return /^([0-9a-fA-F]{2})*$/.test(word);
    case 'String':
      return true;
    default:
      return /^[+-]?\d+$/.test(word);
  }
}
