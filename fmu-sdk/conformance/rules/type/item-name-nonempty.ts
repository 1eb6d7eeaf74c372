import { attribute, childrenNamed } from '../../../xml/parse.ts';
import { fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const typeItemNameNonempty: StaticRule = modelRule({
  id: 'type/item-name-nonempty',
  title: 'Every item of an enumeration has a name',
  severity: 'error',
  fmi3: '2.4',
  explanation: 'Names of list elements must not be empty in FMI 3.0.',
  pass: [
    fmi3({
      definitions:
        '<TypeDefinitions><EnumerationType name="A"><Item name="a" value="1"/></EnumerationType></TypeDefinitions>',
    }),
  ],
  fail: [
    fmi3({
      definitions:
        '<TypeDefinitions><EnumerationType name="A"><Item name="" value="1"/></EnumerationType></TypeDefinitions>',
    }),
  ],
  *check(model) {
    for (const { typed } of model.types)
      for (const item of childrenNamed(typed, 'Item'))
        if (attribute(item, 'name') === '')
          yield defect(item, 'name', 'An item has an empty name.', 'a name');
  },
});
