import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { derivativeTarget } from '../../model/checked-model.ts';
import { variabilities } from '../../model/initial-tables.ts';
import { isFloat, named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableDerivativeContinuous: Rule = {
  id: 'variable/derivative-continuous',
  title: 'Derivatives are of continuous floating-point variables',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation: 'Only a continuous floating-point variable has a derivative with respect to time.',
  needs: 'description',
  pass: [
    fmi3({
      variables:
        '<Float64 name="x" valueReference="1"/><Float64 name="v" valueReference="2" derivative="1"/>',
    }),
  ],
  fail: [
    fmi3({
      variables: '<Int32 name="x" valueReference="1"/><Float64 name="v" valueReference="2" derivative="1"/>',
    }),
    fmi3({
      variables:
        '<Float64 name="x" valueReference="1" variability="discrete"/><Float64 name="v" valueReference="2" derivative="1"/>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables) {
      const target = derivativeTarget(model, variable);
      if (target === undefined || target === variable || !variabilities.includes(target.variability))
        continue;
      if (!isFloat(target) || target.variability !== 'continuous')
        yield defect(
          variable.typed,
          'derivative',
          `${named(target)} is a ${target.variability} ${target.type}.`,
          'a continuous floating-point variable',
        );
    }
  },
};
