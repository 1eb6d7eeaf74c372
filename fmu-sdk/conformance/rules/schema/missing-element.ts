import { fmi2, fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaMissingElement: StaticRule = grammarRule(
  {
    id: 'schema/missing-element',
    title: 'No required element is missing',
    severity: 'error',
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
  },
  { document: 'description', kinds: ['missing-element'] },
);
