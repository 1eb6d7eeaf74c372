import { fmi2, fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaBoolean: StaticRule = grammarRule(
  {
    id: 'schema/boolean',
    title: 'Flags are true, false, 1 or 0',
    severity: 'error',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation: 'A Boolean of XML Schema is written true, false, 1 or 0, in small letters.',
    pass: [fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" hasEventMode="true"/>' })],
    fail: [
      fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" hasEventMode="yes"/>' }),
      fmi2({
        variables:
          '<ScalarVariable name="x" valueReference="1"><Real relativeQuantity="True"/></ScalarVariable>',
      }),
    ],
  },
  { document: 'description', kinds: ['value'], types: ['boolean', 'booleans'] },
);
