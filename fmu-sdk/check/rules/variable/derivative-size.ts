import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { sizeOf } from '../../model/array-dimensions.ts';
import { derivativeTarget } from '../../model/checked-model.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableDerivativeSize: Rule = {
  id: 'variable/derivative-size',
  title: 'A derivative has the type and dimensions of its variable',
  class: 'violation',
  fmi3: '2.4.8',
  explanation:
    'States and their derivatives are exchanged as vectors of equal length, so a derivative has as many elements as its state.',
  needs: 'description',
  pass: [
    fmi3({
      variables:
        '<Float64 name="x" valueReference="1"><Dimension start="2"/></Float64><Float64 name="v" valueReference="2" derivative="1"><Dimension start="2"/></Float64>',
    }),
  ],
  fail: [
    fmi3({
      variables:
        '<Float64 name="x" valueReference="1"><Dimension start="2"/></Float64><Float64 name="v" valueReference="2" derivative="1"/>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables) {
      const target = derivativeTarget(model, variable);
      if (target === undefined) continue;
      const [size, other] = [sizeOf(model, variable), sizeOf(model, target)];
      if (size !== undefined && other !== undefined && size !== other)
        yield defect(
          variable.typed,
          'derivative',
          `${named(variable)} has ${size} elements, and ${named(target)} ${other}.`,
          'equal numbers of elements',
        );
    }
  },
};
