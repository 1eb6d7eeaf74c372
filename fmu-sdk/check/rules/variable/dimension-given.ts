import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableDimensionGiven: Rule = {
  id: 'variable/dimension-given',
  title: 'A dimension has a size or refers to one, not both',
  class: 'violation',
  fmi3: '2.4.7.2',
  explanation:
    'start gives a constant size. valueReference refers to the variable that holds it. Both exclude each other.',
  needs: 'description',
  pass: [fmi3({ variables: '<Float64 name="x" valueReference="1"><Dimension start="2"/></Float64>' })],
  fail: [
    fmi3({ variables: '<Float64 name="x" valueReference="1"><Dimension/></Float64>' }),
    fmi3({
      variables:
        '<UInt64 name="n" valueReference="2" causality="structuralParameter" start="2"/><Float64 name="x" valueReference="1"><Dimension start="2" valueReference="2"/></Float64>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      for (const dimension of childrenNamed(variable.element, 'Dimension')) {
        const sizeAttributes = ['start', 'valueReference'].filter(
          (name) => attribute(dimension, name) !== undefined,
        );
        if (sizeAttributes.length !== 1)
          yield defect(
            dimension,
            undefined,
            `A dimension of ${named(variable)} has ${sizeAttributes.join(' and ') || 'no size'}.`,
            'either start or valueReference',
          );
      }
  },
};
