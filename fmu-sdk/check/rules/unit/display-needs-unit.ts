import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { inherited, named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const unitDisplayNeedsUnit: Rule = {
  id: 'unit/display-needs-unit',
  title: 'A variable or type with a display unit has a unit',
  class: 'violation',
  fmi2: '2.2.3',
  fmi3: '2.4.4',
  explanation:
    'A display unit is a conversion of a unit. A variable or type with displayUnit must have a unit, or inherit that of its declared type.',
  needs: 'description',
  pass: [
    fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/></Unit></UnitDefinitions>',
      variables: '<Float64 name="x" valueReference="1" unit="m" displayUnit="mm"/>',
    }),
  ],
  fail: [
    fmi3({ variables: '<Float64 name="x" valueReference="1" displayUnit="mm"/>' }),
    fmi2({
      variables: '<ScalarVariable name="x" valueReference="1"><Real displayUnit="mm"/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const type of model.types)
      if (attribute(type.typed, 'unit') === undefined && type.typed.attributes.has('displayUnit'))
        yield defect(
          type.typed,
          'displayUnit',
          `Type ${JSON.stringify(type.name)} has a display unit but lacks a unit.`,
          'an attribute unit',
        );
    for (const variable of model.variables)
      if (inherited(variable, 'unit') === undefined && variable.typed.attributes.has('displayUnit'))
        yield defect(
          variable.typed,
          'displayUnit',
          `Variable ${named(variable)} has a display unit but lacks a unit.`,
          'an attribute unit',
        );
  },
};
