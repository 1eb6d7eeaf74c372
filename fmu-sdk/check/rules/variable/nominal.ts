import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import { numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const variableNominal: Rule = {
  id: 'variable/nominal',
  title: 'Nominal values of variables are positive',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.3.3',
  explanation:
    'Solvers derive the absolute tolerance of a variable from its nominal value. FMI 2.0 requires nominal > 0. FMI 3.0 requires it for states.',
  needs: 'description',
  pass: [fmi3({ variables: '<Float64 name="x" valueReference="1" nominal="1e5"/>' })],
  fail: [
    fmi3({ variables: '<Float64 name="x" valueReference="1" nominal="-1"/>' }),
    fmi2({ variables: '<ScalarVariable name="x" valueReference="1"><Real nominal="0"/></ScalarVariable>' }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if ((numberOf(variable.typed, 'nominal') ?? 1) <= 0)
        yield defect(
          variable.typed,
          'nominal',
          `The nominal value of ${named(variable)} is not positive.`,
          'a number above 0',
        );
  },
};
