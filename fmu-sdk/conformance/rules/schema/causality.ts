import { fmi2, fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaCausality: StaticRule = grammarRule(
  {
    id: 'schema/causality',
    title: 'causality is one of the standard\u2019s values',
    severity: 'error',
    fmi2: '2.2.7',
    fmi3: '2.4.7.4',
    explanation:
      'parameter, calculatedParameter, input, output, local, independent; FMI 3.0 also structuralParameter. FMI 1.0\u2019s internal and none are gone.',
    pass: [fmi3({ variables: '<Float64 name="x" valueReference="1" causality="local"/>' })],
    fail: [
      fmi3({ variables: '<Float64 name="x" valueReference="1" causality="internal"/>' }),
      fmi2({
        variables:
          '<ScalarVariable name="x" valueReference="1" causality="structuralParameter"><Real/></ScalarVariable>',
      }),
    ],
  },
  { document: 'description', kinds: ['value'], types: ['causality2', 'causality3'] },
);
