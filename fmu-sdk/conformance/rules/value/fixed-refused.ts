import { plant } from '../../dynamic/plant.ts';
import { refusesSetting } from '../../dynamic/refusal.ts';
import type { Conduct } from '../../dynamic/rule.ts';

export const fixedRefused: Conduct = {
  id: 'value/fixed-refused',
  title: 'A fixed parameter cannot be set after the initialization',
  severity: 'warning',
  fmi2: '2.2.7, variability',
  fmi3: '2.4.7.4, variability',
  explanation:
    'A fixed parameter keeps its value once the initialization is over. A unit that takes a new value silently computes with a mixture of both.',
  plants: [
    plant('setting is answered with ok', (base) => ({
      set: (v) => (v.valueReferences[0] === 6 ? 0 : base.set(v)),
    })),
  ],
  ...refusesSetting(
    'fixed parameter',
    (v) => v.causality === 'parameter' && v.variability === 'fixed',
    'running',
  ),
};
