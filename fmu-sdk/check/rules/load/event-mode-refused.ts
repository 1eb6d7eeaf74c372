import { plant } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const eventModeRefused: Rule = {
  id: 'load/event-mode-refused',
  title: 'Event mode is refused by a unit that has none',
  class: 'violation',
  fmi3: '2.3.1',
  interfaces: ['coSimulation'],
  explanation:
    'eventModeUsed may only be true where the description says hasEventMode="true"; otherwise the unit must raise an error.',
  needs: 'behaviour',
  plants: [
    plant('eventModeUsed is ignored', (base) => ({
      instantiate: (options) => base.instantiate({ ...options, eventModeUsed: false }),
    })),
  ],
  without: ({ description }) =>
    description.coSimulation?.hasEventMode ? 'the unit has an event mode' : undefined,
  async check({ open, report }) {
    const probe = await open();
    if (probe.instantiate({ eventModeUsed: true }))
      report(probe, {
        message: 'The unit is instantiated with eventModeUsed = true, though it says hasEventMode="false".',
        expected: 'NULL',
      });
  },
};
