import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { displayUnitsOf } from '../../model/display-units.ts';
import { inherited, named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const unitAliasDisplayDefined: Rule = {
  id: 'unit/alias-display-defined',
  title: 'The display unit of an alias is defined for the unit of its variable',
  class: 'violation',
  fmi3: '2.4.7.3',
  explanation:
    'An alias of a float may have its own display unit. The rules for the display unit of a variable apply to it.',
  needs: 'description',
  pass: [
    fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/></Unit></UnitDefinitions>',
      variables: '<Float64 name="x" valueReference="1" unit="m"><Alias name="y" displayUnit="mm"/></Float64>',
    }),
  ],
  fail: [
    fmi3({
      definitions: '<UnitDefinitions><Unit name="m"/></UnitDefinitions>',
      variables: '<Float64 name="x" valueReference="1" unit="m"><Alias name="y" displayUnit="mm"/></Float64>',
    }),
    fmi3({ variables: '<Float64 name="x" valueReference="1"><Alias name="y" displayUnit="mm"/></Float64>' }),
  ],
  *check(model) {
    for (const variable of model.variables)
      for (const alias of childrenNamed(variable.element, 'Alias')) {
        const display = attribute(alias, 'displayUnit');
        if (display !== undefined && !displayUnitsOf(model, inherited(variable, 'unit')).has(display))
          yield defect(
            alias,
            'displayUnit',
            `Unit ${inherited(variable, 'unit') ?? 'none'} of variable ${named(variable)} does not define this display unit.`,
            'a DisplayUnit of the variable\u2019s unit',
          );
      }
  },
};
