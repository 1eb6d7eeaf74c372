import { dependencyKinds } from '../../description/description.ts';
import { type IntegerType, integerRanges } from '../../description/variables/integer-ranges.ts';
import {
  causalities,
  initials,
  intervalVariabilities,
  variabilities,
} from '../../standard/variability-table.ts';

/** Simple types of the schemas (XML Schema Part 2) that FMI uses, and FMI's enumerations. */

/** Returns a description of the expected text, or undefined for a valid text. */
export type ValueCheck = (text: string) => string | undefined;

/** The items of a list value. */
export function words(text: string): string[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
}

function integer(type: IntegerType): ValueCheck {
  const [low, high] = integerRanges[type];
  return (text) => {
    const digits = text.trim();
    if (!/^[+-]?\d+$/.test(digits)) return `an integer from ${low} to ${high}`;
    const value = BigInt(digits.replace(/^\+/, ''));
    return value < low || value > high ? `an integer from ${low} to ${high}` : undefined;
  };
}

function pattern(regexp: RegExp, expected: string): ValueCheck {
  return (text) => (regexp.test(text) ? undefined : expected);
}

function oneOf(...values: string[]): ValueCheck {
  return (text) => (values.includes(text) ? undefined : `one of ${values.join(', ')}`);
}

function list(item: ValueCheck): ValueCheck {
  return (text) => {
    for (const word of words(text)) {
      const expected = item(word);
      if (expected !== undefined) return `a list, each item ${expected}`;
    }
    return undefined;
  };
}

const floating = pattern(
  /^\s*([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|-?INF|NaN)\s*$/,
  'a number such as 1.5e-3, with a point',
);

export type ValueType =
  | 'string'
  | 'normalizedString'
  | 'double'
  | 'float'
  | 'byte'
  | 'short'
  | 'int'
  | 'long'
  | 'unsignedByte'
  | 'unsignedShort'
  | 'unsignedInt'
  | 'unsignedLong'
  | 'nonNegativeInteger'
  | 'boolean'
  | 'hexBinary'
  | 'dateTime'
  | 'fmiVersion1'
  | 'fmiVersion2'
  | 'fmiVersion3'
  | 'alias1'
  | 'causality1'
  | 'causality2'
  | 'causality3'
  | 'variability1'
  | 'variability'
  | 'initial'
  | 'namingConvention'
  | 'intervalVariability'
  | 'doubles'
  | 'floats'
  | 'bytes'
  | 'shorts'
  | 'ints'
  | 'longs'
  | 'unsignedBytes'
  | 'unsignedShorts'
  | 'unsignedInts'
  | 'unsignedLongs'
  | 'booleans'
  | 'dependencyKinds';

export const valueChecks: Readonly<Record<ValueType, ValueCheck>> = {
  string: () => undefined,
  normalizedString: () => undefined,
  double: floating,
  float: floating,
  byte: integer('Int8'),
  short: integer('Int16'),
  int: integer('Int32'),
  long: integer('Int64'),
  unsignedByte: integer('UInt8'),
  unsignedShort: integer('UInt16'),
  unsignedInt: integer('UInt32'),
  unsignedLong: integer('UInt64'),
  nonNegativeInteger: pattern(/^\s*(\+?\d+|-0+)\s*$/, 'a nonnegative integer'),
  boolean: pattern(/^\s*(true|false|0|1)\s*$/, 'true, false, 1 or 0'),
  hexBinary: pattern(/^\s*(([0-9a-fA-F]{2})+\s*)?$/, 'hexadecimal digits, two a byte'),
  dateTime,
  fmiVersion1: oneOf('1.0'),
  fmiVersion2: oneOf('2.0'),
  fmiVersion3: pattern(/^3\.(0|[1-9]\d*)(\.(0|[1-9]\d*))?(-.+)?$/, '3.0'),
  alias1: oneOf('noAlias', 'alias', 'negatedAlias'),
  causality1: oneOf('input', 'output', 'internal', 'none'),
  causality2: oneOf(...causalities.filter((causality) => causality !== 'structuralParameter')),
  causality3: oneOf(...causalities),
  variability1: oneOf('constant', 'parameter', 'discrete', 'continuous'),
  variability: oneOf(...variabilities),
  initial: oneOf(...initials),
  namingConvention: oneOf('flat', 'structured'),
  intervalVariability: oneOf(...intervalVariabilities),
  doubles: list(floating),
  floats: list(floating),
  bytes: list(integer('Int8')),
  shorts: list(integer('Int16')),
  ints: list(integer('Int32')),
  longs: list(integer('Int64')),
  unsignedBytes: list(integer('UInt8')),
  unsignedShorts: list(integer('UInt16')),
  unsignedInts: list(integer('UInt32')),
  unsignedLongs: list(integer('UInt64')),
  booleans: list(oneOf('true', 'false', '1', '0')),
  dependencyKinds: list(oneOf(...dependencyKinds)),
};

function dateTime(text: string): string | undefined {
  const match =
    /^\s*-?(\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)?\s*$/.exec(
      text,
    );
  const expected = 'a date and time such as 2026-07-31T12:00:00Z';
  if (match === null) return expected;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  const midnight = hour === 24 && minute === 0 && second === 0;
  const right =
    year > 0 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= days &&
    (hour < 24 || midnight) &&
    minute < 60 &&
    second < 60;
  return right ? undefined : expected;
}
