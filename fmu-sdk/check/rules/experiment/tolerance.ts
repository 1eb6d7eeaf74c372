import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { elements, numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const experimentTolerance: Rule = {
  id: 'experiment/tolerance',
  title: 'The tolerance of the default experiment is positive',
  class: 'violation',
  fmi2: '2.2.5',
  fmi3: '2.4.6',
  explanation: 'tolerance is a relative tolerance of the integration and must be above 0.',
  needs: 'description',
  pass: [fmi3({ definitions: '<DefaultExperiment tolerance="1e-6"/>' })],
  fail: [fmi3({ definitions: '<DefaultExperiment tolerance="0"/>' })],
  *check(model) {
    for (const experiment of elements(model.root, 'DefaultExperiment'))
      if ((numberOf(experiment, 'tolerance') ?? 1) <= 0)
        yield defect(experiment, 'tolerance', 'The tolerance is not positive.', 'a number above 0');
  },
};
