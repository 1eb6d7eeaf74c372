import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableStartExactApprox: Rule = {
  id: 'variable/start-exact-approx',
  title: 'Variables with initial exact or approx have a start value',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.5',
  explanation:
    'With initial exact the variable has its start value, with approx an iteration starts there. So start is required. This rule covers outputs and locals, other rules cover other causalities.',
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
          `${named(variable)} has initial ${variable.initial} but lacks a start value.`,
          'a start value',
        );
  },
};
