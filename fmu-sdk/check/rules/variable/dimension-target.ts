import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { named, reference } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableDimensionTarget: Rule = {
  id: 'variable/dimension-target',
  title: 'Sizes of dimensions are held by UInt64 constants or structural parameters',
  class: 'violation',
  fmi3: '2.4.7.2',
  explanation:
    'The variable that a Dimension refers to must be of type UInt64, and a constant or a structural parameter: sizes change only in Configuration Mode.',
  needs: 'description',
  pass: [
    fmi3({
      variables:
        '<UInt64 name="n" valueReference="2" variability="constant" start="2"/><Float64 name="x" valueReference="1"><Dimension valueReference="2"/></Float64>',
    }),
  ],
  fail: [
    fmi3({
      variables:
        '<UInt32 name="n" valueReference="2" causality="structuralParameter" start="2"/><Float64 name="x" valueReference="1"><Dimension valueReference="2"/></Float64>',
    }),
    fmi3({
      variables:
        '<UInt64 name="n" valueReference="2" causality="parameter" start="2"/><Float64 name="x" valueReference="1"><Dimension valueReference="2"/></Float64>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      for (const dimension of childrenNamed(variable.element, 'Dimension')) {
        const target = model.byReference.get(reference(attribute(dimension, 'valueReference')) ?? -1)?.[0];
        if (target === undefined) continue;
        if (
          target.type !== 'UInt64' ||
          (target.causality !== 'structuralParameter' && target.variability !== 'constant')
        )
          yield defect(
            dimension,
            'valueReference',
            `${named(target)} is a ${target.variability} ${target.causality} of type ${target.type}.`,
            'a UInt64 that is constant or a structural parameter',
          );
      }
  },
};
