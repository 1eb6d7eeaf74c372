import { fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { named } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

export const variableStartStructuralParameter: StaticRule = modelRule({
  id: 'variable/start-structural-parameter',
  title: 'Structural parameters have a start value',
  severity: 'error',
  fmi3: '2.4.7.4',
  explanation: 'start is mandatory for them: it fixes the initial sizes of the arrays that they dimension.',
  pass: [
    fmi3({ variables: '<UInt64 name="n" valueReference="1" causality="structuralParameter" start="2"/>' }),
  ],
  fail: [fmi3({ variables: '<UInt64 name="n" valueReference="1" causality="structuralParameter"/>' })],
  *check(model) {
    for (const variable of model.variables)
      if (
        variable.causality === 'structuralParameter' &&
        variable.start === undefined &&
        variable.type !== 'Clock'
      )
        yield defect(
          variable.element,
          'causality',
          `Structural parameter ${named(variable)} has no start.`,
          'a start value',
        );
  },
});
