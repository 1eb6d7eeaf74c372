import { realBound, wholeFrom } from './decimal-text.ts';
import { integerRanges, isInteger, largestFloat32 } from './float-types.ts';
import type { ValueDeclaration } from './value-declaration.ts';

/** Describes the accepted values of a variable: `an Int8: a whole number from -128 to 127`. */
export function rangeOf(v: ValueDeclaration): string {
  const { type } = v;
  if (isInteger(type)) {
    const [min, max] = integerBounds(v, integerRanges[type]);
    return `${/^I/.test(type) ? 'an' : 'a'} ${type}: a whole number from ${min}${unitOfMeasureText(v)} to ${max}${unitOfMeasureText(v)}`;
  }
  switch (type) {
    case 'Boolean':
    case 'Clock':
      return `a ${type}: true or false`;
    case 'String':
      return `a String: a text${sizeText(v)}`;
    case 'Binary':
      return `a Binary: two hexadecimal digits for each byte${sizeText(v)}`;
    case 'Enumeration':
      return `one of ${v.items.map(({ name }) => `"${name}"`).join(', ') || 'no items'}`;
    default:
      return `a ${type}: a number${floatBounds(v)}`;
  }
}

/**
 * Returns the bounds of an integer variable: the range of its type, narrowed by its min and max.
 */
export function integerBounds(
  { min, max }: Pick<ValueDeclaration, 'min' | 'max'>,
  [least, most]: readonly [bigint, bigint],
): [bigint, bigint] {
  const low = wholeFrom(min ?? '');
  const high = wholeFrom(max ?? '');
  return [low !== undefined && low > least ? low : least, high !== undefined && high < most ? high : most];
}

function floatBounds(v: ValueDeclaration): string {
  const inIts = unitOfMeasureText(v);
  const low = realBound(v.min, -Infinity) > -Infinity;
  const high = realBound(v.max, Infinity) < Infinity;
  if (low && high) return ` from ${v.min}${inIts} to ${v.max}${inIts}`;
  if (low) return ` from ${v.min}${inIts} up`;
  if (high) return ` up to ${v.max}${inIts}`;
  return v.type === 'Float32' ? ` up to ${largestFloat32} in magnitude` : ' that is finite';
}

function sizeText({ maxSize }: ValueDeclaration): string {
  return maxSize === undefined ? '' : `, of up to ${maxSize} bytes`;
}

/** Returns ` mm` to follow a number, or an empty text for a variable without unit of measure. */
export function unitOfMeasureText({ unit }: Pick<ValueDeclaration, 'unit'>): string {
  return unit === undefined || unit === '1' ? '' : ` ${unit}`;
}
