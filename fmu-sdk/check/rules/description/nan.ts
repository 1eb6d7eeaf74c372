import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

/** Attributes with which values are compared. */
const numbers = new Set([
  'min',
  'max',
  'nominal',
  'startTime',
  'stopTime',
  'tolerance',
  'stepSize',
  'intervalDecimal',
  'shiftDecimal',
  'fixedInternalStepSize',
  'offset',
]);

export const descriptionNan: Rule = {
  id: 'description/nan',
  title: 'Bounds, nominal values and times are not NaN',
  class: 'violation',
  fmi3: '2.4.4',
  explanation:
    'FMI 3.0 allows NaN as a value. A bound, a nominal value, an interval or a time that is NaN is meaningless, because it compares with nothing.',
  needs: 'description',
  pass: [fmi3({ variables: '<Float64 name="x" valueReference="1" max="INF"/>' })],
  fail: [
    fmi3({ variables: '<Float64 name="x" valueReference="1" max="NaN"/>' }),
    fmi3({ definitions: '<DefaultExperiment stopTime="NaN"/>' }),
  ],
  *check(model) {
    for (const element of descendants(model.root))
      for (let i = 0; i < element.flat.length; i += 2)
        if (numbers.has(element.flat[i]) && element.flat[i + 1].trim() === 'NaN')
          yield defect(
            element,
            element.flat[i],
            `Attribute ${element.flat[i]} of ${element.name} is NaN.`,
            'a number, or no attribute',
          );
  },
};
