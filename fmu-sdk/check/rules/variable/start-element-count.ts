import { fmi3 } from '../../example/example-fmu.ts';
import { startCount } from '../../model/array-dimensions.ts';
import type { Rule } from '../../rule.ts';

export const variableStartElementCount: Rule = {
  id: 'variable/start-element-count',
  title: 'A String or Binary array has one Start element, or one for each element',
  class: 'violation',
  fmi3: '2.4.7.5',
  explanation:
    'Start values of strings and binaries are Start elements: as many as the initial dimensions make, or a single one for all. A scalar has one.',
  needs: 'description',
  pass: [
    fmi3({
      variables:
        '<String name="p" valueReference="1" causality="parameter"><Dimension start="2"/><Start value="a"/><Start value="b"/></String>',
    }),
  ],
  fail: [
    fmi3({
      variables:
        '<String name="p" valueReference="1" causality="parameter"><Start value="a"/><Start value="b"/></String>',
    }),
    fmi3({
      variables:
        '<Binary name="p" valueReference="1" causality="parameter"><Dimension start="3"/><Start value="00"/><Start value="01"/></Binary>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (['String', 'Binary'].includes(variable.type)) yield* startCount(model, variable);
  },
};
