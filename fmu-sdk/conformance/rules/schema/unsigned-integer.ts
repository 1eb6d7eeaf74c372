import { fmi2, fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaUnsignedInteger: StaticRule = grammarRule(
  {
    id: 'schema/unsigned-integer',
    title: 'Value references, indices and counts are unsigned 32-bit integers',
    severity: 'error',
    fmi2: '2.2.7',
    fmi3: '2.4.7.4',
    explanation:
      'Value references and what refers to them (derivative, previous, clocks, dependencies), indices and counts are from 0 to 4294967295.',
    pass: [fmi3({ variables: '<Float64 name="x" valueReference="4294967295"/>' })],
    fail: [
      fmi3({ variables: '<Float64 name="x" valueReference="4294967296"/>' }),
      fmi2({ variables: '<ScalarVariable name="x" valueReference="-1"><Real/></ScalarVariable>' }),
    ],
  },
  { document: 'description', kinds: ['value'], types: ['unsignedInt', 'unsignedInts'] },
);
