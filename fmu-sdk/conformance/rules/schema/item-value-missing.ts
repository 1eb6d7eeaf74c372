import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaItemValueMissing: StaticRule = grammarRule(
  {
    id: 'schema/item-value-missing',
    title: 'Every item of an enumeration has a value',
    severity: 'error',
    fmi2: '2.2.3',
    fmi3: '2.4.4',
    explanation: 'An item maps a name to the integer that the C interface exchanges: both are required.',
    pass: [
      fmi3({
        definitions:
          '<TypeDefinitions><EnumerationType name="Gear"><Item name="one" value="1"/></EnumerationType></TypeDefinitions>',
      }),
    ],
    fail: [
      fmi3({
        definitions:
          '<TypeDefinitions><EnumerationType name="Gear"><Item name="one"/></EnumerationType></TypeDefinitions>',
      }),
    ],
  },
  { document: 'description', kinds: ['missing-attribute'], attributes: ['value'] },
);
