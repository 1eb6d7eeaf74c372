import { status, statusNames } from '../../../host/fmi-api.ts';
import { clockVariables } from '../../behaviour/event-support.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import { unknownReference } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const unknown: Rule = {
  id: 'ticking/unknown',
  title: 'Activating a variable other than a clock is refused',
  class: 'robustness',
  fmi3: '5.2',
  interfaces: ['scheduledExecution'],
  explanation: 'Only the value reference of an input clock represents a part of the model.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'any variable can be activated',
      fmi: 3,
      kind: 'scheduledExecution',
      corrupt: (calls) => replaceCalls(calls, () => ({ activateModelPartition: () => 0 })),
    },
  ],
  inapplicableReason: (target) =>
    clockVariables(target).length > 0 ? undefined : 'the FMU does not support scheduled execution',
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach('clockActivation');
    const reference = unknownReference(target);
    const answer = probe.query('activateModelPartition', `${reference}, ${probe.time}`, (c) =>
      c.activateModelPartition(reference, probe.time),
    );
    if (answer <= status.warning)
      report(probe, {
        message: `Value reference ${reference}, which is not a clock, can be activated.`,
        value: statusNames[answer],
        expected: 'error',
      });
  },
};
