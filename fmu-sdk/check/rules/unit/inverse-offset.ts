import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { elements, isTrue, toNumber } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const unitInverseOffset: Rule = {
  id: 'unit/inverse-offset',
  title: 'An inverse display unit does not have an offset',
  class: 'violation',
  fmi3: '2.4.3',
  explanation:
    'inverse="true" is allowed only with offset 0: the conversion is then factor divided by the value.',
  needs: 'description',
  pass: [
    fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m3/km"><DisplayUnit name="km/m3" inverse="true"/></Unit></UnitDefinitions>',
    }),
  ],
  fail: [
    fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m3/km"><DisplayUnit name="km/m3" inverse="true" offset="1"/></Unit></UnitDefinitions>',
    }),
  ],
  *check(model) {
    for (const display of elements(model.root, 'UnitDefinitions', 'Unit', 'DisplayUnit')) {
      const offset = attribute(display, 'offset');
      if (isTrue(display, 'inverse') && offset !== undefined && toNumber(offset) !== 0)
        yield defect(
          display,
          'offset',
          'An inverse display unit has an offset.',
          'offset 0, or inverse="false"',
        );
    }
  },
};
