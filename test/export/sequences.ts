import fc from 'fast-check';
import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import type { FmiCall, NumericType } from '../../fmu-sdk/host/instance/fmi-api.ts';
import { sizeOf } from './harness.ts';

/** A call of an importer, right or wrong. */
export type Command =
  | { call: 'op'; op: Exclude<FmiCall, { values: unknown } | { doubles: unknown }>['op'] }
  | { call: 'life'; anew: boolean; stop: number | undefined }
  | { call: 'step'; late: number; size: number; returnAfter: number }
  | { call: 'get'; type: NumericType; references: number[]; count: number }
  | { call: 'set'; type: NumericType; references: number[]; values: number[] }
  | { call: 'getStrings' | 'getBinaries'; references: number[]; count: number }
  | { call: 'setStrings' | 'setBinaries'; references: number[]; values: string[] }
  | { call: 'derivative'; adjoint: boolean; unknown: number; known: number; seed: number }
  | { call: 'interval' | 'shift' | 'fraction'; clock: number }
  | { call: 'setInterval' | 'setShift'; clock: number; value: number }
  | { call: 'logging'; on: boolean; categories: readonly string[] }
  | { call: 'save' }
  | { call: 'restore'; serialized: boolean }
  | { call: 'outputDerivative'; reference: number };

export interface Sequence {
  eventModeUsed: boolean;
  earlyReturnAllowed: boolean;
  required: number[];
  commands: Command[];
}

const numeric: readonly NumericType[] = [
  'Float32',
  'Float64',
  'Int8',
  'Int16',
  'Int32',
  'Int64',
  'UInt8',
  'UInt16',
  'UInt32',
  'UInt64',
  'Boolean',
  'Clock',
];

/** Returns the accessor of a variable. An enumeration travels as Int64. */
function accessor(v: Variable): string {
  return v.type === 'Enumeration' ? 'Int64' : v.type;
}

/**
 * Returns sequences of calls to a unit. Most commands fit the unit, so that runs get far. The rest
 * are wrong in every way.
 */
export function sequences(d: ModelDescription, h: number): fc.Arbitrary<Sequence> {
  const last = d.variables.length;
  const reference = fc.integer({ min: 0, max: last });
  const number = fc.oneof(
    fc.constantFrom(0, 1, 2, -1, 0.5, 3, 1e-9, 4),
    fc.double({ min: -10, max: 10, noNaN: true }),
  );
  const counted = (v: Variable, wrong: number): number => Math.max(0, sizeOf(v) + wrong);
  const wrong = fc.oneof(
    { weight: 15, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 1) },
  );
  const accessing = fc
    .tuple(
      fc.constantFrom(...d.variables),
      wrong,
      fc.array(number, { minLength: 5, maxLength: 5 }),
      fc.boolean(),
    )
    .map(([v, miss, values, set]): Command => {
      const type = accessor(v);
      const references = [v.valueReference];
      const count = counted(v, miss);
      const list = Array.from({ length: count }, (_, i) => values[i % 5]);
      if (type === 'String' || type === 'Binary') {
        const plural = type === 'String' ? ('Strings' as const) : ('Binaries' as const);
        if (!set) return { call: `get${plural}`, references, count: sizeOf(v) };
        return { call: `set${plural}`, references, values: list.map((x) => 'aü'.repeat(Math.abs(x) * 3)) };
      }
      if (!set) return { call: 'get', type: type as NumericType, references, count: sizeOf(v) };
      return { call: 'set', type: type as NumericType, references, values: list };
    });
  const several = fc
    .tuple(fc.constantFrom(...numeric), fc.array(reference, { maxLength: 4 }), number, fc.boolean())
    .map(([type, references, x, set]): Command => {
      const sizes = references.map((r) => (d.variables[r] === undefined ? 1 : sizeOf(d.variables[r])));
      const count = sizes.reduce((a, b) => a + b, 0);
      return set
        ? { call: 'set', type, references, values: Array.from({ length: count }, () => x) }
        : { call: 'get', type, references, count };
    });
  const ops = [
    'enterInitializationMode',
    'exitInitializationMode',
    'enterConfigurationMode',
    'exitConfigurationMode',
    'enterEventMode',
    'enterStepMode',
    'updateDiscreteStates',
    'evaluateDiscreteStates',
    'terminate',
    'reset',
  ] as const;
  const step = fc.record({
    call: fc.constant('step' as const),
    late: fc.oneof(
      { weight: 20, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.constantFrom(h, 1) },
    ),
    size: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(h, 2 * h, 4 * h) },
      { weight: 1, arbitrary: fc.constantFrom(0.3 * h, 0, -h, 50 * h) },
    ),
    returnAfter: fc.constantFrom(Infinity, Infinity, h, 2 * h),
  });
  const life = fc.record({
    call: fc.constant('life' as const),
    anew: fc.boolean(),
    stop: fc.constantFrom(undefined, undefined, 20 * h, 1e3),
  });
  const events = fc
    .constantFrom('enterEventMode', 'updateDiscreteStates', 'enterStepMode')
    .map((op): Command => ({ call: 'op', op: op as (typeof ops)[number] }));
  const clocks = d.variables.filter((v) => v.type === 'Clock').map((v) => v.valueReference);
  const clock = clocks.length === 0 ? reference : fc.oneof(fc.constantFrom(...clocks), reference);
  const reals = d.variables
    .filter((v) => v.type === 'Float64' && sizeOf(v) === 1)
    .map((v) => v.valueReference);
  // One value enters and one leaves. Arrays are left to the getters.
  const single = reference.filter((r) => d.variables[r] === undefined || sizeOf(d.variables[r]) === 1);
  const real = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...reals) },
    { weight: 1, arbitrary: single },
  );
  const command: fc.Arbitrary<Command> = fc.oneof(
    { weight: 12, arbitrary: life },
    { weight: 20, arbitrary: step },
    { weight: 24, arbitrary: accessing },
    { weight: 3, arbitrary: several },
    { weight: 8, arbitrary: events },
    { weight: 4, arbitrary: fc.constantFrom(...ops).map((op): Command => ({ call: 'op', op })) },
    { weight: 3, arbitrary: fc.constant<Command>({ call: 'op', op: 'reset' }) },
    {
      weight: 2,
      arbitrary: fc.record({
        call: fc.constant('derivative' as const),
        adjoint: fc.boolean(),
        unknown: real,
        known: real,
        seed: number,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ call: fc.constantFrom('interval', 'shift', 'fraction'), clock }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        call: fc.constantFrom('setInterval', 'setShift'),
        clock,
        value: fc.constantFrom(h, 0.3, 0, Infinity),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        call: fc.constant('logging' as const),
        on: fc.boolean(),
        categories: fc.constantFrom(
          [],
          ['logStatusDiscard'],
          ['logStatusError', 'logStatusFatal'],
          ['nonsense'],
        ),
      }),
    },
    { weight: 4, arbitrary: fc.constant<Command>({ call: 'save' }) },
    { weight: 4, arbitrary: fc.record({ call: fc.constant('restore' as const), serialized: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({ call: fc.constant('outputDerivative' as const), reference }),
    },
  );
  return fc.record({
    // A unit without Event Mode rejects it, and the sequence ends there.
    eventModeUsed: d.coSimulation?.hasEventMode
      ? fc.boolean()
      : fc.integer({ min: 0, max: 20 }).map((n) => n === 0),
    earlyReturnAllowed: fc.boolean(),
    required: fc.oneof(
      { weight: 6, arbitrary: fc.constant<number[]>([]) },
      { weight: 1, arbitrary: fc.array(reference, { maxLength: 2 }) },
    ),
    commands: fc
      .tuple(fc.array(accessing, { maxLength: 3 }), life, fc.array(command, { minLength: 5, maxLength: 30 }))
      .map(([before, begin, then]): Command[] => [...before, begin, ...then]),
  });
}
