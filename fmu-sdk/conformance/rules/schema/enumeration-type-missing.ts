import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaEnumerationTypeMissing: StaticRule = grammarRule(
  {
    id: 'schema/enumeration-type-missing',
    title: 'Every Enumeration variable has a declaredType',
    severity: 'error',
    fmi2: '2.2.7',
    fmi3: '2.4.7.5',
    explanation:
      'The items of an enumeration are defined by its type, so declaredType is required for it, and for it alone.',
    pass: [
      fmi3({
        definitions:
          '<TypeDefinitions><EnumerationType name="Gear"><Item name="one" value="1"/></EnumerationType></TypeDefinitions>',
        variables:
          '<Enumeration name="p" valueReference="1" declaredType="Gear" causality="parameter" start="1"/>',
      }),
    ],
    fail: [fmi3({ variables: '<Enumeration name="p" valueReference="1" causality="parameter" start="1"/>' })],
  },
  { document: 'description', kinds: ['missing-attribute'], attributes: ['declaredType'] },
);
