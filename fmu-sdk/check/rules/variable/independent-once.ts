import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableIndependentOnce: Rule = {
  id: 'variable/independent-once',
  title: 'At most one variable is independent',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.4',
  explanation: 'All variables are functions of one independent variable, usually time.',
  needs: 'description',
  pass: [
    fmi2({
      variables:
        '<ScalarVariable name="t" valueReference="1" causality="independent"><Real/></ScalarVariable>',
    }),
  ],
  fail: [
    fmi3({ variables: '<Float64 name="t" valueReference="1" causality="independent"/>' }),
    fmi2({
      variables:
        '<ScalarVariable name="s" valueReference="1" causality="independent"><Real/></ScalarVariable><ScalarVariable name="t" valueReference="2" causality="independent"><Real/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables.filter((v) => v.causality === 'independent').slice(1))
      yield defect(
        variable.element,
        'causality',
        `${named(variable)} is a second independent variable.`,
        'one independent variable',
      );
  },
};
