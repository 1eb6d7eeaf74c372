import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaInitial: StaticRule = grammarRule(
  {
    id: 'schema/initial',
    title: 'initial is one of the standard\u2019s values',
    severity: 'error',
    fmi2: '2.2.7',
    fmi3: '2.4.7.5',
    explanation:
      'exact: initialized with start; approx: iterated from start; calculated: from other variables.',
    pass: [fmi3({ variables: '<Float64 name="x" valueReference="1" initial="exact" start="1"/>' })],
    fail: [fmi3({ variables: '<Float64 name="x" valueReference="1" initial="guess" start="1"/>' })],
  },
  { document: 'description', kinds: ['value'], types: ['initial'] },
);
