import { fmi3 } from '../../example/example-fmu.ts';
import { startCount } from '../../model/array-dimensions.ts';
import type { Rule } from '../../rule.ts';

export const variableStartCount: Rule = {
  id: 'variable/start-count',
  title: 'An array has one start value, or one for each element',
  class: 'violation',
  fmi3: '2.4.7.5',
  explanation:
    'start is a list in row-major order with as many values as the initial dimensions make, or a single value for all elements. A scalar has one.',
  needs: 'description',
  pass: [
    fmi3({
      variables:
        '<Float64 name="p" valueReference="1" causality="parameter" start="1 2 3 4"><Dimension start="2"/><Dimension start="2"/></Float64>',
    }),
  ],
  fail: [
    fmi3({
      variables:
        '<Float64 name="p" valueReference="1" causality="parameter" start="1 2 3"><Dimension start="2"/><Dimension start="2"/></Float64>',
    }),
    fmi3({ variables: '<Float64 name="p" valueReference="1" causality="parameter" start="1 2"/>' }),
    fmi3({ variables: '<Float64 name="p" valueReference="1" causality="parameter" start=""/>' }),
  ],
  *check(model) {
    for (const variable of model.variables) {
      if (['String', 'Binary'].includes(variable.type)) continue;
      yield* startCount(model, variable);
    }
  },
};
