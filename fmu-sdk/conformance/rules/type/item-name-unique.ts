import { attribute, childrenNamed } from '../../../xml/parse.ts';
import { fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { repeated } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const typeItemNameUnique: StaticRule = modelRule({
  id: 'type/item-name-unique',
  title: 'Items of an enumeration have different names',
  severity: 'error',
  fmi2: '2.2.3',
  fmi3: '2.4.4',
  explanation: 'Names and values of an enumeration map one to one.',
  pass: [
    fmi3({
      definitions:
        '<TypeDefinitions><EnumerationType name="A"><Item name="a" value="1"/><Item name="b" value="2"/></EnumerationType></TypeDefinitions>',
    }),
  ],
  fail: [
    fmi3({
      definitions:
        '<TypeDefinitions><EnumerationType name="A"><Item name="a" value="1"/><Item name="a" value="2"/></EnumerationType></TypeDefinitions>',
    }),
  ],
  *check(model) {
    for (const { typed } of model.types)
      for (const { item } of repeated(childrenNamed(typed, 'Item'), (each) => attribute(each, 'name')))
        yield defect(item, 'name', 'An item of this name is there already.', 'a name of its own');
  },
});
