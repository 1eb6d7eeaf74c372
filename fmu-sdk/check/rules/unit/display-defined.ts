import { fmi3 } from '../../example/example-fmu.ts';
import { undefinedDisplayUnits } from '../../model/display-units.ts';
import type { Rule } from '../../rule.ts';

export const unitDisplayDefined: Rule = {
  id: 'unit/display-defined',
  title: 'Every display unit that is used is defined for its unit',
  class: 'violation',
  fmi3: '2.4.4',
  explanation: 'displayUnit names a DisplayUnit in the unit of the variable or type, and must exist there.',
  needs: 'description',
  pass: [
    fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/></Unit></UnitDefinitions>',
      variables: '<Float64 name="x" valueReference="1" unit="m" displayUnit="mm"/>',
    }),
  ],
  fail: [
    fmi3({
      definitions: '<UnitDefinitions><Unit name="m"/></UnitDefinitions>',
      variables: '<Float64 name="x" valueReference="1" unit="m" displayUnit="mm"/>',
    }),
  ],
  check: undefinedDisplayUnits,
};
