import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { isFloat, named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableIndependentType: Rule = {
  id: 'variable/independent-type',
  title: 'The independent variable is a floating-point number',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.4',
  explanation: 'It must be defined as Real (FMI 2.0) or with a floating-point type (FMI 3.0).',
  needs: 'description',
  pass: [
    fmi2({
      variables:
        '<ScalarVariable name="t" valueReference="1" causality="independent"><Real/></ScalarVariable>',
    }),
  ],
  fail: [
    fmi2({
      variables:
        '<ScalarVariable name="t" valueReference="1" causality="independent"><Integer/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (
        variable.causality === 'independent' &&
        !isFloat(variable) &&
        !['', 'Clock'].includes(variable.type)
      )
        yield defect(
          variable.element,
          'causality',
          `The independent variable ${named(variable)} is of type ${variable.type}.`,
          model.version === '2.0' ? 'Real' : 'Float64 or Float32',
        );
  },
};
