import { fmi2, fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaValueReferenceMissing: StaticRule = grammarRule(
  {
    id: 'schema/value-reference-missing',
    title: 'Every variable, and every entry of the model structure, has its reference',
    severity: 'error',
    fmi2: '2.2.7',
    fmi3: '2.4.7.4',
    explanation:
      'valueReference (FMI 2.0: index in the model structure) must be given: it is how the C interface and the lists name a variable.',
    pass: [fmi3({ variables: '<Float64 name="x" valueReference="1"/>' })],
    fail: [
      fmi3({ variables: '<Float64 name="x"/>' }),
      fmi2({ variables: '<ScalarVariable name="x"><Real/></ScalarVariable>' }),
    ],
  },
  { document: 'description', kinds: ['missing-attribute'], attributes: ['valueReference', 'index'] },
);
