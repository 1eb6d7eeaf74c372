import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { build, manifest, token, vr } from './every-type.ts';
import { type JcoComponent, type JcoInstance, jcoHost, statusOf, type Values } from './jco-host.ts';

let make: () => JcoComponent;
beforeAll(async () => {
  make = await jcoHost(await build(), token);
});

const integer = (bits: number): Arbitrary<number> =>
  fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
const natural = (bits: number): Arbitrary<number> => fc.integer({ min: 0, max: 2 ** bits - 1 });

/**
 * Inputs, each with the type of its accessor and its values. A NaN remains a NaN, with any payload.
 */
const inputs: [name: string, type: string, value: Arbitrary<Values[number]>][] = [
  ['u', 'Float64', fc.double()],
  ['v', 'Float64', fc.double()],
  ['f32', 'Float32', fc.float()],
  ['s8', 'Int8', integer(8)],
  ['s16', 'Int16', integer(16)],
  ['s32', 'Int32', integer(32)],
  ['s64', 'Int64', fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })],
  ['u8', 'Uint8', natural(8)],
  ['u16', 'Uint16', natural(16)],
  ['u32', 'Uint32', natural(32)],
  ['u64', 'Uint64', fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })],
  ['flags', 'Boolean', fc.boolean()],
  [
    'text',
    'String',
    fc.string({ unit: 'grapheme', maxLength: 10 }).filter((s) => new TextEncoder().encode(s).length <= 40),
  ],
  ['blob', 'Binary', fc.uint8Array({ maxLength: 20 })],
  ['words', 'String', fc.string({ maxLength: 12, unit: 'grapheme-ascii' })],
  ['law', 'Int64', fc.bigInt({ min: 1n, max: 3n })],
];

const sizeOf = (name: string): number =>
  (manifest.variables[vr(name) - 1].dimensions ?? [1]).reduce((n, d) => n * d, 1);

const set = (unit: JcoInstance, type: string, references: number[], values: Values): string =>
  unit[`set${type}` as 'setFloat64'](references, values);
const get = (unit: JcoInstance, type: string, references: number[]): Values =>
  unit[`get${type}` as 'getFloat64'](references);

describe('an accessor of variables', () => {
  it.each(inputs)('returns the set values of %s [%s] unchanged, in every mode', (name, type, value) => {
    const host = make();
    const unit = host.instantiate('unit')!;
    const size = sizeOf(name);
    const check = fc.property(fc.array(value, { minLength: size, maxLength: size }), (values) => {
      expect(set(unit, type, [vr(name)], values)).toBe('ok');
      expect(Array.from(get(unit, type, [vr(name)]))).toEqual(values);
    });
    fc.assert(check, { numRuns: 40 });
    unit.enterInitializationMode(undefined, 0, undefined);
    fc.assert(check, { numRuns: 40 });
    unit.exitInitializationMode();
    fc.assert(check, { numRuns: 40 });
    expect(host.log).toEqual([]);
  });

  it('accepts the variables of a call in any order', () => {
    const unit = make().instantiate('unit')!;
    unit.setFloat64([vr('v'), vr('u')], [10, 11, 12, 13]);
    expect([...unit.getFloat64([vr('u'), vr('v'), vr('u')])]).toEqual([13, 10, 11, 12, 13]);
    expect([...unit.getFloat64([])]).toEqual([]);
  });

  it('returns start values in Instantiated', () => {
    const unit = make().instantiate('unit')!;
    expect([...unit.getFloat64([vr('u'), vr('v'), vr('k'), vr('gain'), 0])]).toEqual([0.5, 1, 2, 3, 3, 2, 0]);
    expect(unit.getString([vr('text')])).toEqual(['grüß']);
    expect(unit.getBinary([vr('blob')])).toEqual([Uint8Array.of(0, 255)]);
    expect(unit.getString([vr('words'), vr('text')])).toEqual(['eins', 'zwei', 'grüß']);
    expect([...unit.getInt64([vr('law')])]).toEqual([1n]);
  });
});

/** Calls in Step Mode, each with its status and log message. After an error the run is over. */
const refusals: [title: string, act: (unit: JcoInstance) => string, message: string][] = [
  [
    'a value reference that does not exist',
    (unit) => unit.setFloat64([4711], [1]),
    'set-float64: value reference 4711 does not exist; the last one is 32.',
  ],
  [
    'a value reference beyond 2³¹',
    (unit) => statusOf(() => unit.getInt32([4294967295])),
    'get-int32: value reference 4294967295 does not exist; the last one is 32.',
  ],
  [
    'a variable of another type',
    (unit) => statusOf(() => unit.getFloat64([vr('s16')])),
    'get-float64: value reference 5 is of type Int16.',
  ],
  [
    'too many values',
    (unit) => unit.setFloat64([vr('u'), vr('v')], [1, 2, 3, 4, 5]),
    'set-float64: got 5 values for 4 elements.',
  ],
  [
    'an output',
    (unit) => unit.setFloat64([vr('x')], [1]),
    'set-float64: value reference 22 (continuous output) cannot be set in Step Mode.',
  ],
  [
    'a fixed parameter after initialization',
    (unit) => unit.setFloat64([vr('k')], [1]),
    'set-float64: value reference 17 (fixed parameter) cannot be set in Step Mode.',
  ],
  [
    'a calculated parameter',
    (unit) => unit.setFloat64([vr('k2')], [1]),
    'set-float64: value reference 20 (fixed calculatedParameter) cannot be set in Step Mode.',
  ],
  [
    'time',
    (unit) => unit.setFloat64([0], [1]),
    'set-float64: value reference 0 (continuous independent) cannot be set in Step Mode.',
  ],
  [
    'a value that an enumeration does not have',
    (unit) => unit.setInt64([vr('law')], [4n]),
    'set-int64: value reference 16 is an enumeration from 1 to 3; got 4.',
  ],
  [
    'a string longer than its maxSize',
    (unit) => unit.setString([vr('text')], ['ü'.repeat(21)]),
    'set-string: value reference 13 holds 40 bytes; got 42 bytes.',
  ],
  [
    'a binary longer than its maxSize',
    (unit) => unit.setBinary([vr('blob')], [new Uint8Array(21)]),
    'set-binary: value reference 14 holds 20 bytes; got 21 bytes.',
  ],
];

describe('an access that FMI forbids', () => {
  it.each(refusals)('fails with a reason and sets nothing: %s', (_, act, message) => {
    const host = make();
    const unit = host.instantiate('unit')!;
    unit.enterInitializationMode(undefined, 0, undefined);
    unit.exitInitializationMode();
    const before = [...unit.getFloat64([vr('u'), vr('v'), vr('k'), vr('x')])];
    expect(act(unit)).toBe('error');
    expect(host.log).toEqual([{ instance: 'unit', status: 'error', category: 'logStatusError', message }]);
    // Terminated: values remain readable, for debugging.
    expect([...unit.getFloat64([vr('u'), vr('v'), vr('k'), vr('x')])]).toEqual(before);
  });

  it('permits setting the tunable parameter in Step Mode, and the structural one only in Configuration Mode', () => {
    const unit = make().instantiate('unit')!;
    expect(unit.enterConfigurationMode()).toBe('ok');
    expect(unit.setInt32([vr('order')], [7])).toBe('ok');
    expect(unit.exitConfigurationMode()).toBe('ok');
    expect([...unit.getInt32([vr('order')])]).toEqual([7]);
    unit.enterInitializationMode(undefined, 0, undefined);
    unit.exitInitializationMode();
    expect(unit.setFloat64([vr('gain')], [9])).toBe('ok');
    expect(unit.setInt32([vr('order')], [8])).toBe('error');
  });
});
