import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { isInvalidFactor } from '../../model/display-units.ts';
import { elements } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const unitDisplayFactor: Rule = {
  id: 'unit/display-factor',
  title: 'The factor of a display unit is finite and not zero',
  class: 'violation',
  fmi2: '2.2.2',
  fmi3: '2.4.3',
  explanation:
    'Input of a user in a display unit is converted back to the unit. A factor of zero, INF or NaN cannot be inverted.',
  needs: 'description',
  pass: [
    fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/></Unit></UnitDefinitions>',
    }),
  ],
  fail: [
    fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="0"/></Unit></UnitDefinitions>',
    }),
    fmi2({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="0.0"/></Unit></UnitDefinitions>',
    }),
  ],
  *check(model) {
    for (const display of elements(model.root, 'UnitDefinitions', 'Unit', 'DisplayUnit'))
      if (isInvalidFactor(model.version, attribute(display, 'factor')))
        yield defect(
          display,
          'factor',
          'The conversion to the display unit cannot be inverted.',
          'a finite factor that is not 0',
        );
  },
};
