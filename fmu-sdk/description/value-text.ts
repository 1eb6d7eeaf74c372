import type { FmiType } from './description.ts';
import { isFloat } from './tables/attribute-codec.ts';
import { integerRanges, isInteger } from './variables/integer-ranges.ts';

/**
 * Returns true if a whole number, as text, is in the range of the type. Other types lack a range.
 */
export function isInRange(type: FmiType, word: string): boolean {
  if (!isInteger(type)) return true;
  const [min, max] = integerRanges[type];
  const value = BigInt(word.replace(/^\+/, ''));
  return value >= min && value <= max;
}

/** Returns true if a word is a value of the type in the format of XML Schema. Ignores ranges. */
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
