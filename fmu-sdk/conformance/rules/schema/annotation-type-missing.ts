import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaAnnotationTypeMissing: StaticRule = grammarRule(
  {
    id: 'schema/annotation-type-missing',
    title: 'Every Annotation has a type',
    severity: 'error',
    fmi3: '2.4',
    explanation: 'The type, in reverse domain notation, says who defines the content of an annotation.',
    pass: [fmi3({ rest: '<Annotations><Annotation type="com.example"/></Annotations>' })],
    fail: [fmi3({ rest: '<Annotations><Annotation/></Annotations>' })],
  },
  { document: 'description', kinds: ['missing-attribute'], attributes: ['type'] },
);
