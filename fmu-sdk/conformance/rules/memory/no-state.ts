import { status, statusNames } from '../../../host/calls.ts';
import { withState } from '../../dynamic/memory.ts';
import { plant } from '../../dynamic/plant.ts';
import type { Rule } from '../../rule.ts';

/** A handle that stands for no state: the unit gets NULL. */
const none = 4_000_000;

export const noState: Rule = {
  id: 'memory/no-state',
  title: 'Setting a state that is none is refused',
  class: 'robustness',
  fmi2: '2.1.8',
  fmi3: '2.2.7.4',
  explanation:
    'After freeFMUState the importer has a NULL pointer. A unit that gets it back answers error; one that does not look ends the importer.',
  needs: 'behaviour',
  plants: [plant('it answers ok', () => ({ setState: () => 0 }))],
  without: withState,
  async check({ open, report }) {
    const probe = await open();
    probe.reach('initialization');
    const answer = probe.ask('setState', 'NULL', (c) => c.setState(none));
    if (answer <= status.warning)
      report(probe, {
        message: 'Setting a state that is NULL succeeds.',
        value: statusNames[answer],
        expected: 'error',
      });
  },
};
