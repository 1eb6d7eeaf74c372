import { fmi2, fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaUnknownAttribute: StaticRule = grammarRule(
  {
    id: 'schema/unknown-attribute',
    title: 'Elements have only attributes of the standard',
    severity: 'error',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'Each element allows only the attributes that the schema names. A misspelt attribute is otherwise silently without effect.',
    pass: [fmi3({ variables: '<Float64 name="x" valueReference="1" description="length"/>' })],
    fail: [
      fmi3({ variables: '<Float64 name="x" valueReference="1" desc="length"/>' }),
      fmi2({ variables: '<ScalarVariable name="x" valueReference="1" start="1"><Real/></ScalarVariable>' }),
    ],
  },
  { document: 'description', kinds: ['unknown-attribute'] },
);
