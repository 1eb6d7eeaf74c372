import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { dimensionSize } from '../../model/array-dimensions.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableDimensionPositive: Rule = {
  id: 'variable/dimension-positive',
  title: 'Initial sizes of dimensions are positive',
  class: 'violation',
  fmi3: '2.4.7.2',
  explanation:
    'Initial sizes must not be 0, so that importers without support for changing sizes need not handle empty arrays.',
  needs: 'description',
  pass: [fmi3({ variables: '<Float64 name="x" valueReference="1"><Dimension start="1"/></Float64>' })],
  fail: [
    fmi3({ variables: '<Float64 name="x" valueReference="1"><Dimension start="0"/></Float64>' }),
    fmi3({
      variables:
        '<UInt64 name="n" valueReference="2" causality="structuralParameter" start="0"/><Float64 name="x" valueReference="1"><Dimension valueReference="2"/></Float64>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      for (const dimension of childrenNamed(variable.element, 'Dimension')) {
        const size = dimensionSize(model, dimension);
        if (size === 0)
          yield defect(
            dimension,
            attribute(dimension, 'start') === undefined ? 'valueReference' : 'start',
            `A dimension of ${named(variable)} has the initial size 0.`,
            'a size of at least 1',
          );
      }
  },
};
