import { status, statusNames } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { getState, withState } from '../../behaviour/state-support.ts';
import type { Rule } from '../../rule.ts';

export const free: Rule = {
  id: 'memory/free',
  title: 'A saved state can be freed',
  class: 'violation',
  fmi2: '2.1.8',
  fmi3: '2.2.7.4',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation: 'freeFMUState releases the memory of a state. The instance continues.',
  needs: 'behaviour',
  faults: [injectFault('freeing is refused', () => ({ freeState: () => 3 }))],
  inapplicableReason: withState,
  async check({ open, report }) {
    const probe = await open();
    probe.reach('initialization');
    const handle = getState(probe);
    const answer = probe.query('freeState', String(handle), (c) => c.freeState(handle));
    if (answer > status.warning)
      report(probe, { message: 'freeFMUState is refused.', value: statusNames[answer], expected: 'ok' });
    probe.requireCall('exitInitializationMode');
  },
};
