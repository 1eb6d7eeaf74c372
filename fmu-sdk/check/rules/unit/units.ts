import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { scalarExample } from '../../example/example-parts.ts';
import { displayUnitsOf, isInvalidFactor } from '../../model/variables/display-units.ts';
import { inherited, named } from '../../model/variables/model-variable.ts';
import { elements, isTrue, toNumber } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const unitUnits: readonly Rule[] = ruleFamily({ needs: 'description', severity: 'violation' }, [
  {
    id: 'unit/alias-display-defined',
    title: 'The display unit of an alias is defined for the unit of its variable',
    fmi3: '2.4.7.3',
    explanation:
      'An alias of a float may have its own display unit. The rules for the display unit of a variable apply to it.',
    pass: fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/></Unit></UnitDefinitions>',
      variables: '<Float64 name="x" valueReference="1" unit="m"><Alias name="y" displayUnit="mm"/></Float64>',
    }),
    fail: [
      fmi3({
        definitions: '<UnitDefinitions><Unit name="m"/></UnitDefinitions>',
        variables:
          '<Float64 name="x" valueReference="1" unit="m"><Alias name="y" displayUnit="mm"/></Float64>',
      }),
      fmi3({
        variables: '<Float64 name="x" valueReference="1"><Alias name="y" displayUnit="mm"/></Float64>',
      }),
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
  },
  {
    id: 'unit/base-factor',
    title: 'The factor of a base unit is finite and not zero',
    fmi2: '2.2.2',
    fmi3: '2.4.3',
    explanation:
      'Factor and offset convert a value to base units and back. A factor of zero, INF or NaN cannot be inverted.',
    pass: fmi3({
      definitions:
        '<UnitDefinitions><Unit name="bar"><BaseUnit kg="1" m="-1" s="-2" factor="1e5"/></Unit></UnitDefinitions>',
    }),
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
  },
  {
    id: 'unit/defined',
    title: 'Every unit that is used is defined',
    fmi2: '2.2.3',
    fmi3: '2.4.4',
    explanation:
      'The attribute unit of a variable or type names a unit of UnitDefinitions, which must exist. A quantity without unit does not have the attribute.',
    pass: fmi3({
      definitions: '<UnitDefinitions><Unit name="m"/></UnitDefinitions>',
      variables: '<Float64 name="x" valueReference="1" unit="m"/>',
    }),
    fail: [
      fmi3({ variables: '<Float64 name="x" valueReference="1" unit="m"/>' }),
      fmi3({ definitions: '<TypeDefinitions><Float64Type name="Length" unit="m"/></TypeDefinitions>' }),
      scalarExample('x', '<Real unit="m"/>'),
    ],
    *check(model) {
      for (const typed of [...model.types.map((t) => t.typed), ...model.variables.map((v) => v.typed)]) {
        const measure = attribute(typed, 'unit');
        if (measure !== undefined && !model.unitsOfMeasure.has(measure))
          yield defect(
            typed,
            'unit',
            `The unit ${JSON.stringify(measure)} is not defined.`,
            'the name of a Unit in UnitDefinitions',
          );
      }
    },
  },
  {
    id: 'unit/inverse-offset',
    title: 'An inverse display unit does not have an offset',
    fmi3: '2.4.3',
    explanation:
      'inverse="true" is allowed only with offset 0: the conversion is then factor divided by the value.',
    pass: fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m3/km"><DisplayUnit name="km/m3" inverse="true"/></Unit></UnitDefinitions>',
    }),
    fail: fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m3/km"><DisplayUnit name="km/m3" inverse="true" offset="1"/></Unit></UnitDefinitions>',
    }),
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
  },
]);
