import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaRepeatedElement: StaticRule = grammarRule(
  {
    id: 'schema/repeated-element',
    title: 'What may stand once stands once',
    severity: 'error',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation:
      'The lists of a model description, and the elements for one kind of interface, are there at most once.',
    pass: [fmi3({ definitions: '<DefaultExperiment stopTime="1"/>' })],
    fail: [fmi3({ definitions: '<DefaultExperiment stopTime="1"/><DefaultExperiment stopTime="2"/>' })],
  },
  { document: 'description', kinds: ['repeated-element'] },
);
