import { attribute } from '../../../xml/parse.ts';
import { fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { elements } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const unitDisplayNameNonempty: StaticRule = modelRule({
  id: 'unit/display-name-nonempty',
  title: 'Every display unit has a name',
  severity: 'error',
  fmi3: '2.4',
  explanation: 'Names of list elements must not be empty in FMI 3.0.',
  pass: [
    fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/></Unit></UnitDefinitions>',
    }),
  ],
  fail: [
    fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="" factor="1000"/></Unit></UnitDefinitions>',
    }),
  ],
  *check(model) {
    for (const display of elements(model.root, 'UnitDefinitions', 'Unit', 'DisplayUnit'))
      if (attribute(display, 'name') === '')
        yield defect(display, 'name', 'A display unit has an empty name.', 'a name');
  },
});
