import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const interfaceInputSmoothness: Rule = {
  id: 'interface/input-smoothness',
  title: 'The recommended smoothness of intermediate inputs is not negative',
  class: 'advice',
  fmi3: '4.4',
  explanation:
    'recommendedIntermediateInputSmoothness is k for inputs that are k times continuously differentiable, and 0 for continuous ones. A negative number is meaningless.',
  needs: 'description',
  pass: [
    fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" recommendedIntermediateInputSmoothness="1"/>' }),
  ],
  fail: [
    fmi3({
      interfaces: '<CoSimulation modelIdentifier="unit" recommendedIntermediateInputSmoothness="-1"/>',
    }),
  ],
  *check(model) {
    for (const element of model.interfaces)
      if ((numberOf(element, 'recommendedIntermediateInputSmoothness') ?? 0) < 0)
        yield defect(
          element,
          'recommendedIntermediateInputSmoothness',
          'The smoothness is negative.',
          'an integer from 0',
        );
  },
};
