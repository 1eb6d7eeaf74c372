import { plant } from '../../dynamic/plant.ts';
import type { Conduct } from '../../dynamic/rule.ts';

export const eventModeRefused: Conduct = {
  id: 'load/event-mode-refused',
  title: 'Event mode is refused by a unit that has none',
  severity: 'warning',
  fmi3: '2.3.1',
  explanation:
    'eventModeUsed may only be true where the description says hasEventMode="true"; otherwise the unit must raise an error.',
  plants: [
    plant('eventModeUsed is ignored', (base) => ({
      instantiate: (options) => base.instantiate({ ...options, eventModeUsed: false }),
    })),
  ],
  without: ({ kind, description }) =>
    kind !== 'coSimulation'
      ? 'only co-simulation has the option'
      : description.coSimulation?.hasEventMode
        ? 'the unit has an event mode'
        : undefined,
  async check({ open, report }) {
    const probe = await open();
    if (probe.instantiate({ eventModeUsed: true }))
      report(probe, {
        message: 'it is instantiated with eventModeUsed = true, though it says hasEventMode="false"',
        expected: 'NULL',
      });
  },
};
