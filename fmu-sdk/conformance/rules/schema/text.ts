import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaText: StaticRule = grammarRule(
  {
    id: 'schema/text',
    title: 'Elements contain no text',
    severity: 'error',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation: 'All data are in attributes; only annotations may contain text.',
    pass: [fmi3({ rest: '<Annotations><Annotation type="com.example">text</Annotation></Annotations>' })],
    fail: [fmi3({ structure: 'text' })],
  },
  { document: 'description', kinds: ['text'] },
);
