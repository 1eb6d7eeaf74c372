import { attribute } from '../../../xml/parse.ts';
import { fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { elements, repeated } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const unitDisplayNameUnique: StaticRule = modelRule({
  id: 'unit/display-name-unique',
  title: 'No two display units of one unit have the same name',
  severity: 'error',
  fmi2: '2.2.2',
  fmi3: '2.4.3',
  explanation:
    'A variable chooses its display unit by name among those of its unit. (Display units of different units may share a name.)',
  pass: [
    fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/></Unit><Unit name="km"><DisplayUnit name="mm" factor="1e6"/></Unit></UnitDefinitions>',
    }),
  ],
  fail: [
    fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/><DisplayUnit name="mm" factor="1e3"/></Unit></UnitDefinitions>',
    }),
  ],
  *check(model) {
    for (const unit of elements(model.root, 'UnitDefinitions', 'Unit'))
      for (const { item, first } of repeated(elements(unit, 'DisplayUnit'), (d) => attribute(d, 'name')))
        yield defect(
          item,
          'name',
          `A display unit of this name is defined in line ${first.line} already.`,
          'a name of its own within the unit',
        );
  },
});
