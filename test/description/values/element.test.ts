import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FmiType, fmiTypes } from '../../../fmu-sdk/description/description.ts';
import { checkValues } from '../../../fmu-sdk/description/values/checked-values.ts';
import { checkValue } from '../../../fmu-sdk/description/values/element-value.ts';
import {
  type IntegerType,
  integerRanges,
  isFloatType,
  isInteger,
  isWide,
  widens,
} from '../../../fmu-sdk/description/values/float-types.ts';
import type { ValueDeclaration } from '../../../fmu-sdk/description/values/value-declaration.ts';

const declared = (type: FmiType, more: Partial<ValueDeclaration> = {}): ValueDeclaration => ({
  type,
  dimensions: [],
  items: [],
  ...more,
});
const items = [
  { name: 'low', value: -1 },
  { name: 'high', value: 7 },
];
const integers = Object.keys(integerRanges) as IntegerType[];
const numeric = fmiTypes.filter((type) => isInteger(type) || isFloatType(type));

const arrays: Partial<Record<FmiType, new (n: number) => { [i: number]: number | bigint }>> = {
  Float32: Float32Array,
  Float64: Float64Array,
  Int8: Int8Array,
  UInt8: Uint8Array,
  Int16: Int16Array,
  UInt16: Uint16Array,
  Int32: Int32Array,
  UInt32: Uint32Array,
  Int64: BigInt64Array,
  UInt64: BigUint64Array,
};

/** Returns a value after storage in memory of the type. */
function stored(type: FmiType, value: number | bigint): number | bigint {
  const memory = new (arrays[type] as new (n: number) => { [i: number]: number | bigint })(1);
  memory[0] = isWide(type) ? BigInt(value) : Number(value);
  return memory[0];
}

/** Whole numbers at and around the bounds of all types, and arbitrary ones. */
const wholes = fc.oneof(
  fc.constantFrom(...integers.flatMap((t) => integerRanges[t].flatMap((x) => [x - 1n, x, x + 1n]))),
  fc.constantFrom(2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 0n, 1n, -1n),
  fc.bigInt(-(2n ** 70n), 2n ** 70n),
);

describe('the reader of whole numbers', () => {
  it('accepts a bigint or text exactly for the integer types that contain it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...integers), wholes, (type, x) => {
        const [min, max] = integerRanges[type];
        for (const input of [x, String(x), x >= 0n ? `+${x}` : String(x)]) {
          if (x < min || x > max)
            expect(() => checkValue(declared(type), input)).toThrow(
              `expected ${/^I/.test(type) ? 'an' : 'a'} ${type}: a whole number from ${min} to ${max}. Give an accepted value.`,
            );
          else {
            const value = checkValue(declared(type), input);
            expect([typeof value, BigInt(value)]).toEqual([isWide(type) ? 'bigint' : 'number', x]);
            expect(BigInt(stored(type, value))).toBe(x);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('accepts only exact numbers, and advises text for larger ones', () => {
    fc.assert(
      fc.property(fc.constantFrom(...integers), wholes, (type, x) => {
        const number = Number(x);
        const [min, max] = integerRanges[type];
        const take = (): number | bigint => checkValue(declared(type), number);
        if (!Number.isSafeInteger(number)) expect(take).toThrow(/Give the value as text/);
        else if (x < min || x > max) expect(take).toThrow('was given, expected a');
        else expect(BigInt(take())).toBe(x);
      }),
      { numRuns: 500 },
    );
  });

  it('enforces the bounds of the variable, including bounds above 2^53', () => {
    const [low, high] = [2n ** 53n + 1n, 2n ** 53n + 9n];
    const v = declared('Int64', { min: String(low), max: String(high), unit: '1' });
    fc.assert(
      fc.property(fc.bigInt(low - 5n, high + 5n), (x) => {
        if (x >= low && x <= high) expect(checkValue(v, String(x))).toBe(x);
        else
          expect(() => checkValue(v, x)).toThrow(
            // The message omits the unit of measure of dimensionless values.
            `${x} was given, expected an Int64: a whole number from ${low} to ${high}. Give an accepted value.`,
          );
      }),
    );
  });
});

describe('the reader of real numbers', () => {
  it('reads decimal text as JavaScript does, and keeps the sign of −0', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        expect(checkValue(declared('Float64'), x)).toBe(x);
        const text = Object.is(x, -0) ? '-0' : String(x);
        expect(checkValue(declared('Float64'), text)).toBe(x);
      }),
    );
  });

  it('rounds to the nearest Float32, and rejects numbers that round to infinity or 0', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        const nearest = Math.fround(x);
        const take = (): number | bigint => checkValue(declared('Float32'), x);
        if (nearest === 0 && x !== 0)
          expect(take).toThrow('a Float32 holds no number between 0 and 1.401298464324817e-45.');
        else if (!Number.isFinite(nearest))
          expect(take).toThrow('expected a Float32: a number up to 3.4028234663852886e+38 in magnitude.');
        else expect(take()).toBe(nearest);
      }),
    );
    expect(() => checkValue(declared('Float32'), '3.5e38')).toThrow('"3.5e38" was given, expected a Float32');
    expect(() => checkValue(declared('Float32', { unit: 'm' }), '1e-50')).toThrow(
      '"1e-50" was given, but a Float32 holds no number between 0 and 1.401298464324817e-45 m. Give 0 or a larger magnitude.',
    );
    expect(() => checkValue(declared('Float64'), '-1e-999')).toThrow('between 0 and 5e-324. Give 0');
    expect(checkValue(declared('Float32'), '0e-999')).toBe(0);
  });

  it('accepts the bounds themselves and values between them, also in single precision', () => {
    const v = declared('Float64', { min: '0', max: '2.5', unit: 'mm' });
    expect([0, 2.5, '2.5'].map((x) => checkValue(v, x))).toEqual([0, 2.5, 2.5]);
    for (const x of [-1e-300, 2.5000000000000004])
      expect(() => checkValue(v, x)).toThrow(
        `${x} mm was given, expected a Float64: a number from 0 mm to 2.5 mm. Give an accepted value.`,
      );
    expect(() => checkValue(declared('Float64', { min: '1e-6', unit: 's' }), 0)).toThrow(
      '0 s was given, expected a Float64: a number from 1e-6 s up.',
    );
    const single = declared('Float32', { min: '0.1', max: '0.3' });
    expect([0.1, Math.fround(0.3)].map((x) => checkValue(single, x))).toEqual([0.1, 0.3].map(Math.fround));
    expect(checkValue(declared('Float64', { max: 'INF' }), 1e308)).toBe(1e308);
  });
});

describe('the rejection of invalid values by every numeric type', () => {
  const bad: [unknown, string][] = [
    ['0x', '"0x"'],
    ['0x10', '"0x10"'],
    ['', '""'],
    [' ', '" "'],
    [' 1', '" 1"'],
    ['1_000', '"1_000"'],
    ['1,5', '"1,5"'],
    ['1e999', '"1e999"'],
    ['1e-999', '"1e-999"'],
    ['NaN', '"NaN"'],
    ['Infinity', '"Infinity"'],
    ['INF', '"INF"'],
    ['true', '"true"'],
    ['--1', '"--1"'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
    [true, 'true'],
    [false, 'false'],
    [null, 'null'],
    [undefined, 'nothing'],
    [{}, '{}'],
    [[1], '[1]'],
  ];
  it.each(bad)('every numeric type rejects %j and names the value', (input, shownText) => {
    for (const type of numeric)
      expect(() => checkValue(declared(type), input)).toThrow(`${shownText} was given, `);
  });

  it('integer types reject points, exponents and fractions', () => {
    for (const type of integers)
      for (const input of ['1.0', '1e2', 0.5, 1e-300, '0.5'])
        expect(() => checkValue(declared(type), input)).toThrow('was given, expected a');
  });

  it('integer types read −0 as 0', () => {
    for (const type of integers)
      for (const input of [-0, '-0'])
        expect(Object.is(Number(checkValue(declared(type), input)), 0)).toBe(true);
  });
});

describe('the messages for invalid values', () => {
  const named: [type: FmiType, given: unknown, message: string][] = [
    [
      'Int8',
      300,
      '300 was given, expected an Int8: a whole number from -128 to 127. Give an accepted value.',
    ],
    [
      'UInt16',
      -1,
      '-1 was given, expected a UInt16: a whole number from 0 to 65535. Give an accepted value.',
    ],
    [
      'Int64',
      9007199254740992,
      '9007199254740992 was given as a number, which is exact for whole numbers up to 9007199254740991 only. ' +
        'Give the value as text: "…" with all its digits.',
    ],
    [
      'UInt64',
      '18446744073709551616',
      '"18446744073709551616" was given, expected a UInt64: a whole number from 0 to 18446744073709551615. Give an accepted value.',
    ],
    [
      'Float64',
      '1e999',
      '"1e999" was given, expected a Float64: a number that is finite. Give an accepted value.',
    ],
    ['Boolean', 1, '1 was given, expected a Boolean: true or false. Give an accepted value.'],
    ['Boolean', '1', '"1" was given, expected a Boolean: true or false. Give an accepted value.'],
    ['Clock', 0, '0 was given, expected a Clock: true or false. Give an accepted value.'],
  ];
  it.each(named)('%s rejects %s with its specific message', (type, input, message) => {
    expect(() => checkValue(declared(type), input)).toThrow(new Error(message));
  });

  it('an Enumeration accepts only the name, value or value as text of its items', () => {
    const v = declared('Enumeration', { items });
    expect(['low', 'high', -1, 7n, '7'].map((x) => checkValue(v, x))).toEqual([-1, 7, -1, 7, 7]);
    for (const input of ['Low', 0, 7.5, '', true, Number.NaN])
      expect(() => checkValue(v, input)).toThrow(
        'was given, expected one of "low", "high". Give an accepted value.',
      );
  });

  it('a Boolean accepts true, false and their texts', () => {
    expect([true, false, 'true', 'false'].map((x) => checkValue(declared('Boolean'), x))).toEqual([
      1, 0, 1, 0,
    ]);
  });
});

describe('the values of an array', () => {
  it('their number must equal the number of elements, and a single value is not repeated', () => {
    const v = declared('Float64', { dimensions: [2, 2] });
    expect(checkValues(v, [1, '2', 3n, 4])).toEqual([1, 2, 3, 4]);
    expect(checkValues(v, Float32Array.of(1, 2, 3, 4))).toEqual([1, 2, 3, 4]);
    for (const [input, n] of [
      [[1, 2, 3], '3 values were'],
      [[1, 2, 3, 4, 5], '5 values were'],
      [[], '0 values were'],
      [1, '1 value was'],
    ] as const)
      expect(() => checkValues(v, input)).toThrow(`${n} given for 4 elements [2,2]. Give one for each.`);
    expect(() => checkValues(declared('Int32'), [1, 2])).toThrow(
      '2 values were given for 1 element. Give one for each.',
    );
  });

  it('errors name the index of the element, and a hole counts as missing', () => {
    const v = declared('Int8', { dimensions: [3] });
    expect(() => checkValues(v, [1, 300, 2])).toThrow('element 2 of 3: 300 was given, expected an Int8');
    const hole: unknown[] = [1, 2, 3];
    delete hole[1];
    expect(() => checkValues(v, hole)).toThrow('element 2 of 3: nothing was given');
  });

  it('String and Binary values must fit maxSize, and consist of whole characters without zero bytes', () => {
    const s = declared('String', { maxSize: 4 });
    expect(checkValues(s, 'aé')).toEqual([Uint8Array.of(97, 195, 169)]);
    expect(() => checkValues(s, 'ééé')).toThrow(
      '6 bytes were given, expected a String: a text, of up to 4 bytes. Give fewer bytes, or ask its author for a larger "maxSize".',
    );
    for (const input of ['a\0b', '\ud800'])
      expect(() => checkValues(s, input)).toThrow('whole characters only');
    for (const input of [5, 5n, true, null]) expect(() => checkValues(s, input)).toThrow('expected a String');
    expect(checkValues(declared('String'), 'x'.repeat(1000))).toEqual([new Uint8Array(1000).fill(120)]);
    const b = declared('Binary', { maxSize: 2 });
    expect(checkValues(b, '00fF')).toEqual([Uint8Array.of(0, 255)]);
    expect(checkValues(b, Uint8Array.of(1, 2))).toEqual([Uint8Array.of(1, 2)]);
    for (const input of ['0', 'xy', '0x00', 7])
      expect(() => checkValues(b, input)).toThrow('two hexadecimal digits');
    expect(() => checkValues(b, '010203')).toThrow('3 bytes were given, expected a Binary');
  });
});

describe('the widening of types', () => {
  const values: [FmiType, number | bigint][] = [
    ...integers.flatMap((type) => integerRanges[type].map((x): [FmiType, bigint] => [type, x])),
    ...integers.flatMap((type) =>
      [2n ** 24n + 1n, 2n ** 53n + 1n, -1n]
        .filter((x) => x >= integerRanges[type][0] && x <= integerRanges[type][1])
        .map((x): [FmiType, bigint] => [type, x]),
    ),
    ['Float32', Math.fround(0.1)],
    ['Float32', -0],
    ['Float64', 0.1],
    ['Float64', 0.5],
  ];

  it('a type widens to another if memory of the other stores all its values unchanged', () => {
    for (const from of numeric)
      for (const to of numeric) {
        const isPreserved = values
          .filter(([type]) => type === from)
          .every(([, x]) => {
            const whole = typeof x === 'bigint' || Number.isInteger(x);
            if (isInteger(to) && (!whole || Object.is(x, -0))) return false;
            const converted = stored(to, x);
            return typeof x === 'bigint' ? BigInt(converted) === x : Object.is(converted, x);
          });
        expect([from, to, widens(from, to)]).toEqual([from, to, isPreserved]);
      }
  });

  it('types that are not numeric widen only to themselves', () => {
    for (const from of fmiTypes.filter((type) => !numeric.includes(type as never)))
      for (const to of fmiTypes) {
        expect(widens(from, to)).toBe(from === to);
        expect(widens(to, from)).toBe(from === to);
      }
  });
});
