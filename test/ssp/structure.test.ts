import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FmiType, fmiTypes, type UnitOfMeasure } from '../../fmu-sdk/description/description.ts';
import { integerRanges, isInteger } from '../../fmu-sdk/description/values/float-types.ts';
import { readSystemStructure } from '../../master/ssp/ssd/read-ssd.ts';
import {
  type Connector,
  connectorKinds,
  type MappingEntry,
  type Parameter,
  type ParameterBinding,
  type SspComponent,
  type SspConnection,
  type SspSystem,
  type SystemStructure,
  type Transformation,
} from '../../master/ssp/ssd/system-structure.ts';
import { writeSystemStructure } from '../../master/ssp/ssd/write-ssd.ts';
import { double, partialRecord, text, valueText } from '../description/arbitrary.ts';

const units: UnitOfMeasure[] = [
  { name: 'mm', base: { kg: 0, m: 1, s: 0, A: 0, K: 0, mol: 0, cd: 0, rad: 0, factor: 1e-3, offset: 0 } },
  {
    name: '<degC>',
    base: { kg: 0, m: 0, s: 0, A: 0, K: 1, mol: 0, cd: 0, rad: 0, factor: 1, offset: 273.15 },
  },
];
const unit = fc.constantFrom(...units);
const name = text.map((t) => `n${t}`);
const real = fc.constantFrom('Float64', 'Float32');
const flag = fc.boolean();
const index = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 2 });

const transformation: fc.Arbitrary<Transformation> = fc.oneof(
  fc.record({ kind: fc.constant('linear'), factor: double, offset: double }),
  fc.record({
    kind: fc.constant('map'),
    of: fc.constantFrom('Boolean', 'Integer', 'Enumeration'),
    entries: fc.array(fc.tuple(text, text), { maxLength: 2 }),
  }),
) as fc.Arbitrary<Transformation>;

function join<A, B>({ own, more }: { own: A; more: B }): A & B {
  return { ...own, ...more };
}

const connector: fc.Arbitrary<Connector> = fc
  .record({
    own: fc.record({
      name,
      kind: fc.constantFrom(...connectorKinds),
      dimensions: fc.array(fc.nat(9), { maxLength: 2 }),
    }),
    more: fc.oneof(
      fc.constant({}),
      partialRecord({ type: real, unit }).filter((o) => o.unit === undefined || o.type !== undefined),
      fc.constantFrom(...fmiTypes.filter((t) => t !== 'Enumeration')).map((type) => ({ type })),
      name.map((enumeration) => ({ type: 'Enumeration', enumeration })),
    ),
  })
  .map(join) as fc.Arbitrary<Connector>;

/** Texts have the format of their type, and may exceed its range. */
const isHeld =
  (type: FmiType) =>
  (word: string): boolean => {
    if (type === 'Float32') return Math.fround(Math.abs(Number(word))) !== Infinity;
    if (!isInteger(type)) return true;
    const [min, max] = integerRanges[type];
    return BigInt(word) >= min && BigInt(word) <= max;
  };

const parameter: fc.Arbitrary<Parameter> = fc
  .constantFrom(...fmiTypes.filter((t) => t !== 'Clock'))
  .chain((type) =>
    fc
      .record({
        own: fc.record({
          name,
          type: fc.constant(type),
          values: fc.array(type === 'Enumeration' ? text : valueText(type).filter(isHeld(type)), {
            minLength: 1,
            maxLength: 3,
          }),
        }),
        more: type.startsWith('Float') ? partialRecord({ unit }) : fc.constant({}),
      })
      .map(join),
  );

const source = fc.record({ uri: name, base: fc.constantFrom('SSD', 'component') });
const entry: fc.Arbitrary<MappingEntry> = fc
  .record({
    own: fc.record({ source: name, target: name, suppressUnitConversion: flag }),
    more: partialRecord({ transformation }),
  })
  .map(join);
const binding = fc
  .record({
    own: fc.record({
      prefix: text,
      values: fc.oneof(
        source,
        fc.record({
          name: text,
          parameters: fc.uniqueArray(parameter, { maxLength: 3, selector: (p) => p.name }),
        }),
      ),
    }),
    more: partialRecord({ mapping: fc.oneof(source, fc.array(entry, { maxLength: 2 })) }),
  })
  .map(join) as unknown as fc.Arbitrary<ParameterBinding>;

const connection = fc.record({
  start: fc.record({
    connector: name,
    element: fc.option(name, { nil: undefined }),
    indices: fc.option(index, { nil: undefined }),
  }),
  end: fc.record({
    connector: name,
    element: fc.option(name, { nil: undefined }),
    indices: fc.option(index, { nil: undefined }),
  }),
  suppressUnitConversion: flag,
  transformation: fc.option(transformation, { nil: undefined }),
}) as fc.Arbitrary<SspConnection>;

const shared = {
  connectors: fc.array(connector, { maxLength: 3 }),
  bindings: fc.array(binding, { maxLength: 2 }),
};
const component: fc.Arbitrary<SspComponent> = fc
  .record({
    own: fc.record({
      ...shared,
      name,
      type: text,
      implementation: fc.constantFrom('any', 'ModelExchange', 'CoSimulation', 'ScheduledExecution'),
    }),
    more: partialRecord({ source: text }),
  })
  .map(join) as fc.Arbitrary<SspComponent>;
const { system } = fc.letrec<{ system: SspSystem }>((tie) => ({
  system: fc
    .record({
      own: fc.record({
        ...shared,
        name,
        elements: fc.oneof(
          { maxDepth: 2 },
          fc.array(component, { maxLength: 2 }),
          fc.array(fc.oneof(component, tie('system')), { maxLength: 2 }),
        ),
        connections: fc.array(connection, { maxLength: 2 }),
      }),
      more: partialRecord({ id: name }),
    })
    .map(join)
    // Names of elements are unique in their system.
    .map((s) => ({
      ...s,
      elements: (s.elements as SspSystem['elements']).map((e, i) => ({ ...e, name: `${e.name}${i}` })),
    })),
}));

const structure: fc.Arbitrary<SystemStructure> = fc
  .record({
    own: fc.record({
      version: fc.constant('2.0'),
      name: text,
      system,
      units: fc.constant(units),
    }),
    more: partialRecord({ description: text, startTime: double, stopTime: double, extension: text }),
  })
  .map(join) as fc.Arbitrary<SystemStructure>;

/** Returns the description without file positions, which a generated description lacks. */
function placeless(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, v) => (key === 'place' ? undefined : v)));
}

describe('a system structure description', () => {
  it('reads a written system structure description back without loss', () => {
    fc.assert(
      fc.property(structure, (of) => {
        expect(placeless(readSystemStructure(writeSystemStructure(of), 'x'))).toEqual(placeless(of));
      }),
      { numRuns: 200 },
    );
  });
});
