import { fmi2, fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaInteger: StaticRule = grammarRule(
  {
    id: 'schema/integer',
    title: 'Integers are within the range of their type',
    severity: 'error',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'Integer attributes are decimal digits within the range of the type: -128 to 127 for Int8, and so on up to 64 bits. A start value beyond it cannot be what the unit holds.',
    pass: [fmi3({ variables: '<Int8 name="p" valueReference="1" causality="parameter" start="127"/>' })],
    fail: [
      fmi3({ variables: '<Int8 name="p" valueReference="1" causality="parameter" start="128"/>' }),
      fmi2({
        variables:
          '<ScalarVariable name="p" valueReference="1" causality="parameter" variability="fixed"><Integer start="1.0"/></ScalarVariable>',
      }),
    ],
  },
  {
    document: 'description',
    kinds: ['value'],
    types: [
      'byte',
      'short',
      'int',
      'long',
      'unsignedByte',
      'unsignedShort',
      'unsignedLong',
      'nonNegativeInteger',
      'bytes',
      'shorts',
      'ints',
      'longs',
      'unsignedBytes',
      'unsignedShorts',
      'unsignedLongs',
    ],
  },
);
