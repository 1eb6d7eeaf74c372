/** The simple types of the schemas (XML Schema Part 2), as far as FMI uses them, and FMI's own enumerations. */

/** Says what a text should have been, undefined when it is right. */
export type ValueCheck = (text: string) => string | undefined;

/** The items of a list value. */
export function words(text: string): string[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
}

function integer(low: bigint, high: bigint): ValueCheck {
  return (text) => {
    const digits = text.trim();
    if (!/^[+-]?\d+$/.test(digits)) return `an integer from ${low} to ${high}`;
    const value = BigInt(digits.replace(/^\+/, ''));
    return value < low || value > high ? `an integer from ${low} to ${high}` : undefined;
  };
}

function signed(bits: bigint): ValueCheck {
  return integer(-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n);
}

function unsigned(bits: bigint): ValueCheck {
  return integer(0n, 2n ** bits - 1n);
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

const dependencyKind = oneOf('dependent', 'constant', 'fixed', 'tunable', 'discrete');

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
  | 'fmiVersion2'
  | 'fmiVersion3'
  | 'causality2'
  | 'causality3'
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
  byte: signed(8n),
  short: signed(16n),
  int: signed(32n),
  long: signed(64n),
  unsignedByte: unsigned(8n),
  unsignedShort: unsigned(16n),
  unsignedInt: unsigned(32n),
  unsignedLong: unsigned(64n),
  nonNegativeInteger: pattern(/^\s*(\+?\d+|-0+)\s*$/, 'an integer that is not negative'),
  boolean: pattern(/^\s*(true|false|0|1)\s*$/, 'true, false, 1 or 0'),
  hexBinary: pattern(/^\s*(([0-9a-fA-F]{2})+\s*)?$/, 'hexadecimal digits, two a byte'),
  dateTime,
  fmiVersion2: oneOf('2.0'),
  fmiVersion3: pattern(/^3\.(0|[1-9]\d*)(\.(0|[1-9]\d*))?(-.+)?$/, '3.0'),
  causality2: oneOf('parameter', 'calculatedParameter', 'input', 'output', 'local', 'independent'),
  causality3: oneOf(
    'parameter',
    'calculatedParameter',
    'input',
    'output',
    'local',
    'independent',
    'structuralParameter',
  ),
  variability: oneOf('constant', 'fixed', 'tunable', 'discrete', 'continuous'),
  initial: oneOf('exact', 'approx', 'calculated'),
  namingConvention: oneOf('flat', 'structured'),
  intervalVariability: oneOf('constant', 'fixed', 'tunable', 'changing', 'countdown', 'triggered'),
  doubles: list(floating),
  floats: list(floating),
  bytes: list(signed(8n)),
  shorts: list(signed(16n)),
  ints: list(signed(32n)),
  longs: list(signed(64n)),
  unsignedBytes: list(unsigned(8n)),
  unsignedShorts: list(unsigned(16n)),
  unsignedInts: list(unsigned(32n)),
  unsignedLongs: list(unsigned(64n)),
  booleans: list(oneOf('true', 'false', '1', '0')),
  dependencyKinds: list(dependencyKind),
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
