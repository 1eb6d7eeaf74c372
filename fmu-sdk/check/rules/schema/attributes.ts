import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { grammarRules } from '../../grammar/grammar-rule.ts';
import type { Rule } from '../../rule.ts';

const eventsIntervalVariabilityMissing = '<CoSimulation modelIdentifier="unit" hasEventMode="true"/>';

/** Which attributes an element has. */
export const schemaAttributes: readonly Rule[] = grammarRules('descriptionXml', [
  {
    id: 'schema/annotation-type-missing',
    title: 'Every Annotation has a type',
    fmi3: '2.4',
    explanation: 'The type, in reverse domain notation, says who defines the content of an annotation.',
    pass: [fmi3({ rest: '<Annotations><Annotation type="com.example"/></Annotations>' })],
    fail: [fmi3({ rest: '<Annotations><Annotation/></Annotations>' })],
    reports: { kinds: ['missing-attribute'], attributes: ['type'] },
  },
  {
    id: 'schema/enumeration-type-missing',
    title: 'Every Enumeration variable has a declaredType',
    fmi2: '2.2.7',
    fmi3: '2.4.7.5',
    explanation:
      'The items of an enumeration are defined by its type, so declaredType is required for it, and for it alone.',
    pass: [
      fmi3({
        definitions:
          '<TypeDefinitions><EnumerationType name="Gear"><Item name="one" value="1"/></EnumerationType></TypeDefinitions>',
        variables:
          '<Enumeration name="p" valueReference="1" declaredType="Gear" causality="parameter" start="1"/>',
      }),
    ],
    fail: [fmi3({ variables: '<Enumeration name="p" valueReference="1" causality="parameter" start="1"/>' })],
    reports: { kinds: ['missing-attribute'], attributes: ['declaredType'] },
  },
  {
    id: 'schema/fmi-version-missing',
    title: 'The model description declares its fmiVersion',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation: 'Without fmiVersion an importer cannot know which standard the unit follows.',
    pass: [fmi3({})],
    fail: [fmi3({ attributes: { fmiVersion: undefined } }), fmi2({ attributes: { fmiVersion: undefined } })],
    reports: { kinds: ['missing-attribute'], attributes: ['fmiVersion'] },
  },
  {
    id: 'schema/interval-variability-missing',
    title: 'Every Clock has an intervalVariability',
    fmi3: '2.4.4',
    explanation:
      'intervalVariability says what kind of clock it is: periodic, aperiodic or triggered. It has no default.',
    pass: [
      fmi3({
        interfaces: eventsIntervalVariabilityMissing,
        variables: '<Clock name="c" valueReference="1" causality="input" intervalVariability="triggered"/>',
      }),
    ],
    fail: [
      fmi3({
        interfaces: eventsIntervalVariabilityMissing,
        variables: '<Clock name="c" valueReference="1" causality="input"/>',
      }),
    ],
    reports: { kinds: ['missing-attribute'], attributes: ['intervalVariability'] },
  },
  {
    id: 'schema/item-value-missing',
    title: 'Every item of an enumeration has a value',
    fmi2: '2.2.3',
    fmi3: '2.4.4',
    explanation: 'An item maps a name to the integer that the C interface exchanges: both are required.',
    pass: [
      fmi3({
        definitions:
          '<TypeDefinitions><EnumerationType name="Gear"><Item name="one" value="1"/></EnumerationType></TypeDefinitions>',
      }),
    ],
    fail: [
      fmi3({
        definitions:
          '<TypeDefinitions><EnumerationType name="Gear"><Item name="one"/></EnumerationType></TypeDefinitions>',
      }),
    ],
    reports: { kinds: ['missing-attribute'], attributes: ['value'] },
  },
  {
    id: 'schema/missing-attribute',
    title: 'No required attribute of the model description is missing',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'Some attributes must be given, such as name and valueReference of a variable or modelIdentifier of an interface.',
    pass: [fmi3({ variables: '<Float64 name="x" valueReference="1"/>' })],
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
      'modelIdentifier is the name of the binary and the prefix of the functions in source code: without it the unit cannot be loaded.',
    pass: [fmi3({ interfaces: '<CoSimulation modelIdentifier="unit"/>' })],
    fail: [fmi3({ interfaces: '<CoSimulation/>' })],
    reports: { kinds: ['missing-attribute'], attributes: ['modelIdentifier'] },
  },
  {
    id: 'schema/name-missing',
    title: 'Everything that is referred to by name has a name',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation: 'Variables, aliases, units, types, items and log categories must have the attribute name.',
    pass: [fmi3({ variables: '<Float64 name="x" valueReference="1"/>' })],
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
      'Each element allows only the attributes that the schema names. A misspelt attribute is otherwise silently without effect.',
    pass: [fmi3({ variables: '<Float64 name="x" valueReference="1" description="length"/>' })],
    fail: [
      fmi3({ variables: '<Float64 name="x" valueReference="1" desc="length"/>' }),
      fmi2({ variables: '<ScalarVariable name="x" valueReference="1" start="1"><Real/></ScalarVariable>' }),
    ],
    reports: { kinds: ['unknown-attribute'] },
  },
  {
    id: 'schema/value-reference-missing',
    title: 'Every variable, and every entry of the model structure, has its reference',
    fmi2: '2.2.7',
    fmi3: '2.4.7.4',
    explanation:
      'valueReference (FMI 2.0: index in the model structure) must be given: it is how the C interface and the lists name a variable.',
    pass: [fmi3({ variables: '<Float64 name="x" valueReference="1"/>' })],
    fail: [
      fmi3({ variables: '<Float64 name="x"/>' }),
      fmi2({ variables: '<ScalarVariable name="x"><Real/></ScalarVariable>' }),
    ],
    reports: { kinds: ['missing-attribute'], attributes: ['valueReference', 'index'] },
  },
]);
