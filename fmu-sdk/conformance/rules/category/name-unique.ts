import { attribute } from '../../../xml/parse.ts';
import { fmi2, fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { elements, repeated } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const categoryNameUnique: StaticRule = modelRule({
  id: 'category/name-unique',
  title: 'No two log categories have the same name',
  severity: 'error',
  fmi2: '2.2.4',
  fmi3: '2.4.5',
  explanation: 'Importers switch a category on by its name, and messages carry it.',
  pass: [fmi3({ definitions: '<LogCategories><Category name="a"/><Category name="b"/></LogCategories>' })],
  fail: [
    fmi3({ definitions: '<LogCategories><Category name="a"/><Category name="a"/></LogCategories>' }),
    fmi2({ definitions: '<LogCategories><Category name="a"/><Category name="a"/></LogCategories>' }),
  ],
  *check(model) {
    for (const { item, first } of repeated(elements(model.root, 'LogCategories', 'Category'), (c) =>
      attribute(c, 'name'),
    ))
      yield defect(
        item,
        'name',
        `A category of this name is in line ${first.line} already.`,
        'a name of its own',
      );
  },
});
