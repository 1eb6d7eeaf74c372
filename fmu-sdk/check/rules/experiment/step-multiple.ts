import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { elements, numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const experimentStepMultiple: Rule = {
  id: 'experiment/step-multiple',
  title: 'The default step size is a whole multiple of the fixed internal step size',
  class: 'advice',
  fmi3: '4.4',
  explanation:
    'The communication step should be an integer multiple of fixedInternalStepSize. The preferred step should be one too.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces: '<CoSimulation modelIdentifier="unit" fixedInternalStepSize="0.1"/>',
      definitions: '<DefaultExperiment stepSize="0.3"/>',
    }),
  ],
  fail: [
    fmi3({
      interfaces: '<CoSimulation modelIdentifier="unit" fixedInternalStepSize="0.1"/>',
      definitions: '<DefaultExperiment stepSize="0.25"/>',
    }),
  ],
  *check(model) {
    for (const experiment of elements(model.root, 'DefaultExperiment'))
      for (const element of model.interfaces) {
        const [step, internalStep] = [
          numberOf(experiment, 'stepSize'),
          numberOf(element, 'fixedInternalStepSize'),
        ];
        if (step === undefined || internalStep === undefined || !(internalStep > 0) || !(step > 0)) continue;
        const ratio = step / internalStep;
        if (Math.abs(ratio - Math.round(ratio)) > 1e-9 * ratio)
          yield defect(
            experiment,
            'stepSize',
            `The step is ${ratio} internal steps of ${internalStep}.`,
            `a whole multiple of ${internalStep}`,
          );
      }
  },
};
