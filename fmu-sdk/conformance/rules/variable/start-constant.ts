import { fmi2, fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { named } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

export const variableStartConstant: StaticRule = modelRule({
  id: 'variable/start-constant',
  title: 'Constants have a start value',
  severity: 'error',
  fmi2: '2.2.7',
  fmi3: '2.4.7.5',
  explanation: 'The start of a constant is its value, for ever.',
  pass: [fmi3({ variables: '<Float64 name="c" valueReference="1" variability="constant" start="0"/>' })],
  fail: [
    fmi3({ variables: '<Float64 name="c" valueReference="1" variability="constant"/>' }),
    fmi2({
      variables:
        '<ScalarVariable name="c" valueReference="1" variability="constant"><Real/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (
        variable.variability === 'constant' &&
        ['output', 'local'].includes(variable.causality) &&
        variable.start === undefined &&
        variable.type !== 'Clock'
      )
        yield defect(
          variable.element,
          'variability',
          `Constant ${named(variable)} has no start.`,
          'a start value',
        );
  },
});
