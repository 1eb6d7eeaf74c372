import { attribute } from '../../../xml/parse.ts';
import { fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { elements } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const unitNameNonempty: StaticRule = modelRule({
  id: 'unit/name-nonempty',
  title: 'Every unit has a name',
  severity: 'error',
  fmi3: '2.4',
  explanation:
    'Names of list elements must not be empty in FMI 3.0. (FMI 2.0 allows a unit whose name is the empty string.)',
  pass: [fmi3({ definitions: '<UnitDefinitions><Unit name="m"/></UnitDefinitions>' })],
  fail: [fmi3({ definitions: '<UnitDefinitions><Unit name=""/></UnitDefinitions>' })],
  *check(model) {
    for (const unit of elements(model.root, 'UnitDefinitions', 'Unit'))
      if (attribute(unit, 'name') === '') yield defect(unit, 'name', 'A unit has an empty name.', 'a name');
  },
});
