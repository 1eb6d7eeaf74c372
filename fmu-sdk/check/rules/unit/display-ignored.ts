import { fmi2 } from '../../example/example-fmu.ts';
import { undefinedDisplayUnits } from '../../model/display-units.ts';
import type { Rule } from '../../rule.ts';

export const unitDisplayIgnored: Rule = {
  id: 'unit/display-ignored',
  title: 'Every display unit that is used is defined for its unit, otherwise it is ignored',
  class: 'advice',
  fmi2: '2.2.3',
  explanation:
    'In FMI 2.0 a displayUnit that the unit does not define is ignored: the user sees the unit instead of the intended display unit.',
  needs: 'description',
  pass: [
    fmi2({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/></Unit></UnitDefinitions>',
      variables:
        '<ScalarVariable name="x" valueReference="1"><Real unit="m" displayUnit="mm"/></ScalarVariable>',
    }),
  ],
  fail: [
    fmi2({
      definitions: '<UnitDefinitions><Unit name="m"/></UnitDefinitions>',
      variables:
        '<ScalarVariable name="x" valueReference="1"><Real unit="m" displayUnit="mm"/></ScalarVariable>',
    }),
  ],
  check: undefinedDisplayUnits,
};
