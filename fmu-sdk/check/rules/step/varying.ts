import { CallRefused } from '../../behaviour/fmu-probe.ts';
import { stepsOf, withVariableSteps } from '../../behaviour/step-sizes.ts';
import { sentence } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

export const varying: Rule = {
  id: 'step/varying',
  title: 'An FMU with variable step sizes accepts different step sizes',
  class: 'violation',
  fmi2: '4.3.1',
  fmi3: '4.4.1',
  interfaces: ['coSimulation'],
  explanation:
    'With canHandleVariableCommunicationStepSize="true" the steps need neither be equal nor have a common divisor.',
  needs: 'behaviour',
  faults: [
    stepsOf(
      'steps other than multiples of 10 ms are refused',
      (h) => Math.abs(h / 0.01 - Math.round(h / 0.01)) > 1e-9,
    ),
  ],
  inapplicableReason: withVariableSteps,
  async check({ open, report }) {
    const probe = await open();
    probe.reach('step');
    try {
      for (const factor of [1, 0.37, 2.1, 0.05, 1.48]) probe.advance(factor * probe.stepSize);
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      report(probe, {
        message: `Steps of different sizes fail: ${sentence(error.message)}`,
        expected: 'ok',
        ...error.lowerSeverity,
      });
    }
  },
};
