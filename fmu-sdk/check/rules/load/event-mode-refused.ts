import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const eventModeRefused: Rule = {
  id: 'load/event-mode-refused',
  title: 'An FMU without Event Mode refuses eventModeUsed',
  class: 'violation',
  fmi3: '2.3.1',
  interfaces: ['coSimulation'],
  explanation:
    'eventModeUsed may be true only if the description declares hasEventMode="true". Otherwise the FMU must raise an error.',
  needs: 'behaviour',
  faults: [
    injectFault('eventModeUsed is ignored', (base) => ({
      instantiate: (options) => base.instantiate({ ...options, eventModeUsed: false }),
    })),
  ],
  inapplicableReason: ({ description }) =>
    description.coSimulation?.hasEventMode ? 'the FMU supports Event Mode' : undefined,
  async check({ open, report }) {
    const probe = await open();
    if (probe.instantiate({ eventModeUsed: true }))
      report(probe, {
        message:
          'The FMU is instantiated with eventModeUsed = true, although it declares hasEventMode="false".',
        expected: 'NULL',
      });
  },
};
