import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { derivativeTarget } from '../../model/checked-model.ts';
import { named, reference } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableDerivativeExists: Rule = {
  id: 'variable/derivative-exists',
  title: 'The attribute derivative refers to a variable',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.5',
  explanation:
    'derivative refers to the variable whose derivative this one is: by index from 1 in FMI 2.0, by value reference in FMI 3.0.',
  needs: 'description',
  pass: [
    fmi3({
      variables:
        '<Float64 name="x" valueReference="1"/><Float64 name="v" valueReference="2" derivative="1"/>',
    }),
  ],
  fail: [
    fmi3({ variables: '<Float64 name="v" valueReference="2" derivative="9"/>' }),
    fmi2({
      variables: '<ScalarVariable name="v" valueReference="2"><Real derivative="2"/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (
        reference(attribute(variable.typed, 'derivative')) !== undefined &&
        derivativeTarget(model, variable) === undefined
      )
        yield defect(
          variable.typed,
          'derivative',
          `The attribute derivative of ${named(variable)} refers to no variable.`,
          model.version === '2.0'
            ? `an index from 1 to ${model.variables.length}`
            : 'the value reference of a variable',
        );
  },
};
