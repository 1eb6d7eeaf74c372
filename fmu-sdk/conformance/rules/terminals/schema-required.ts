import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const terminalsSchemaRequired: StaticRule = grammarRule(
  {
    id: 'terminals/schema-required',
    title: 'Elements of terminalsAndIcons.xml have their required attributes',
    severity: 'error',
    fmi2: '2.3.2',
    fmi3: '2.4.9',
    explanation:
      'A terminal has a name and a matchingRule, a member its variableName and variableKind, a representation its corners and its icon.',
    pass: [fmi3({ terminals: '<Terminals><Terminal name="t" matchingRule="none"/></Terminals>' })],
    fail: [fmi3({ terminals: '<Terminals><Terminal matchingRule="none"/></Terminals>' })],
  },
  { document: 'terminals', kinds: ['missing-attribute'] },
);
