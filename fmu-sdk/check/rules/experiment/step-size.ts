import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { elements, numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const experimentStepSize: Rule = {
  id: 'experiment/step-size',
  title: 'The step size of the default experiment is positive',
  class: 'violation',
  fmi2: '2.2.5',
  fmi3: '2.4.6',
  explanation: 'stepSize is the preferred communication step of co-simulation.',
  needs: 'description',
  pass: [fmi3({ definitions: '<DefaultExperiment stepSize="1e-3"/>' })],
  fail: [fmi3({ definitions: '<DefaultExperiment stepSize="-1e-3"/>' })],
  *check(model) {
    for (const experiment of elements(model.root, 'DefaultExperiment'))
      if ((numberOf(experiment, 'stepSize') ?? 1) <= 0)
        yield defect(experiment, 'stepSize', 'The step size is not positive.', 'a number above 0');
  },
};
