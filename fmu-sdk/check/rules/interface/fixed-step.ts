import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const interfaceFixedStep: Rule = {
  id: 'interface/fixed-step',
  title: 'The fixed internal step size is positive and finite',
  class: 'violation',
  fmi3: '4.4',
  explanation:
    'fixedInternalStepSize is the step of the FMU\u2019s solver. Communication steps should be integer multiples of it.',
  needs: 'description',
  pass: [fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" fixedInternalStepSize="1e-3"/>' })],
  fail: [fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" fixedInternalStepSize="0"/>' })],
  *check(model) {
    for (const element of model.interfaces) {
      const step = numberOf(element, 'fixedInternalStepSize');
      if (step !== undefined && !(step > 0 && Number.isFinite(step)))
        yield defect(
          element,
          'fixedInternalStepSize',
          'The internal step size is not a positive finite number.',
          'a finite number above 0',
        );
    }
  },
};
