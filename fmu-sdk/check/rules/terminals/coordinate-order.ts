import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { elements, numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const terminalsCoordinateOrder: Rule = {
  id: 'terminals/coordinate-order',
  title: 'The first corner of the coordinate system is to the left of and below the second',
  class: 'violation',
  fmi2: '2.3.2',
  fmi3: '2.4.9.1.2',
  explanation:
    'The coordinates of the lower left corner must be less than those of the upper right one. (The corners of icons may flip them.)',
  needs: 'terminals',
  pass: [
    fmi3({
      terminals:
        '<GraphicalRepresentation><CoordinateSystem x1="-100" y1="-100" x2="100" y2="100" suggestedScalingFactorTo_mm="0.1"/></GraphicalRepresentation>',
    }),
  ],
  fail: [
    fmi3({
      terminals:
        '<GraphicalRepresentation><CoordinateSystem x1="100" y1="-100" x2="-100" y2="100" suggestedScalingFactorTo_mm="0.1"/></GraphicalRepresentation>',
    }),
  ],
  *check(root) {
    for (const system of elements(root, 'GraphicalRepresentation', 'CoordinateSystem'))
      for (const axis of ['x', 'y']) {
        const [first, second] = [numberOf(system, `${axis}1`), numberOf(system, `${axis}2`)];
        if (first !== undefined && second !== undefined && first >= second)
          yield defect(
            system,
            `${axis}2`,
            `Attribute ${axis}1 is ${first}, and ${axis}2 is ${second}.`,
            `more than ${first}`,
          );
      }
  },
};
