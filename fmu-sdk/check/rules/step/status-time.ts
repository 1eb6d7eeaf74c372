import { status } from '../../../host/fmi-api.ts';
import { replacing } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const statusTime: Rule = {
  id: 'step/status-time',
  title: 'The last successful time is a time that the unit has come by',
  class: 'robustness',
  fmi2: '4.2.3',
  interfaces: ['coSimulation'],
  explanation:
    'fmi2GetRealStatus with fmi2LastSuccessfulTime tells the end of the last step that was completed, by which an importer finds its way after discard. The table of calls allows it after ok as well, without a word on what it is then: a time from the begin of the run to the end of the step at least.',
  needs: 'behaviour',
  plants: [
    {
      says: 'it is −1',
      fmi: 2,
      kind: 'coSimulation',
      corrupt: (calls) => replacing(calls, () => ({ getStepStatus: () => ({ status: 0, value: -1 }) })),
    },
  ],
  async check({ open, report, tell }) {
    const probe = await open();
    probe.reach('step');
    for (let n = 0; n < 3; n++) probe.advance();
    const got = probe.ask('getStepStatus', 'fmi2LastSuccessfulTime', (c) =>
      c.getStepStatus('lastSuccessfulTime'),
    );
    if (got.status > status.warning) {
      tell('the unit tells it after discard alone');
      return;
    }
    const [value, { startTime }] = [Number(got.value), probe.experiment];
    if (!(value >= startTime - probe.stepSize / 2 && value <= probe.time + probe.stepSize / 2))
      report(probe, {
        message: 'After a step that was answered with ok, fmi2LastSuccessfulTime is no time of the run.',
        value: `${value} s`,
        expected: `from ${startTime} s to ${probe.time} s`,
      });
  },
};
