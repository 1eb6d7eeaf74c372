import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { elements, numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const terminalsScaling: Rule = {
  id: 'terminals/scaling',
  title: 'The scaling factor of the coordinate system is positive',
  class: 'violation',
  fmi2: '2.3.2',
  fmi3: '2.4.9.1.2',
  explanation: 'suggestedScalingFactorTo_mm turns coordinates into millimetres.',
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
        '<GraphicalRepresentation><CoordinateSystem x1="-100" y1="-100" x2="100" y2="100" suggestedScalingFactorTo_mm="0"/></GraphicalRepresentation>',
    }),
  ],
  *check(root) {
    for (const system of elements(root, 'GraphicalRepresentation', 'CoordinateSystem'))
      if ((numberOf(system, 'suggestedScalingFactorTo_mm') ?? 1) <= 0)
        yield defect(
          system,
          'suggestedScalingFactorTo_mm',
          'The factor is not positive.',
          'a number above 0',
        );
  },
};
