import { status, statusNames } from '../../../host/fmi-api.ts';
import { clockVariables } from '../../behaviour/event-support.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const partition: Rule = {
  id: 'ticking/partition',
  title: 'Every input clock can be activated',
  class: 'violation',
  fmi3: '5.2',
  interfaces: ['scheduledExecution'],
  explanation:
    'In scheduled execution each input clock represents a part of the model, which activateModelPartition computes.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'activation is refused',
      fmi: 3,
      kind: 'scheduledExecution',
      corrupt: (calls) => replaceCalls(calls, () => ({ activateModelPartition: () => 3 })),
    },
  ],
  inapplicableReason: (target) =>
    clockVariables(target).some((c) => c.causality === 'input')
      ? undefined
      : 'the FMU does not have input clocks in scheduled execution',
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach('clockActivation');
    for (const clock of clockVariables(target).filter((c) => c.causality === 'input')) {
      const answer = probe.query('activateModelPartition', `${clock.name}, ${probe.time}`, (c) =>
        c.activateModelPartition(clock.valueReference, probe.time),
      );
      if (answer > status.warning)
        report(probe, {
          message: `"${clock.name}" cannot be activated.`,
          value: statusNames[answer],
          expected: 'ok',
        });
    }
  },
};
