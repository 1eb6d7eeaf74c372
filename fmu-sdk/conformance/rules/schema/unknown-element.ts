import { fmi2, fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaUnknownElement: StaticRule = grammarRule(
  {
    id: 'schema/unknown-element',
    title: 'A model description has only elements of the standard',
    severity: 'error',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'Each element allows only the elements that the schema names there. Data of a tool belong into annotations.',
    pass: [fmi3({ rest: '<Annotations><Annotation type="com.example"><Foo/></Annotation></Annotations>' })],
    fail: [fmi3({ rest: '<Foo/>' }), fmi2({ definitions: '<DefaultExperiment><Foo/></DefaultExperiment>' })],
  },
  { document: 'description', kinds: ['unknown-element'] },
);
