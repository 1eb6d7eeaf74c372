import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaHexadecimal: StaticRule = grammarRule(
  {
    id: 'schema/hexadecimal',
    title: 'Start values of Binary variables are hexadecimal digits, two a byte',
    severity: 'error',
    fmi3: '2.4.7.5',
    explanation:
      'The value of a Start element of a Binary is xs:hexBinary: an even number of the digits 0 to 9 and A to F.',
    pass: [
      fmi3({
        variables: '<Binary name="p" valueReference="1" causality="parameter"><Start value="00fF"/></Binary>',
      }),
    ],
    fail: [
      fmi3({
        variables: '<Binary name="p" valueReference="1" causality="parameter"><Start value="00f"/></Binary>',
      }),
    ],
  },
  { document: 'description', kinds: ['value'], types: ['hexBinary'] },
);
