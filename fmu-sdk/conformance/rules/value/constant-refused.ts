import { plant } from '../../dynamic/plant.ts';
import { refusesSetting } from '../../dynamic/refusal.ts';
import type { Conduct } from '../../dynamic/rule.ts';

export const constantRefused: Conduct = {
  id: 'value/constant-refused',
  title: 'A constant cannot be set',
  severity: 'warning',
  fmi2: '2.2.7, variability',
  fmi3: '2.4.7.4, variability',
  explanation:
    'The value of a constant never changes; setting it is a mistake of the importer that the unit should tell.',
  plants: [
    plant('setting is answered with ok', (base) => ({
      set: (v) => (v.valueReferences[0] === 8 ? 0 : base.set(v)),
    })),
  ],
  ...refusesSetting('constant', (v) => v.variability === 'constant', 'instantiated'),
};
