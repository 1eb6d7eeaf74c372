import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaVariability: StaticRule = grammarRule(
  {
    id: 'schema/variability',
    title: 'variability is one of the standard\u2019s values',
    severity: 'error',
    fmi2: '2.2.7',
    fmi3: '2.4.7.4',
    explanation: 'constant, fixed, tunable, discrete or continuous. FMI 1.0\u2019s parameter is fixed now.',
    pass: [fmi3({ variables: '<Float64 name="x" valueReference="1" variability="discrete"/>' })],
    fail: [fmi3({ variables: '<Float64 name="x" valueReference="1" variability="parameter"/>' })],
  },
  { document: 'description', kinds: ['value'], types: ['variability'] },
);
