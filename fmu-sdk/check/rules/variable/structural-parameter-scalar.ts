import { childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableStructuralParameterScalar: Rule = {
  id: 'variable/structural-parameter-scalar',
  title: 'Structural parameters are scalars',
  class: 'violation',
  fmi3: '2.4.7.4',
  explanation: 'A structural parameter defines dimensions and must not have a Dimension.',
  needs: 'description',
  pass: [
    fmi3({ variables: '<UInt64 name="n" valueReference="1" causality="structuralParameter" start="2"/>' }),
  ],
  fail: [
    fmi3({
      variables:
        '<UInt64 name="n" valueReference="1" causality="structuralParameter" start="2"><Dimension start="1"/></UInt64>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (variable.causality === 'structuralParameter')
        for (const dimension of childrenNamed(variable.element, 'Dimension').slice(0, 1))
          yield defect(
            dimension,
            undefined,
            `Structural parameter ${named(variable)} has a dimension.`,
            'a scalar',
          );
  },
};
