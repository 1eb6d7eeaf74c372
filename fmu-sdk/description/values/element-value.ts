import { shortened } from '../../util/printable.ts';
import { isTiny, numberFrom, realBound, wholeFrom } from './decimal-text.ts';
import { type IntegerType, integerRanges, isInteger, isWide } from './float-types.ts';
import type { ValueDeclaration } from './value-declaration.ts';
import { integerBounds, rangeOf, unitOfMeasureText } from './value-range.ts';

/**
 * Returns one element of a variable other than String or Binary, from a number, a bigint, or
 * decimal text. A Boolean accepts true or false, an Enumeration the name or the value of an item.
 * Booleans are 1 and 0, 64-bit integers are bigint. Throws an Error that contains the given value,
 * the accepted values and the next step.
 */
export function checkValue(v: ValueDeclaration, given: unknown): number | bigint {
  const { type } = v;
  if (isInteger(type)) return integerOf(v, type, given);
  if (type === 'Boolean' || type === 'Clock') return booleanOf(v, given);
  return type === 'Enumeration' ? itemOf(v, given) : realOf(v, given);
}

function integerOf(v: ValueDeclaration, type: IntegerType, given: unknown): number | bigint {
  if (typeof given === 'number' && Number.isInteger(given) && !Number.isSafeInteger(given))
    throw new Error(
      `${given} was given as a number, which is exact for whole numbers up to 9007199254740991 only. ` +
        'Give the value as text: "…" with all its digits.',
    );
  const whole = wholeOf(given);
  const [min, max] = integerBounds(v, integerRanges[type]);
  if (whole === undefined || whole < min || whole > max) rejectValue(v, given);
  return isWide(type) ? whole : Number(whole);
}

function wholeOf(given: unknown): bigint | undefined {
  if (typeof given === 'bigint') return given;
  if (typeof given === 'string') return wholeFrom(given);
  return typeof given === 'number' && Number.isInteger(given) ? BigInt(given) : undefined;
}

function realOf(v: ValueDeclaration, given: unknown): number {
  const number = typeof given === 'string' ? numberFrom(given) : numberOf(given);
  if (number === undefined && typeof given === 'string' && isTiny(given)) rejectUnderflow(v, given);
  if (number === undefined || !Number.isFinite(number)) rejectValue(v, given);
  const round = v.type === 'Float32' ? Math.fround : (x: number): number => x;
  const value = round(number);
  if (value === 0 && number !== 0) rejectUnderflow(v, given);
  // Beyond single precision.
  if (!Number.isFinite(value)) rejectValue(v, given);
  if (value < round(realBound(v.min, -Infinity)) || value > round(realBound(v.max, Infinity)))
    rejectValue(v, given);
  return value;
}

function numberOf(given: unknown): number | undefined {
  return typeof given === 'number' || typeof given === 'bigint' ? Number(given) : undefined;
}

function booleanOf(v: ValueDeclaration, given: unknown): number {
  if (given === true || given === 'true') return 1;
  if (given === false || given === 'false') return 0;
  return rejectValue(v, given);
}

function itemOf(v: ValueDeclaration, given: unknown): number {
  const named = v.items.find(({ name }) => name === given);
  if (named !== undefined) return named.value;
  const whole = wholeOf(given);
  const found = whole === undefined ? undefined : v.items.find(({ value }) => BigInt(value) === whole);
  return found === undefined ? rejectValue(v, given) : found.value;
}

function rejectValue(v: ValueDeclaration, given: unknown): never {
  throw new Error(`${formatGiven(v, given)} was given, expected ${rangeOf(v)}. Give an accepted value.`);
}

/** Rejects a nonzero value whose nearest double is 0, instead of silently making it 0. */
function rejectUnderflow(v: ValueDeclaration, given: unknown): never {
  const least = v.type === 'Float32' ? 2 ** -149 : Number.MIN_VALUE;
  throw new Error(
    `${formatGiven(v, given)} was given, but a ${v.type} holds no number between 0 and ${least}${unitOfMeasureText(v)}. Give 0 or a larger magnitude.`,
  );
}

/** Formats a value as the user wrote it, and a number with its unit of measure. */
function formatGiven(v: ValueDeclaration, given: unknown): string {
  if (typeof given === 'bigint' || typeof given === 'number')
    return `${Object.is(given, -0) ? '-0' : given}${unitOfMeasureText(v)}`;
  return given === undefined ? 'nothing' : shortened(JSON.stringify(given) ?? String(given));
}
