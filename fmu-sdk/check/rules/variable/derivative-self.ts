import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { derivativeTarget } from '../../model/checked-model.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableDerivativeSelf: Rule = {
  id: 'variable/derivative-self',
  title: 'A variable is not its own derivative',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.5',
  explanation: 'A derivative and its state are two variables.',
  needs: 'description',
  pass: [
    fmi3({
      variables:
        '<Float64 name="x" valueReference="1"/><Float64 name="v" valueReference="2" derivative="1"/>',
    }),
  ],
  fail: [
    fmi3({ variables: '<Float64 name="v" valueReference="2" derivative="2"/>' }),
    fmi2({
      variables: '<ScalarVariable name="v" valueReference="2"><Real derivative="1"/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (derivativeTarget(model, variable) === variable)
        yield defect(
          variable.typed,
          'derivative',
          `${named(variable)} is declared as its own derivative.`,
          'another variable',
        );
  },
};
