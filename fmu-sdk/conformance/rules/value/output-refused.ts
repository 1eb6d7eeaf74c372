import { plant } from '../../dynamic/plant.ts';
import { refusesSetting } from '../../dynamic/refusal.ts';
import type { Conduct } from '../../dynamic/rule.ts';

export const outputRefused: Conduct = {
  id: 'value/output-refused',
  title: 'An output that is calculated cannot be set while the simulation runs',
  severity: 'warning',
  fmi2: '2.2.7, causality',
  fmi3: '2.4.7.4, causality',
  explanation:
    'The unit computes its outputs. Setting one is a mistake, of a reversed connection for instance, that the unit should tell.',
  plants: [
    plant('setting is answered with ok', (base) => ({
      set: (v) => (v.valueReferences[0] === 2 ? 0 : base.set(v)),
    })),
  ],
  ...refusesSetting(
    'output',
    (v) => v.causality === 'output' && v.initial !== 'exact' && v.initial !== 'approx',
    'running',
  ),
};
