import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { elements, numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const experimentStopAfterStart: Rule = {
  id: 'experiment/stop-after-start',
  title: 'The default experiment does not stop before it starts',
  class: 'violation',
  fmi2: '2.2.5',
  fmi3: '2.4.6',
  explanation:
    'An importer uses startTime (0 if missing) and stopTime for the first run. A simulation cannot go back to a stop time before the start.',
  needs: 'description',
  pass: [fmi3({ definitions: '<DefaultExperiment startTime="1" stopTime="2"/>' })],
  fail: [
    fmi3({ definitions: '<DefaultExperiment startTime="2" stopTime="1"/>' }),
    fmi2({ definitions: '<DefaultExperiment stopTime="-1"/>' }),
  ],
  *check(model) {
    for (const experiment of elements(model.root, 'DefaultExperiment')) {
      const [start, stop] = [numberOf(experiment, 'startTime') ?? 0, numberOf(experiment, 'stopTime')];
      if (stop !== undefined && stop < start)
        yield defect(
          experiment,
          'stopTime',
          `The experiment stops at ${stop} and starts at ${start}.`,
          `a time after ${start}`,
        );
    }
  },
};
