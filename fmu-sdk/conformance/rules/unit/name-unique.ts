import { attribute } from '../../../xml/parse.ts';
import { fmi2, fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { elements, repeated } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const unitNameUnique: StaticRule = modelRule({
  id: 'unit/name-unique',
  title: 'No two units have the same name',
  severity: 'error',
  fmi2: '2.2.2',
  fmi3: '2.4.3',
  explanation:
    'Variables and types refer to a unit by its name. Two units of one name leave open which conversion is meant.',
  pass: [fmi3({ definitions: '<UnitDefinitions><Unit name="m"/><Unit name="s"/></UnitDefinitions>' })],
  fail: [
    fmi3({ definitions: '<UnitDefinitions><Unit name="m"/><Unit name="m"/></UnitDefinitions>' }),
    fmi2({ definitions: '<UnitDefinitions><Unit name="m"/><Unit name="m"/></UnitDefinitions>' }),
  ],
  *check(model) {
    for (const { item, first } of repeated(elements(model.root, 'UnitDefinitions', 'Unit'), (u) =>
      attribute(u, 'name'),
    ))
      yield defect(
        item,
        'name',
        `A unit of this name is defined in line ${first.line} already.`,
        'a name of its own',
      );
  },
});
