import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { elements, numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const experimentDefault: readonly Rule[] = ruleFamily({ needs: 'description', severity: 'advice' }, [
  {
    id: 'experiment/duration',
    title: 'The default experiment has a duration',
    fmi2: '2.2.5',
    fmi3: '2.4.6',
    explanation:
      'startTime and stopTime should be meaningful for the model. An experiment that stops at its start shows nothing.',
    pass: fmi3({ definitions: '<DefaultExperiment startTime="1" stopTime="2"/>' }),
    fail: fmi3({ definitions: '<DefaultExperiment startTime="0" stopTime="0"/>' }),
    *check(model) {
      for (const experiment of elements(model.root, 'DefaultExperiment'))
        if (numberOf(experiment, 'stopTime') === (numberOf(experiment, 'startTime') ?? 0))
          yield defect(experiment, 'stopTime', 'The experiment stops at its start time.', 'a later time');
    },
  },
  {
    id: 'experiment/step-in-interval',
    title: 'The step size of the default experiment fits into its duration',
    fmi2: '2.2.5',
    fmi3: '2.4.6',
    explanation: 'A step longer than the whole experiment ends after its stop time.',
    pass: fmi3({ definitions: '<DefaultExperiment startTime="0" stopTime="1" stepSize="0.1"/>' }),
    fail: fmi3({ definitions: '<DefaultExperiment startTime="0" stopTime="1" stepSize="2"/>' }),
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
  },
  {
    id: 'experiment/step-multiple',
    title: 'The default step size is a whole multiple of the fixed internal step size',
    fmi3: '4.4',
    explanation:
      'The communication step should be an integer multiple of fixedInternalStepSize. The preferred step should be one too.',
    pass: fmi3({
      interfaces: '<CoSimulation modelIdentifier="unit" fixedInternalStepSize="0.1"/>',
      definitions: '<DefaultExperiment stepSize="0.3"/>',
    }),
    fail: fmi3({
      interfaces: '<CoSimulation modelIdentifier="unit" fixedInternalStepSize="0.1"/>',
      definitions: '<DefaultExperiment stepSize="0.25"/>',
    }),
    *check(model) {
      for (const experiment of elements(model.root, 'DefaultExperiment'))
        for (const element of model.interfaces) {
          const [step, internalStep] = [
            numberOf(experiment, 'stepSize'),
            numberOf(element, 'fixedInternalStepSize'),
          ];
          if (step === undefined || internalStep === undefined || !(internalStep > 0) || !(step > 0))
            continue;
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
  },
  {
    id: 'experiment/step-size',
    title: 'The step size of the default experiment is positive',
    severity: 'violation',
    fmi2: '2.2.5',
    fmi3: '2.4.6',
    explanation: 'stepSize is the preferred communication step of co-simulation.',
    pass: fmi3({ definitions: '<DefaultExperiment stepSize="1e-3"/>' }),
    fail: fmi3({ definitions: '<DefaultExperiment stepSize="-1e-3"/>' }),
    *check(model) {
      for (const experiment of elements(model.root, 'DefaultExperiment'))
        if ((numberOf(experiment, 'stepSize') ?? 1) <= 0)
          yield defect(experiment, 'stepSize', 'The step size is not positive.', 'a number above 0');
    },
  },
  {
    id: 'experiment/stop-after-start',
    title: 'The default experiment does not stop before it starts',
    severity: 'violation',
    fmi2: '2.2.5',
    fmi3: '2.4.6',
    explanation:
      'An importer uses startTime (0 if missing) and stopTime for the first run. A simulation cannot go back to a stop time before the start.',
    pass: fmi3({ definitions: '<DefaultExperiment startTime="1" stopTime="2"/>' }),
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
  },
  {
    id: 'experiment/tolerance',
    title: 'The tolerance of the default experiment is positive',
    severity: 'violation',
    fmi2: '2.2.5',
    fmi3: '2.4.6',
    explanation: 'tolerance is a relative tolerance of the integration and must be above 0.',
    pass: fmi3({ definitions: '<DefaultExperiment tolerance="1e-6"/>' }),
    fail: fmi3({ definitions: '<DefaultExperiment tolerance="0"/>' }),
    *check(model) {
      for (const experiment of elements(model.root, 'DefaultExperiment'))
        if ((numberOf(experiment, 'tolerance') ?? 1) <= 0)
          yield defect(experiment, 'tolerance', 'The tolerance is not positive.', 'a number above 0');
    },
  },
]);
