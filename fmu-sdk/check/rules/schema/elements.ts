import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { grammarRules } from '../../grammar/grammar-rule.ts';
import type { Rule } from '../../rule.ts';

/** Rules on elements, their order and their content. */
export const schemaElements: readonly Rule[] = grammarRules('descriptionXml', [
  {
    id: 'schema/blank',
    title: 'Empty elements contain no blanks',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'In XML Schema an element without text and children is empty only if its tags enclose no character. A line break between them makes the file invalid for validating readers.',
    pass: fmi3({
      definitions: '<UnitDefinitions><Unit name="m"><BaseUnit m="1"></BaseUnit></Unit></UnitDefinitions>',
    }),
    fail: [
      fmi3({
        definitions: '<UnitDefinitions><Unit name="m"><BaseUnit m="1"> </BaseUnit></Unit></UnitDefinitions>',
      }),
      fmi2({ variables: '<ScalarVariable name="x" valueReference="1"><Real>\n</Real></ScalarVariable>' }),
    ],
    reports: { kinds: ['blank'] },
  },
  {
    id: 'schema/element-order',
    title: 'Elements are in the order of the schema',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation:
      'The schemas define sequences, for example units before types before log categories. A reader that follows the schema stops at an element that comes too late.',
    pass: fmi3({
      definitions: '<LogCategories><Category name="all"/></LogCategories><DefaultExperiment stopTime="1"/>',
    }),
    fail: fmi3({
      definitions: '<DefaultExperiment stopTime="1"/><LogCategories><Category name="all"/></LogCategories>',
    }),
    reports: { kinds: ['element-order'] },
  },
  {
    id: 'schema/missing-element',
    title: 'All required elements are present',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation:
      'ModelVariables and ModelStructure are always required. Other lists must contain at least one element if they are present.',
    pass: fmi3({ definitions: '<UnitDefinitions><Unit name="m"/></UnitDefinitions>' }),
    fail: [
      fmi3({ definitions: '<UnitDefinitions></UnitDefinitions>' }),
      fmi2({ definitions: '<LogCategories/>' }),
      fmi2({ variables: '<ScalarVariable name="x" valueReference="1"/>' }),
    ],
    reports: { kinds: ['missing-element'] },
  },
  {
    id: 'schema/namespace',
    title: 'Elements of a model description do not have a namespace',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'The schemas of FMI lack a target namespace. A file that declares a default namespace is invalid for all of them.',
    pass: fmi3({}),
    fail: fmi3({ attributes: { xmlns: 'http://fmi-standard.org' } }),
    reports: { kinds: ['namespace'] },
  },
  {
    id: 'schema/repeated-element',
    title: 'Elements that may occur once occur at most once',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation:
      'The lists of a model description, and the elements for one kind of interface, occur at most once.',
    pass: fmi3({ definitions: '<DefaultExperiment stopTime="1"/>' }),
    fail: fmi3({ definitions: '<DefaultExperiment stopTime="1"/><DefaultExperiment stopTime="2"/>' }),
    reports: { kinds: ['repeated-element'] },
  },
  {
    id: 'schema/root',
    title: 'The root of modelDescription.xml is fmiModelDescription',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation: 'A model description is one element fmiModelDescription, which contains all others.',
    pass: fmi3({}),
    fail: fmi3({
      description: '<?xml version="1.0" encoding="UTF-8"?>\n<modelDescription fmiVersion="3.0"/>',
    }),
    reports: { kinds: ['root'] },
  },
  {
    id: 'schema/text',
    title: 'Elements contain no text',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation: 'All data are in attributes. Only annotations may contain text.',
    pass: fmi3({ rest: '<Annotations><Annotation type="com.example">text</Annotation></Annotations>' }),
    fail: fmi3({ structure: 'text' }),
    reports: { kinds: ['text'] },
  },
  {
    id: 'schema/unknown-element',
    title: 'A model description contains only elements of the standard',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'Each element allows only the children that the schema defines. Data of a tool belong into annotations.',
    pass: fmi3({ rest: '<Annotations><Annotation type="com.example"><Foo/></Annotation></Annotations>' }),
    fail: [fmi3({ rest: '<Foo/>' }), fmi2({ definitions: '<DefaultExperiment><Foo/></DefaultExperiment>' })],
    reports: { kinds: ['unknown-element'] },
  },
]);
