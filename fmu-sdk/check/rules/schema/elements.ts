import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { grammarRules } from '../../grammar/grammar-rule.ts';
import type { Rule } from '../../rule.ts';

/** Which elements there are, in which order, and what is in them. */
export const schemaElements: readonly Rule[] = grammarRules('descriptionXml', [
  {
    id: 'schema/blank',
    title: 'Elements that have nothing inside have no blanks inside',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'To XML Schema an element that may have neither text nor elements is empty only without any character between its tags; a line break between them makes the file invalid for readers that validate.',
    pass: [
      fmi3({
        definitions: '<UnitDefinitions><Unit name="m"><BaseUnit m="1"></BaseUnit></Unit></UnitDefinitions>',
      }),
    ],
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
    title: 'Elements stand in the order of the schema',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation:
      'The schemas define sequences: for example, units before types before log categories. A reader that goes by the schema stops at an element that comes too late.',
    pass: [
      fmi3({
        definitions: '<LogCategories><Category name="all"/></LogCategories><DefaultExperiment stopTime="1"/>',
      }),
    ],
    fail: [
      fmi3({
        definitions: '<DefaultExperiment stopTime="1"/><LogCategories><Category name="all"/></LogCategories>',
      }),
    ],
    reports: { kinds: ['element-order'] },
  },
  {
    id: 'schema/missing-element',
    title: 'No required element is missing',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation:
      'ModelVariables and ModelStructure are always there, and a list that is there has at least one element.',
    pass: [fmi3({ definitions: '<UnitDefinitions><Unit name="m"/></UnitDefinitions>' })],
    fail: [
      fmi3({ definitions: '<UnitDefinitions></UnitDefinitions>' }),
      fmi2({ definitions: '<LogCategories/>' }),
      fmi2({ variables: '<ScalarVariable name="x" valueReference="1"/>' }),
    ],
    reports: { kinds: ['missing-element'] },
  },
  {
    id: 'schema/namespace',
    title: 'Elements of a model description have no namespace',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'The schemas of FMI have no target namespace. A file that declares a default namespace is valid for no schema of FMI.',
    pass: [fmi3({})],
    fail: [fmi3({ attributes: { xmlns: 'http://fmi-standard.org' } })],
    reports: { kinds: ['namespace'] },
  },
  {
    id: 'schema/repeated-element',
    title: 'What may stand once stands once',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation:
      'The lists of a model description, and the elements for one kind of interface, are there at most once.',
    pass: [fmi3({ definitions: '<DefaultExperiment stopTime="1"/>' })],
    fail: [fmi3({ definitions: '<DefaultExperiment stopTime="1"/><DefaultExperiment stopTime="2"/>' })],
    reports: { kinds: ['repeated-element'] },
  },
  {
    id: 'schema/root',
    title: 'The root of modelDescription.xml is fmiModelDescription',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation: 'A model description is one element fmiModelDescription, which has all the rest inside.',
    pass: [fmi3({})],
    fail: [
      fmi3({ description: '<?xml version="1.0" encoding="UTF-8"?>\n<modelDescription fmiVersion="3.0"/>' }),
    ],
    reports: { kinds: ['root'] },
  },
  {
    id: 'schema/text',
    title: 'Elements contain no text',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation: 'All data are in attributes; only annotations may contain text.',
    pass: [fmi3({ rest: '<Annotations><Annotation type="com.example">text</Annotation></Annotations>' })],
    fail: [fmi3({ structure: 'text' })],
    reports: { kinds: ['text'] },
  },
  {
    id: 'schema/unknown-element',
    title: 'A model description has only elements of the standard',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'Each element allows only the elements that the schema names there. Data of a tool belong into annotations.',
    pass: [fmi3({ rest: '<Annotations><Annotation type="com.example"><Foo/></Annotation></Annotations>' })],
    fail: [fmi3({ rest: '<Foo/>' }), fmi2({ definitions: '<DefaultExperiment><Foo/></DefaultExperiment>' })],
    reports: { kinds: ['unknown-element'] },
  },
]);
