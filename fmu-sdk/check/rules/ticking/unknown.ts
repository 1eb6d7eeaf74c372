import { status, statusNames } from '../../../host/fmi-api.ts';
import { clockVariables } from '../../behaviour/event-support.ts';
import { replacing } from '../../behaviour/fault-injection.ts';
import { unknownReference } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const unknown: Rule = {
  id: 'ticking/unknown',
  title: 'Activating what is no clock is refused',
  class: 'robustness',
  fmi3: '5.2',
  interfaces: ['scheduledExecution'],
  explanation: 'A value reference that is no input clock stands for no part of the model.',
  needs: 'behaviour',
  plants: [
    {
      says: 'anything can be activated',
      fmi: 3,
      kind: 'scheduledExecution',
      corrupt: (calls) => replacing(calls, () => ({ activateModelPartition: () => 0 })),
    },
  ],
  without: (target) =>
    clockVariables(target).length > 0 ? undefined : 'the unit has no scheduled execution',
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach('clockActivation');
    const reference = unknownReference(target);
    const answer = probe.ask('activateModelPartition', `${reference}, ${probe.time}`, (c) =>
      c.activateModelPartition(reference, probe.time),
    );
    if (answer <= status.warning)
      report(probe, {
        message: `Value reference ${reference}, which is no clock, can be activated.`,
        value: statusNames[answer],
        expected: 'error',
      });
  },
};
