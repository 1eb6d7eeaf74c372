import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { scalarExample } from '../../example/example-parts.ts';
import { grammarRules } from '../../grammar/grammar-rule.ts';
import type { Rule } from '../../rule.ts';

const ioDependenciesKind =
  '<Float64 name="u" valueReference="1" causality="input" start="0"/><Float64 name="y" valueReference="2" causality="output"/>';
function structureDependenciesKind(kind: string): string {
  return `<Output valueReference="2" dependencies="1" dependenciesKind="${kind}"/><InitialUnknown valueReference="2"/>`;
}

const eventsIntervalVariability = '<CoSimulation modelIdentifier="unit" hasEventMode="true"/>';

/** Rules on values of attributes by type. */
export const schemaValues: readonly Rule[] = grammarRules('descriptionXml', [
  {
    id: 'schema/boolean',
    title: 'Flags are true, false, 1 or 0',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation: 'A Boolean of XML Schema is true, false, 1 or 0, in small letters.',
    pass: fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" hasEventMode="true"/>' }),
    fail: [
      fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" hasEventMode="yes"/>' }),
      scalarExample('x', '<Real relativeQuantity="True"/>'),
    ],
    reports: { kinds: ['value'], types: ['boolean', 'booleans'] },
  },
  {
    id: 'schema/causality',
    title: 'causality is one of the standard\u2019s values',
    fmi2: '2.2.7',
    fmi3: '2.4.7.4',
    explanation:
      'parameter, calculatedParameter, input, output, local, independent. FMI 3.0 adds structuralParameter. FMI 1.0\u2019s internal and none no longer exist.',
    pass: fmi3({ variables: '<Float64 name="x" valueReference="1" causality="local"/>' }),
    fail: [
      fmi3({ variables: '<Float64 name="x" valueReference="1" causality="internal"/>' }),
      scalarExample('x', '<Real/>', 'causality="structuralParameter"'),
    ],
    reports: { kinds: ['value'], types: ['causality2', 'causality3'] },
  },
  {
    id: 'schema/date-time',
    title: 'generationDateAndTime is a date and a time',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation:
      'The schema requires xs:dateTime: year-month-day, T, hours:minutes:seconds, and an optional time zone.',
    pass: fmi3({ attributes: { generationDateAndTime: '2026-07-31T12:00:00Z' } }),
    fail: [
      fmi3({ attributes: { generationDateAndTime: '31.07.2026' } }),
      fmi2({ attributes: { generationDateAndTime: '2026-02-30T12:00:00Z' } }),
    ],
    reports: { kinds: ['value'], types: ['dateTime'] },
  },
  {
    id: 'schema/dependencies-kind',
    title: 'dependenciesKind is a list of the standard\u2019s values',
    fmi2: '2.2.8',
    fmi3: '2.4.8',
    explanation:
      'Each item is dependent, constant, fixed, tunable or discrete. It describes how the known enters the equation of the unknown.',
    pass: fmi3({ variables: ioDependenciesKind, structure: structureDependenciesKind('constant') }),
    fail: fmi3({ variables: ioDependenciesKind, structure: structureDependenciesKind('linear') }),
    reports: { kinds: ['value'], types: ['dependencyKinds'] },
  },
  {
    id: 'schema/floating-point',
    title: 'Floating-point values have the format of XML Schema',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'A number may have a point and an exponent (1.5e-3), or is INF, -INF or NaN. Commas, units, +INF and hexadecimal digits are not allowed.',
    pass: fmi3({ definitions: '<DefaultExperiment stopTime="1.5e1"/>' }),
    fail: [
      fmi3({ definitions: '<DefaultExperiment stopTime="1,5"/>' }),
      fmi3({
        variables:
          '<Float64 name="p" valueReference="1" causality="parameter" start="1 two"><Dimension start="2"/></Float64>',
      }),
      scalarExample('x', '<Real min="0x10"/>'),
    ],
    reports: { kinds: ['value'], types: ['double', 'float', 'doubles', 'floats'] },
  },
  {
    id: 'schema/fmi-version',
    title: 'fmiVersion is that of the schema',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation:
      'fmiVersion is "2.0" for every release of FMI 2, and 3.0 for FMI 3. Importers choose the schema and the functions by it.',
    pass: [fmi3({}), fmi2({})],
    fail: [fmi2({ attributes: { fmiVersion: '2.0.4' } }), fmi3({ attributes: { fmiVersion: '3' } })],
    reports: { kinds: ['value'], types: ['fmiVersion2', 'fmiVersion3'] },
  },
  {
    id: 'schema/hexadecimal',
    title: 'Start values of Binary variables are hexadecimal digits, two a byte',
    fmi3: '2.4.7.5',
    explanation:
      'The value of a Start element of a Binary is xs:hexBinary: an even number of the digits 0 to 9 and A to F.',
    pass: fmi3({
      variables: '<Binary name="p" valueReference="1" causality="parameter"><Start value="00fF"/></Binary>',
    }),
    fail: fmi3({
      variables: '<Binary name="p" valueReference="1" causality="parameter"><Start value="00f"/></Binary>',
    }),
    reports: { kinds: ['value'], types: ['hexBinary'] },
  },
  {
    id: 'schema/initial',
    title: 'initial is one of the standard\u2019s values',
    fmi2: '2.2.7',
    fmi3: '2.4.7.5',
    explanation:
      'exact: initialized with start. approx: iterated from start. calculated: computed from other variables.',
    pass: fmi3({ variables: '<Float64 name="x" valueReference="1" initial="exact" start="1"/>' }),
    fail: fmi3({ variables: '<Float64 name="x" valueReference="1" initial="guess" start="1"/>' }),
    reports: { kinds: ['value'], types: ['initial'] },
  },
  {
    id: 'schema/integer',
    title: 'Integers are within the range of their type',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'Integer attributes are decimal digits within the range of the type: -128 to 127 for Int8, and so on up to 64 bits. The FMU cannot store a start value beyond it.',
    pass: fmi3({ variables: '<Int8 name="p" valueReference="1" causality="parameter" start="127"/>' }),
    fail: [
      fmi3({ variables: '<Int8 name="p" valueReference="1" causality="parameter" start="128"/>' }),
      scalarExample('p', '<Integer start="1.0"/>', 'causality="parameter" variability="fixed"'),
    ],
    reports: {
      kinds: ['value'],
      types: [
        'byte',
        'short',
        'int',
        'long',
        'unsignedByte',
        'unsignedShort',
        'unsignedLong',
        'nonNegativeInteger',
        'bytes',
        'shorts',
        'ints',
        'longs',
        'unsignedBytes',
        'unsignedShorts',
        'unsignedLongs',
      ],
    },
  },
  {
    id: 'schema/interval-variability',
    title: 'intervalVariability is one of the standard\u2019s values',
    fmi3: '2.4.4',
    explanation: 'constant, fixed, tunable (periodic clocks), changing, countdown (aperiodic) or triggered.',
    pass: fmi3({
      interfaces: eventsIntervalVariability,
      variables: '<Clock name="c" valueReference="1" causality="input" intervalVariability="triggered"/>',
    }),
    fail: fmi3({
      interfaces: eventsIntervalVariability,
      variables: '<Clock name="c" valueReference="1" causality="input" intervalVariability="calculated"/>',
    }),
    reports: { kinds: ['value'], types: ['intervalVariability'] },
  },
  {
    id: 'schema/naming-convention',
    title: 'variableNamingConvention is flat or structured',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation: 'FMI defines two conventions. Without the attribute names are flat.',
    pass: fmi3({ attributes: { variableNamingConvention: 'structured' } }),
    fail: fmi3({ attributes: { variableNamingConvention: 'hierarchical' } }),
    reports: { kinds: ['value'], types: ['namingConvention'] },
  },
  {
    id: 'schema/unsigned-integer',
    title: 'Value references, indices and counts are unsigned 32-bit integers',
    fmi2: '2.2.7',
    fmi3: '2.4.7.4',
    explanation:
      'Value references, references to them (derivative, previous, clocks, dependencies), indices and counts are from 0 to 4294967295.',
    pass: fmi3({ variables: '<Float64 name="x" valueReference="4294967295"/>' }),
    fail: [
      fmi3({ variables: '<Float64 name="x" valueReference="4294967296"/>' }),
      fmi2({ variables: '<ScalarVariable name="x" valueReference="-1"><Real/></ScalarVariable>' }),
    ],
    reports: { kinds: ['value'], types: ['unsignedInt', 'unsignedInts'] },
  },
  {
    id: 'schema/variability',
    title: 'variability is one of the standard\u2019s values',
    fmi2: '2.2.7',
    fmi3: '2.4.7.4',
    explanation: 'constant, fixed, tunable, discrete or continuous. FMI 1.0\u2019s parameter is now fixed.',
    pass: fmi3({ variables: '<Float64 name="x" valueReference="1" variability="discrete"/>' }),
    fail: fmi3({ variables: '<Float64 name="x" valueReference="1" variability="parameter"/>' }),
    reports: { kinds: ['value'], types: ['variability'] },
  },
]);
