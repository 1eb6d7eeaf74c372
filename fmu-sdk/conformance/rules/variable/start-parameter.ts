import { fmi2, fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { named } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

export const variableStartParameter: StaticRule = modelRule({
  id: 'variable/start-parameter',
  title: 'Parameters have a start value',
  severity: 'error',
  fmi2: '2.2.7',
  fmi3: '2.4.7.5',
  explanation: 'The start of a parameter is its default value.',
  pass: [fmi3({ variables: '<Float64 name="p" valueReference="1" causality="parameter" start="0"/>' })],
  fail: [
    fmi3({ variables: '<Float64 name="p" valueReference="1" causality="parameter"/>' }),
    fmi2({
      variables:
        '<ScalarVariable name="p" valueReference="1" causality="parameter" variability="fixed"><Real/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (variable.causality === 'parameter' && variable.start === undefined && variable.type !== 'Clock')
        yield defect(
          variable.element,
          'causality',
          `Parameter ${named(variable)} has no start.`,
          'a start value',
        );
  },
});
