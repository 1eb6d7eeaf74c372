import fc from 'fast-check';
import {
  type Annotation,
  type CoSimulation,
  causalities,
  dependencyKinds,
  energyKinds,
  type FmiType,
  fmiTypes,
  type Interface,
  initials,
  intervalVariabilities,
  type ModelDescription,
  type Terminal,
  type TypeDefinition,
  type UnitOfMeasure,
  type Unknown,
  type Variable,
  variabilities,
} from '../../fmu-sdk/description/description.ts';
import { fmi2Types } from '../../fmu-sdk/description/variables/fmi2-types.ts';
import { integerRanges, isInteger } from '../../fmu-sdk/description/variables/integer-ranges.ts';

type Version = 2 | 3;

/** Text that XML can contain, including all characters that need escaping. */
export const text: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom('a', 'Z', ' ', '\n', '\t', '\r', '"', "'", '<', '>', '&', 'ä', '😀', ']]>'),
  maxLength: 8,
});
export const double: fc.Arbitrary<number> = fc.oneof(fc.double(), fc.constantFrom(0, 1, -1, 1e-3, 273.15));
export const whole: fc.Arbitrary<number> = fc.integer({ min: 0, max: 2 ** 32 - 1 });
/** Returns whole numbers of a type. An Enumeration has 64 bits. */
function wholeOf(type: FmiType): fc.Arbitrary<bigint> {
  const [min, max] = integerRanges[isInteger(type) ? type : 'Int64'];
  return fc.bigInt({ min, max });
}

const decimal = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const flag = fc.boolean();

/** Makes every field optional. */
export function partialRecord<T>(fields: { [K in keyof T]?: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> {
  const all = fields as { [K in keyof T]: fc.Arbitrary<T[K]> };
  return fc.record(all, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
}

export const annotations: fc.Arbitrary<Annotation[]> = fc.array(
  fc.oneof(
    fc.record({
      type: text,
      content: fc.constantFrom('', ' text &amp; <b x="1"/>\n', '<![CDATA[<]]><a><!-- c --></a>'),
    }),
    fc.record({
      type: text,
      content: fc.constant('<v:a/>'),
      namespaces: fc.record({ v: fc.constant('urn:v') }),
    }),
  ),
  { minLength: 1, maxLength: 2 },
);

/** Returns a value of a type, as text. */
export function valueText(type: FmiType): fc.Arbitrary<string> {
  switch (type) {
    case 'Float32':
    case 'Float64':
      return fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
        fc.constantFrom('INF', '-INF', 'NaN', '+1.5e-3'),
      );
    case 'Boolean':
      return fc.constantFrom('true', 'false', '0', '1');
    case 'String':
      return text;
    case 'Binary':
      return fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes).toString('hex'));
    default:
      return wholeOf(type).map(String);
  }
}

function numeric(type: FmiType): fc.Arbitrary<object> {
  const real = type.startsWith('Float');
  if (!real && !/Int|Enum/.test(type)) return fc.constant({});
  const bounds = { quantity: text, min: valueText(type), max: valueText(type) };
  if (!real) return partialRecord(bounds);
  return partialRecord({
    ...bounds,
    nominal: valueText(type),
    unit: text,
    displayUnit: text,
    relativeQuantity: flag,
    unbounded: flag,
  });
}

const clock = fc
  .record({
    intervalVariability: fc.constantFrom(...intervalVariabilities),
    more: partialRecord({
      intervalDecimal: double,
      shiftDecimal: double,
      supportsFraction: flag,
      resolution: decimal,
      intervalCounter: decimal,
      shiftCounter: decimal,
      canBeDeactivated: flag,
      priority: whole,
    }),
  })
  .map(({ more, ...required }) => ({ ...required, ...more }));
const binary = partialRecord({ mimeType: text, maxSize: whole });

function special(type: FmiType): fc.Arbitrary<object> {
  if (type === 'Clock') return clock;
  return type === 'Binary' ? binary : numeric(type);
}

const typesOf = (version: Version): readonly FmiType[] =>
  version === 2 ? (Object.values(fmi2Types) as FmiType[]) : fmiTypes;

function typeDefinition(version: Version): fc.Arbitrary<TypeDefinition> {
  return fc.constantFrom(...typesOf(version)).chain((type) =>
    fc
      .record({
        name: text,
        own: partialRecord({ description: text, ...(version === 3 && { annotations }) }),
        special: special(type),
        items: fc.array(
          fc
            .record({ name: text, value: fc.maxSafeInteger(), more: partialRecord({ description: text }) })
            .map(({ more, ...item }) => ({ ...item, ...more })),
          { minLength: 1, maxLength: 3 },
        ),
      })
      .map(({ name, own: attributes, special: fields, items }) => ({
        name,
        type,
        ...attributes,
        ...fields,
        ...(type === 'Enumeration' && { items }),
      })),
  );
}

function unit(version: Version): fc.Arbitrary<UnitOfMeasure> {
  const exponent = fc.integer({ min: -5, max: 5 });
  const axes = {
    kg: exponent,
    m: exponent,
    s: exponent,
    A: exponent,
    K: exponent,
    mol: exponent,
    cd: exponent,
    rad: exponent,
  };
  const display = fc
    .record({
      name: text,
      factor: double,
      offset: double,
      inverse: version === 3 ? flag : fc.constant(false),
      more: partialRecord<{ annotations: Annotation[] }>(version === 3 ? { annotations } : {}),
    })
    .map(({ more, ...required }) => ({ ...required, ...more }));
  return fc
    .record({
      name: text,
      more: partialRecord({
        base: fc.record({ ...axes, factor: double.filter((x) => x !== 0), offset: double }),
        displayUnits: fc.array(display, { minLength: 1, maxLength: 2 }),
        ...(version === 3 && { annotations }),
      }),
    })
    .map(({ name, more }) => ({ name, ...more }));
}

/** Returns a variable without references to others. Its index determines its value reference. */
function variable(version: Version): fc.Arbitrary<Omit<Variable, 'name' | 'valueReference'>> {
  return fc.constantFrom(...typesOf(version)).chain((type) => {
    const scalar = version === 2 || type === 'Clock';
    const sizes = scalar
      ? fc.constant<number[]>([])
      : fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 2 });
    const start = fc.array(valueText(type), { minLength: 1, maxLength: 3 });
    return fc
      .record({
        causality: fc.constantFrom(
          ...causalities.filter((c) => version === 3 || c !== 'structuralParameter'),
        ),
        variability: fc.constantFrom(...variabilities),
        dimensions: sizes,
        more: partialRecord({
          initial: fc.constantFrom(...initials),
          description: text,
          declaredType: fc.constant('a type that is not defined'),
          annotations,
          energy: fc.constantFrom(...energyKinds),
          canHandleMultipleSetPerTimeInstant: flag,
          ...(type !== 'Clock' && { start }),
          ...(type.startsWith('Float') && { reinit: flag }),
          ...(version === 3 && {
            intermediateUpdate: flag,
            aliases: fc.array(
              partialRecord({ description: text, displayUnit: text }).map((a) => ({ name: '', ...a })),
              { minLength: 1, maxLength: 2 },
            ),
          }),
        }),
        special: special(type),
      })
      .map(({ more, special: fields, ...required }) => ({ type, ...required, ...more, ...fields }))
      .map(
        ({
          start: all,
          ...rest
        }: Partial<Pick<Variable, 'start'>> & Omit<Variable, 'name' | 'valueReference' | 'start'>) => ({
          ...rest,
          ...(all !== undefined && { start: rest.dimensions.length === 0 ? all.slice(0, 1) : all }),
        }),
      );
  });
}

const common = {
  modelIdentifier: text,
  needsExecutionTool: flag,
  canBeInstantiatedOnlyOncePerProcess: flag,
  canGetAndSetFMUState: flag,
  canSerializeFMUState: flag,
  providesDirectionalDerivatives: flag,
};
const no = fc.constant(false);

function interfaces(version: Version): fc.Arbitrary<Partial<ModelDescription>> {
  const later = version === 3 ? flag : no;
  const base = { ...common, providesAdjointDerivatives: later, providesPerElementDependencies: later };
  const extra = partialRecord<Partial<Interface>>(
    version === 3
      ? {
          annotations,
          otherAttributes: fc.record({ 'v:x': text, y: text }),
          namespaces: fc.constant({ v: 'urn:v' }),
        }
      : {
          canNotUseMemoryManagementFunctions: flag,
          sourceFiles: fc.array(text, { minLength: 1, maxLength: 2 }),
        },
  ).map(({ namespaces, ...rest }) => ({
    ...rest,
    ...(rest.otherAttributes !== undefined && { namespaces: { v: 'urn:v' } }),
  }));
  const identity = <T>(fields: T) => fields;
  const me = fc.record({
    ...base,
    needsCompletedIntegratorStep: flag,
    providesEvaluateDiscreteStates: later,
  });
  const cs = fc.record({
    ...base,
    canHandleVariableCommunicationStepSize: flag,
    maxOutputDerivativeOrder: whole,
    recommendedIntermediateInputSmoothness: version === 3 ? fc.integer() : fc.constant(0),
    providesIntermediateUpdate: later,
    mightReturnEarlyFromDoStep: later,
    canReturnEarlyAfterIntermediateUpdate: later,
    hasEventMode: later,
    providesEvaluateDiscreteStates: later,
  });
  const csExtra = partialRecord<Partial<CoSimulation>>(
    version === 3
      ? { fixedInternalStepSize: double }
      : { canInterpolateInputs: flag, canRunAsynchronuously: flag },
  );
  const join = (...parts: fc.Arbitrary<object>[]): fc.Arbitrary<object> =>
    fc.tuple(...parts).map((all) => Object.assign({}, ...all) as object);
  return partialRecord(
    identity({
      modelExchange: join(me, extra),
      coSimulation: join(cs, csExtra, extra),
      ...(version === 3 && { scheduledExecution: join(fc.record(base), extra) }),
    }),
  ) as fc.Arbitrary<Partial<ModelDescription>>;
}

function unknowns(version: Version, variables: number): fc.Arbitrary<Unknown[]> {
  if (variables === 0) return fc.constant([]);
  const index = fc.nat(variables - 1);
  const one = fc
    .record({
      variable: index,
      dependencies: fc.option(
        fc.array(fc.tuple(index, fc.constantFrom(...dependencyKinds)), { maxLength: 3 }),
      ),
      kinds: flag,
      more: partialRecord<{ annotations: Annotation[] }>(version === 3 ? { annotations } : {}),
    })
    .map(({ variable: v, dependencies, kinds, more }) => ({
      variable: v,
      ...(dependencies !== null && {
        dependencies: dependencies.map(([i]) => i),
        ...(kinds && { dependenciesKind: dependencies.map(([, kind]) => kind) }),
      }),
      ...more,
    }));
  return fc.array(one, { maxLength: 3 });
}

/**
 * Returns a description as a reader returns it: attributes of types are filled in, and empty fields
 * are undefined.
 */
export function description(version: Version): fc.Arbitrary<ModelDescription> {
  const three = version === 3;
  return fc
    .record({
      head: fc.record({ modelName: text, instantiationToken: text }),
      more: partialRecord({
        description: text,
        author: text,
        version: text,
        copyright: text,
        license: text,
        generationTool: text,
        generationDateAndTime: text,
        variableNamingConvention: fc.constantFrom('flat', 'structured'),
        defaultExperiment: partialRecord({
          startTime: double,
          stopTime: double,
          stepSize: double,
          tolerance: double,
          ...(three && { annotations }),
        }),
        annotations,
        ...(!three && { numberOfEventIndicators: whole }),
      }),
      interfaces: interfaces(version),
      units: fc.array(unit(version), { maxLength: 2 }),
      types: fc.array(typeDefinition(version), { maxLength: 3 }),
      logCategories: fc.array(
        fc
          .record({ name: text, more: partialRecord({ description: text, ...(three && { annotations }) }) })
          .map(({ name, more }) => ({ name, ...more })),
        { maxLength: 2 },
      ),
      variables: fc.array(variable(version), { maxLength: 6 }),
      seed: fc.nat(),
    })
    .chain(({ head, more, interfaces: kinds, units, types, logCategories, variables, seed }) => {
      const list = (allowed: boolean): fc.Arbitrary<Unknown[]> =>
        allowed ? unknowns(version, variables.length) : fc.constant([]);
      return fc
        .record({
          outputs: list(true),
          continuousStateDerivatives: list(true),
          clockedStates: list(three),
          initialUnknowns: list(true),
          eventIndicators: list(three),
        })
        .map((structure) => {
          const named = variables.map((v, i): Variable => {
            const aliases = v.aliases?.map((alias, k) => ({ ...alias, name: `alias ${i}.${k}` }));
            return {
              ...v,
              name: `<variable> "${i}"`,
              valueReference: seed % 7 === 0 ? 4294967295 - i : (seed % 11) + i,
              ...(aliases && { aliases }),
            };
          });
          return {
            fmiVersion: three ? '3.0' : '2.0',
            ...head,
            ...more,
            ...kinds,
            unitsOfMeasure: units,
            types,
            logCategories,
            variables: named.map((v, i) => linked(v, named, i, seed, version)),
            ...structure,
            terminals: [],
          } as ModelDescription;
        });
    });
}

/** Returns the variable with references to others. */
function linked(v: Variable, all: readonly Variable[], i: number, seed: number, version: Version): Variable {
  const other = all[(i + seed) % all.length];
  const use = (bit: number): boolean => ((seed >> (bit + i)) & 1) === 1;
  return {
    ...v,
    ...(use(0) && v.type === 'Float64' && other.type === 'Float64' && { derivative: other.valueReference }),
    ...(version === 3 && use(1) && v.type !== 'Clock' && { previous: other.valueReference }),
    ...(version === 3 && use(2) && { clocks: all.map((x) => x.valueReference) }),
  };
}

export const rectangle: Record<'x1' | 'y1' | 'x2' | 'y2', fc.Arbitrary<number>> = {
  x1: double,
  y1: double,
  x2: double,
  y2: double,
};

export const terminal: fc.Arbitrary<Terminal> = fc.letrec<{ terminal: Terminal }>((tie) => ({
  terminal: fc
    .record({
      own: fc.record({
        name: text,
        matchingRule: text,
        members: fc.array(
          fc
            .record({
              variableName: text,
              variableKind: text,
              more: partialRecord({ memberName: text, annotations }),
            })
            .map(({ more, ...member }) => ({ ...member, ...more })),
          { maxLength: 2 },
        ),
      }),
      more: partialRecord({
        terminalKind: text,
        description: text,
        streamMembers: fc.array(
          fc.record({
            inStreamMemberName: text,
            outStreamMemberName: text,
            inStreamVariableName: text,
            outStreamVariableName: text,
          }),
          { minLength: 1, maxLength: 2 },
        ),
        graphic: fc
          .record({
            own: fc.record({ ...rectangle, iconBaseName: text }),
            more: partialRecord({
              defaultConnectionColor: fc.array(fc.nat(255), { minLength: 3, maxLength: 3 }),
              defaultConnectionStrokeSize: double,
              annotations,
            }),
          })
          .map(({ own: required, more }) => ({ ...required, ...more })),
        annotations,
      }),
      inside: fc.oneof(
        { maxDepth: 2 },
        fc.constant<Terminal[]>([]),
        fc.array(tie('terminal'), { maxLength: 2 }),
      ),
    })
    .map(({ own: required, more, inside }) => ({
      ...required,
      ...more,
      ...(inside.length > 0 && { terminals: inside }),
    })),
})).terminal;
