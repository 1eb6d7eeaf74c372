import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { scalarExample } from '../../example/example-parts.ts';
import { grammarRules } from '../../grammar/grammar-rule.ts';
import type { Rule } from '../../rule.ts';

const eventsIntervalVariabilityMissing = '<CoSimulation modelIdentifier="unit" hasEventMode="true"/>';

/** Rules on the attributes of elements. */
export const schemaAttributes: readonly Rule[] = grammarRules('descriptionXml', [
  {
    id: 'schema/annotation-type-missing',
    title: 'Every Annotation has a type',
    fmi3: '2.4',
    explanation: 'The type, in reverse domain notation, identifies the author of an annotation’s content.',
    pass: fmi3({ rest: '<Annotations><Annotation type="com.example"/></Annotations>' }),
    fail: fmi3({ rest: '<Annotations><Annotation/></Annotations>' }),
    reports: { kinds: ['missing-attribute'], attributes: ['type'] },
  },
  {
    id: 'schema/enumeration-type-missing',
    title: 'Every Enumeration variable has a declaredType',
    fmi2: '2.2.7',
    fmi3: '2.4.7.5',
    explanation:
      'The type of an enumeration defines its items, so declaredType is required for it, and only for it.',
    pass: fmi3({
      definitions:
        '<TypeDefinitions><EnumerationType name="Gear"><Item name="one" value="1"/></EnumerationType></TypeDefinitions>',
      variables:
        '<Enumeration name="p" valueReference="1" declaredType="Gear" causality="parameter" start="1"/>',
    }),
    fail: fmi3({ variables: '<Enumeration name="p" valueReference="1" causality="parameter" start="1"/>' }),
    reports: { kinds: ['missing-attribute'], attributes: ['declaredType'] },
  },
  {
    id: 'schema/fmi-version-missing',
    title: 'The model description declares its fmiVersion',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation: 'Without fmiVersion an importer cannot determine the standard of the FMU.',
    pass: fmi3({}),
    fail: [fmi3({ attributes: { fmiVersion: undefined } }), fmi2({ attributes: { fmiVersion: undefined } })],
    reports: { kinds: ['missing-attribute'], attributes: ['fmiVersion'] },
  },
  {
    id: 'schema/interval-variability-missing',
    title: 'Every Clock has an intervalVariability',
    fmi3: '2.4.4',
    explanation:
      'intervalVariability is the kind of the clock: periodic, aperiodic or triggered. It does not have a default.',
    pass: fmi3({
      interfaces: eventsIntervalVariabilityMissing,
      variables: '<Clock name="c" valueReference="1" causality="input" intervalVariability="triggered"/>',
    }),
    fail: fmi3({
      interfaces: eventsIntervalVariabilityMissing,
      variables: '<Clock name="c" valueReference="1" causality="input"/>',
    }),
    reports: { kinds: ['missing-attribute'], attributes: ['intervalVariability'] },
  },
  {
    id: 'schema/item-value-missing',
    title: 'Every item of an enumeration has a value',
    fmi2: '2.2.3',
    fmi3: '2.4.4',
    explanation: 'An item maps a name to the integer of the C interface: both are required.',
    pass: fmi3({
      definitions:
        '<TypeDefinitions><EnumerationType name="Gear"><Item name="one" value="1"/></EnumerationType></TypeDefinitions>',
    }),
    fail: fmi3({
      definitions:
        '<TypeDefinitions><EnumerationType name="Gear"><Item name="one"/></EnumerationType></TypeDefinitions>',
    }),
    reports: { kinds: ['missing-attribute'], attributes: ['value'] },
  },
  {
    id: 'schema/missing-attribute',
    title: 'All required attributes of the model description are present',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'Some attributes are required, such as name and valueReference of a variable or modelIdentifier of an interface.',
    pass: fmi3({ variables: '<Float64 name="x" valueReference="1"/>' }),
    fail: [fmi3({ attributes: { modelName: undefined } }), fmi2({ attributes: { guid: undefined } })],
    reports: {
      kinds: ['missing-attribute'],
      attributes: ['modelName', 'guid', 'instantiationToken'],
    },
  },
  {
    id: 'schema/model-identifier-missing',
    title: 'Every kind of interface has a modelIdentifier',
    fmi2: '3.3.1, 4.3.1',
    fmi3: '2.4.2',
    explanation:
      'modelIdentifier is the name of the binary and the prefix of the functions in source code. Without it the FMU cannot be loaded.',
    pass: fmi3({ interfaces: '<CoSimulation modelIdentifier="unit"/>' }),
    fail: fmi3({ interfaces: '<CoSimulation/>' }),
    reports: { kinds: ['missing-attribute'], attributes: ['modelIdentifier'] },
  },
  {
    id: 'schema/name-missing',
    title: 'Named elements have a name',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation: 'Variables, aliases, units, types, items and log categories must have the attribute name.',
    pass: fmi3({ variables: '<Float64 name="x" valueReference="1"/>' }),
    fail: [
      fmi3({ variables: '<Float64 name="x" valueReference="1"><Alias/></Float64>' }),
      fmi2({ definitions: '<LogCategories><Category/></LogCategories>' }),
    ],
    reports: { kinds: ['missing-attribute'], attributes: ['name'] },
  },
  {
    id: 'schema/unknown-attribute',
    title: 'Elements have only attributes of the standard',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'Each element allows only the attributes that the schema defines. Otherwise a misspelt attribute would be ignored without an error.',
    pass: fmi3({ variables: '<Float64 name="x" valueReference="1" description="length"/>' }),
    fail: [
      fmi3({ variables: '<Float64 name="x" valueReference="1" desc="length"/>' }),
      scalarExample('x', '<Real/>', 'start="1"'),
    ],
    reports: { kinds: ['unknown-attribute'] },
  },
  {
    id: 'schema/value-reference-missing',
    title: 'Every variable, and every entry of the model structure, has its reference',
    fmi2: '2.2.7',
    fmi3: '2.4.7.4',
    explanation:
      'valueReference (FMI 2.0: index in the model structure) is required. The C interface and the lists identify variables by it.',
    pass: fmi3({ variables: '<Float64 name="x" valueReference="1"/>' }),
    fail: [
      fmi3({ variables: '<Float64 name="x"/>' }),
      fmi2({ variables: '<ScalarVariable name="x"><Real/></ScalarVariable>' }),
    ],
    reports: { kinds: ['missing-attribute'], attributes: ['valueReference', 'index'] },
  },
]);
