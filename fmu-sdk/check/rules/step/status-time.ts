import { status } from '../../../host/fmi-api.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const statusTime: Rule = {
  id: 'step/status-time',
  title: 'The last successful time is within the run',
  class: 'robustness',
  fmi2: '4.2.3',
  interfaces: ['coSimulation'],
  explanation:
    'fmi2GetRealStatus with fmi2LastSuccessfulTime returns the end of the last completed step, which importers need after discard. The table of calls also allows it after ok, without defining the result. It must then be between the start of the run and the end of the step.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'it is −1',
      fmi: 2,
      kind: 'coSimulation',
      corrupt: (calls) => replaceCalls(calls, () => ({ getStepStatus: () => ({ status: 0, value: -1 }) })),
    },
  ],
  async check({ open, report, reportAmount }) {
    const probe = await open();
    probe.reach('step');
    for (let n = 0; n < 3; n++) probe.advance();
    const got = probe.query('getStepStatus', 'fmi2LastSuccessfulTime', (c) =>
      c.getStepStatus('lastSuccessfulTime'),
    );
    if (got.status > status.warning) {
      reportAmount('the FMU provides it only after discard');
      return;
    }
    const [value, { startTime }] = [Number(got.value), probe.experiment];
    if (!(value >= startTime - probe.stepSize / 2 && value <= probe.time + probe.stepSize / 2))
      report(probe, {
        message: 'After a step with the status ok, fmi2LastSuccessfulTime is outside the run.',
        value: `${value} s`,
        expected: `from ${startTime} s to ${probe.time} s`,
      });
  },
};
