import { UnitGone } from '../../../host/fmi-api.ts';
import { plant } from '../../behaviour/fault-injection.ts';
import { withState } from '../../behaviour/state-support.ts';
import type { Rule } from '../../rule.ts';

/** A handle that stands for no state: the unit gets NULL. */
const none = 4_000_000;

export const noState: Rule = {
  id: 'memory/no-state',
  title: 'A unit survives that a state which is none is set',
  class: 'robustness',
  fmi2: '2.1.8',
  fmi3: '2.2.7.4',
  explanation:
    'After freeFMUState the importer has a NULL pointer. What a unit answers that gets it back is not said; one that does not look at it ends the importer.',
  needs: 'behaviour',
  plants: [
    plant('it looks into the state at once', () => ({
      setState: () => {
        throw new UnitGone('the unit crashed in setState', []);
      },
    })),
  ],
  without: withState,
  async check({ open }) {
    const probe = await open();
    probe.reach('initialization');
    probe.ask('setState', 'NULL', (c) => c.setState(none));
  },
};
