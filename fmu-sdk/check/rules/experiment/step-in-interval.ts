import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { elements, numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const experimentStepInInterval: Rule = {
  id: 'experiment/step-in-interval',
  title: 'The step size of the default experiment fits into its duration',
  class: 'advice',
  fmi2: '2.2.5',
  fmi3: '2.4.6',
  explanation: 'A step longer than the whole experiment ends after its stop time.',
  needs: 'description',
  pass: [fmi3({ definitions: '<DefaultExperiment startTime="0" stopTime="1" stepSize="0.1"/>' })],
  fail: [fmi3({ definitions: '<DefaultExperiment startTime="0" stopTime="1" stepSize="2"/>' })],
  *check(model) {
    for (const experiment of elements(model.root, 'DefaultExperiment')) {
      const duration =
        (numberOf(experiment, 'stopTime') ?? Number.NaN) - (numberOf(experiment, 'startTime') ?? 0);
      const step = numberOf(experiment, 'stepSize');
      if (duration > 0 && step !== undefined && step > duration)
        yield defect(
          experiment,
          'stepSize',
          `The step is longer than the experiment, which lasts ${duration}.`,
          `at most ${duration}`,
        );
    }
  },
};
