import { fmi2, fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaFmiVersionMissing: StaticRule = grammarRule(
  {
    id: 'schema/fmi-version-missing',
    title: 'The model description declares its fmiVersion',
    severity: 'error',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation: 'Without fmiVersion an importer cannot know which standard the unit follows.',
    pass: [fmi3({})],
    fail: [fmi3({ attributes: { fmiVersion: undefined } }), fmi2({ attributes: { fmiVersion: undefined } })],
  },
  { document: 'description', kinds: ['missing-attribute'], attributes: ['fmiVersion'] },
);
