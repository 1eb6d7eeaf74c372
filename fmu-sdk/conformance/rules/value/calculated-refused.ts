import { plant } from '../../dynamic/plant.ts';
import { refusesSetting } from '../../dynamic/refusal.ts';
import type { Conduct } from '../../dynamic/rule.ts';

export const calculatedRefused: Conduct = {
  id: 'value/calculated-refused',
  title: 'A calculated parameter cannot be set',
  severity: 'warning',
  fmi2: '2.2.7, causality',
  fmi3: '2.4.7.4, causality',
  explanation:
    'A calculatedParameter follows from other parameters; what an importer sets would be overwritten, or contradict them.',
  plants: [
    plant('setting is answered with ok', (base) => ({
      set: (v) => (v.valueReferences[0] === 16 ? 0 : base.set(v)),
    })),
  ],
  ...refusesSetting('calculated parameter', (v) => v.causality === 'calculatedParameter', 'instantiated'),
};
