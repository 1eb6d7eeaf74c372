import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaRoot: StaticRule = grammarRule(
  {
    id: 'schema/root',
    title: 'The root of modelDescription.xml is fmiModelDescription',
    severity: 'error',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation: 'A model description is one element fmiModelDescription, which has all the rest inside.',
    pass: [fmi3({})],
    fail: [
      fmi3({ description: '<?xml version="1.0" encoding="UTF-8"?>\n<modelDescription fmiVersion="3.0"/>' }),
    ],
  },
  { document: 'description', kinds: ['root'] },
);
