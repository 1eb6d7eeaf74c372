import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { elements, numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const experimentDuration: Rule = {
  id: 'experiment/duration',
  title: 'The default experiment has a duration',
  class: 'advice',
  fmi2: '2.2.5',
  fmi3: '2.4.6',
  explanation:
    'startTime and stopTime should be meaningful for the model. An experiment that stops at its start shows nothing.',
  needs: 'description',
  pass: [fmi3({ definitions: '<DefaultExperiment startTime="1" stopTime="2"/>' })],
  fail: [fmi3({ definitions: '<DefaultExperiment startTime="0" stopTime="0"/>' })],
  *check(model) {
    for (const experiment of elements(model.root, 'DefaultExperiment'))
      if (numberOf(experiment, 'stopTime') === (numberOf(experiment, 'startTime') ?? 0))
        yield defect(experiment, 'stopTime', 'The experiment stops at its start time.', 'a later time');
  },
};
