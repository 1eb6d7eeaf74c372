import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { isInvalidFactor } from '../../model/display-units.ts';
import { elements } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const unitBaseFactor: Rule = {
  id: 'unit/base-factor',
  title: 'The factor of a base unit is finite and not zero',
  class: 'violation',
  fmi2: '2.2.2',
  fmi3: '2.4.3',
  explanation:
    'Factor and offset convert a value to base units and back. A factor of zero, INF or NaN cannot be inverted.',
  needs: 'description',
  pass: [
    fmi3({
      definitions:
        '<UnitDefinitions><Unit name="bar"><BaseUnit kg="1" m="-1" s="-2" factor="1e5"/></Unit></UnitDefinitions>',
    }),
  ],
  fail: [
    fmi3({
      definitions:
        '<UnitDefinitions><Unit name="bar"><BaseUnit kg="1" m="-1" s="-2" factor="0"/></Unit></UnitDefinitions>',
    }),
    fmi3({
      definitions: '<UnitDefinitions><Unit name="bar"><BaseUnit factor="NaN"/></Unit></UnitDefinitions>',
    }),
  ],
  *check(model) {
    for (const base of elements(model.root, 'UnitDefinitions', 'Unit', 'BaseUnit'))
      if (isInvalidFactor(model.version, attribute(base, 'factor')))
        yield defect(
          base,
          'factor',
          'The conversion to base units cannot be inverted.',
          'a finite factor that is not 0',
        );
  },
};
