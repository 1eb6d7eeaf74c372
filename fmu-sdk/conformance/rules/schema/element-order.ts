import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaElementOrder: StaticRule = grammarRule(
  {
    id: 'schema/element-order',
    title: 'Elements stand in the order of the schema',
    severity: 'error',
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
  },
  { document: 'description', kinds: ['element-order'] },
);
