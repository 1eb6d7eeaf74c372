import { attribute } from '../../../xml/parse.ts';
import { fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { elements } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const categoryNameNonempty: StaticRule = modelRule({
  id: 'category/name-nonempty',
  title: 'Every log category has a name',
  severity: 'error',
  fmi3: '2.4',
  explanation: 'Names of list elements must not be empty in FMI 3.0.',
  pass: [fmi3({ definitions: '<LogCategories><Category name="a"/></LogCategories>' })],
  fail: [fmi3({ definitions: '<LogCategories><Category name=""/></LogCategories>' })],
  *check(model) {
    for (const category of elements(model.root, 'LogCategories', 'Category'))
      if (attribute(category, 'name') === '')
        yield defect(category, 'name', 'A log category has an empty name.', 'a name');
  },
});
