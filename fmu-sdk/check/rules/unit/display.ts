import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { scalarExample } from '../../example/example-parts.ts';
import { isInvalidFactor, undefinedDisplayUnits } from '../../model/variables/display-units.ts';
import { inherited, named } from '../../model/variables/model-variable.ts';
import { elements } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const unitDisplay: readonly Rule[] = ruleFamily({ needs: 'description', severity: 'violation' }, [
  {
    id: 'unit/display-defined',
    title: 'Every display unit that is used is defined for its unit',
    fmi3: '2.4.4',
    explanation: 'displayUnit names a DisplayUnit in the unit of the variable or type, and must exist there.',
    pass: fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/></Unit></UnitDefinitions>',
      variables: '<Float64 name="x" valueReference="1" unit="m" displayUnit="mm"/>',
    }),
    fail: fmi3({
      definitions: '<UnitDefinitions><Unit name="m"/></UnitDefinitions>',
      variables: '<Float64 name="x" valueReference="1" unit="m" displayUnit="mm"/>',
    }),
    check: undefinedDisplayUnits,
  },
  {
    id: 'unit/display-factor',
    title: 'The factor of a display unit is finite and not zero',
    fmi2: '2.2.2',
    fmi3: '2.4.3',
    explanation:
      'Input of a user in a display unit is converted back to the unit. A factor of zero, INF or NaN cannot be inverted.',
    pass: fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/></Unit></UnitDefinitions>',
    }),
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
  },
  {
    id: 'unit/display-ignored',
    title: 'Every display unit that is used is defined for its unit, otherwise it is ignored',
    severity: 'advice',
    fmi2: '2.2.3',
    explanation:
      'In FMI 2.0 a displayUnit that the unit does not define is ignored: the user sees the unit instead of the intended display unit.',
    pass: fmi2({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/></Unit></UnitDefinitions>',
      variables:
        '<ScalarVariable name="x" valueReference="1"><Real unit="m" displayUnit="mm"/></ScalarVariable>',
    }),
    fail: fmi2({
      definitions: '<UnitDefinitions><Unit name="m"/></UnitDefinitions>',
      variables:
        '<ScalarVariable name="x" valueReference="1"><Real unit="m" displayUnit="mm"/></ScalarVariable>',
    }),
    check: undefinedDisplayUnits,
  },
  {
    id: 'unit/display-needs-unit',
    title: 'A variable or type with a display unit has a unit',
    fmi2: '2.2.3',
    fmi3: '2.4.4',
    explanation:
      'A display unit is a conversion of a unit. A variable or type with displayUnit must have a unit, or inherit that of its declared type.',
    pass: fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/></Unit></UnitDefinitions>',
      variables: '<Float64 name="x" valueReference="1" unit="m" displayUnit="mm"/>',
    }),
    fail: [
      fmi3({ variables: '<Float64 name="x" valueReference="1" displayUnit="mm"/>' }),
      scalarExample('x', '<Real displayUnit="mm"/>'),
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
  },
]);
