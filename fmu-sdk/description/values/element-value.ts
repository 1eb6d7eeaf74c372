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
export function checkValue(v: ValueDeclaration, input: unknown): number | bigint {
  const { type } = v;
  if (isInteger(type)) return integerOf(v, type, input);
  if (type === 'Boolean' || type === 'Clock') return booleanOf(v, input);
  return type === 'Enumeration' ? itemOf(v, input) : realOf(v, input);
}

function integerOf(v: ValueDeclaration, type: IntegerType, input: unknown): number | bigint {
  if (typeof input === 'number' && Number.isInteger(input) && !Number.isSafeInteger(input))
    throw new Error(
      `${input} was given as a number, which is exact for whole numbers up to 9007199254740991 only. ` +
        'Give the value as text: "…" with all its digits.',
    );
  const whole = wholeOf(input);
  const [min, max] = integerBounds(v, integerRanges[type]);
  if (whole === undefined || whole < min || whole > max) rejectValue(v, input);
  return isWide(type) ? whole : Number(whole);
}

function wholeOf(input: unknown): bigint | undefined {
  if (typeof input === 'bigint') return input;
  if (typeof input === 'string') return wholeFrom(input);
  return typeof input === 'number' && Number.isInteger(input) ? BigInt(input) : undefined;
}

function realOf(v: ValueDeclaration, input: unknown): number {
  const number = typeof input === 'string' ? numberFrom(input) : numberOf(input);
  if (number === undefined && typeof input === 'string' && isTiny(input)) rejectUnderflow(v, input);
  if (number === undefined || !Number.isFinite(number)) rejectValue(v, input);
  const round = v.type === 'Float32' ? Math.fround : (x: number): number => x;
  const value = round(number);
  if (value === 0 && number !== 0) rejectUnderflow(v, input);
  // Beyond single precision.
  if (!Number.isFinite(value)) rejectValue(v, input);
  if (value < round(realBound(v.min, -Infinity)) || value > round(realBound(v.max, Infinity)))
    rejectValue(v, input);
  return value;
}

function numberOf(input: unknown): number | undefined {
  return typeof input === 'number' || typeof input === 'bigint' ? Number(input) : undefined;
}

function booleanOf(v: ValueDeclaration, input: unknown): number {
  if (input === true || input === 'true') return 1;
  if (input === false || input === 'false') return 0;
  return rejectValue(v, input);
}

function itemOf(v: ValueDeclaration, input: unknown): number {
  const named = v.items.find(({ name }) => name === input);
  if (named !== undefined) return named.value;
  const whole = wholeOf(input);
  const item = whole === undefined ? undefined : v.items.find(({ value }) => BigInt(value) === whole);
  return item === undefined ? rejectValue(v, input) : item.value;
}

function rejectValue(v: ValueDeclaration, input: unknown): never {
  throw new Error(`${formatGiven(v, input)} was given, expected ${rangeOf(v)}. Give an accepted value.`);
}

/** Rejects a nonzero value whose nearest double is 0, instead of silently making it 0. */
function rejectUnderflow(v: ValueDeclaration, input: unknown): never {
  const least = v.type === 'Float32' ? 2 ** -149 : Number.MIN_VALUE;
  throw new Error(
    `${formatGiven(v, input)} was given, but a ${v.type} holds no number between 0 and ${least}${unitOfMeasureText(v)}. Give 0 or a larger magnitude.`,
  );
}

/** Formats a value as the user wrote it, and a number with its unit of measure. */
function formatGiven(v: ValueDeclaration, input: unknown): string {
  if (typeof input === 'bigint' || typeof input === 'number')
    return `${Object.is(input, -0) ? '-0' : input}${unitOfMeasureText(v)}`;
  return input === undefined ? 'nothing' : shortened(JSON.stringify(input) ?? String(input));
}
