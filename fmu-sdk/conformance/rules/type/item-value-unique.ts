import { attribute, childrenNamed } from '../../../xml/parse.ts';
import { fmi2, fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { ordered, repeated } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const typeItemValueUnique: StaticRule = modelRule({
  id: 'type/item-value-unique',
  title: 'Items of an enumeration have different values',
  severity: 'error',
  fmi2: '2.2.3',
  fmi3: '2.4.4',
  explanation: 'Names and values of an enumeration map one to one.',
  pass: [
    fmi2({
      definitions:
        '<TypeDefinitions><SimpleType name="A"><Enumeration><Item name="a" value="1"/><Item name="b" value="2"/></Enumeration></SimpleType></TypeDefinitions>',
    }),
  ],
  fail: [
    fmi2({
      definitions:
        '<TypeDefinitions><SimpleType name="A"><Enumeration><Item name="a" value="1"/><Item name="b" value="1"/></Enumeration></SimpleType></TypeDefinitions>',
    }),
    fmi3({
      definitions:
        '<TypeDefinitions><EnumerationType name="A"><Item name="a" value="1"/><Item name="b" value="01"/></EnumerationType></TypeDefinitions>',
    }),
  ],
  *check(model) {
    for (const { typed } of model.types)
      for (const { item } of repeated(childrenNamed(typed, 'Item'), (each) =>
        ordered('Enumeration', attribute(each, 'value'))?.toString(),
      ))
        yield defect(item, 'value', 'An item of this value is there already.', 'a value of its own');
  },
});
