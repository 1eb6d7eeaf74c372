import { FmuGoneError } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { withState } from '../../behaviour/state-support.ts';
import type { Rule } from '../../rule.ts';

/** A handle that stands for no state: the FMU gets NULL. */
const none = 4_000_000;

export const noState: Rule = {
  id: 'memory/no-state',
  title: 'An FMU survives setting a NULL state',
  class: 'robustness',
  fmi2: '2.1.8',
  fmi3: '2.2.7.4',
  explanation:
    'After freeFMUState the importer has a NULL pointer. The standard does not define the answer when it is set. An FMU that does not check the pointer ends the importer.',
  needs: 'behaviour',
  faults: [
    injectFault('the FMU dereferences the state without a check', () => ({
      setState: () => {
        throw new FmuGoneError('the FMU crashed in setState', []);
      },
    })),
  ],
  inapplicableReason: withState,
  async check({ open }) {
    const probe = await open();
    probe.reach('initialization');
    probe.query('setState', 'NULL', (c) => c.setState(none));
  },
};
