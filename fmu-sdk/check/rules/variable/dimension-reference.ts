import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { named, reference } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableDimensionReference: Rule = {
  id: 'variable/dimension-reference',
  title: 'A dimension refers to a variable',
  class: 'violation',
  fmi3: '2.4.7.2',
  explanation: 'The valueReference of a Dimension refers to the variable that holds its size.',
  needs: 'description',
  pass: [
    fmi3({
      variables:
        '<UInt64 name="n" valueReference="2" causality="structuralParameter" start="2"/><Float64 name="x" valueReference="1"><Dimension valueReference="2"/></Float64>',
    }),
  ],
  fail: [
    fmi3({ variables: '<Float64 name="x" valueReference="1"><Dimension valueReference="9"/></Float64>' }),
  ],
  *check(model) {
    for (const variable of model.variables)
      for (const dimension of childrenNamed(variable.element, 'Dimension')) {
        const value = reference(attribute(dimension, 'valueReference'));
        if (value !== undefined && !model.byReference.has(value))
          yield defect(
            dimension,
            'valueReference',
            `This size of ${named(variable)} refers to no variable.`,
            'the value reference of a UInt64',
          );
      }
  },
};
