import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableStartExactApprox: Rule = {
  id: 'variable/start-exact-approx',
  title: 'What is initialized exactly or approximately has a start value',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.5',
  explanation:
    'initial exact: the variable begins with start; approx: an iteration begins there. So start must be given; this holds for outputs and locals here, other causalities have rules of their own.',
  needs: 'description',
  pass: [fmi3({ variables: '<Float64 name="x" valueReference="1" initial="exact" start="0"/>' })],
  fail: [
    fmi3({ variables: '<Float64 name="x" valueReference="1" initial="exact"/>' }),
    fmi2({
      variables: '<ScalarVariable name="x" valueReference="1" initial="approx"><Real/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (
        variable.start === undefined &&
        ['exact', 'approx'].includes(variable.initial ?? '') &&
        ['output', 'local', 'calculatedParameter'].includes(variable.causality) &&
        variable.variability !== 'constant' &&
        variable.type !== 'Clock'
      )
        yield defect(
          variable.element,
          'initial',
          `${named(variable)} has initial ${variable.initial} and no start.`,
          'a start value',
        );
  },
};
