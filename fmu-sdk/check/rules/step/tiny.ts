import { status, statusNames } from '../../../host/fmi-api.ts';
import { stepsOf, withVariableSteps } from '../../behaviour/step-sizes.ts';
import type { Rule } from '../../rule.ts';

export const tiny: Rule = {
  id: 'step/tiny',
  title: 'An FMU with variable step sizes accepts a very small step',
  class: 'robustness',
  fmi2: '4.3.1',
  fmi3: '4.4.1',
  interfaces: ['coSimulation'],
  explanation:
    'With canHandleVariableCommunicationStepSize="true" an importer may shorten steps, for example at events.',
  needs: 'behaviour',
  faults: [stepsOf('steps of less than 1 ms are refused', (h) => h < 1e-3)],
  inapplicableReason: withVariableSteps,
  async check({ open, report }) {
    const probe = await open();
    probe.reach('step');
    const h = probe.stepSize * 1e-6;
    const answer = probe.do('doStep', {
      time: probe.time,
      step: h,
      noSetStatePrior: 1,
      returnTime: Number.POSITIVE_INFINITY,
    });
    if (answer > status.warning)
      report(probe, { message: `A step of ${h} s is refused.`, value: statusNames[answer], expected: 'ok' });
  },
};
