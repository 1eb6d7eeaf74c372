import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaNamingConvention: StaticRule = grammarRule(
  {
    id: 'schema/naming-convention',
    title: 'variableNamingConvention is flat or structured',
    severity: 'error',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation: 'Two conventions are defined; without the attribute names are flat.',
    pass: [fmi3({ attributes: { variableNamingConvention: 'structured' } })],
    fail: [fmi3({ attributes: { variableNamingConvention: 'hierarchical' } })],
  },
  { document: 'description', kinds: ['value'], types: ['namingConvention'] },
);
