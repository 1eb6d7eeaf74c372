import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaModelIdentifierMissing: StaticRule = grammarRule(
  {
    id: 'schema/model-identifier-missing',
    title: 'Every kind of interface has a modelIdentifier',
    severity: 'error',
    fmi2: '3.3.1, 4.3.1',
    fmi3: '2.4.2',
    explanation:
      'modelIdentifier is the name of the binary and the prefix of the functions in source code: without it the unit cannot be loaded.',
    pass: [fmi3({ interfaces: '<CoSimulation modelIdentifier="unit"/>' })],
    fail: [fmi3({ interfaces: '<CoSimulation/>' })],
  },
  { document: 'description', kinds: ['missing-attribute'], attributes: ['modelIdentifier'] },
);
