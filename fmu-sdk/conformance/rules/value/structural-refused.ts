import { plant } from '../../dynamic/plant.ts';
import { refusesSetting } from '../../dynamic/refusal.ts';
import type { Conduct } from '../../dynamic/rule.ts';

export const structuralRefused: Conduct = {
  id: 'value/structural-refused',
  title: 'Structural parameters are set in Configuration Mode alone',
  severity: 'warning',
  fmi3: '2.3.5',
  explanation:
    'A structural parameter changes the sizes of arrays, for which the unit needs the brackets of Configuration Mode.',
  plants: [
    plant('setting is answered with ok', (base) => ({
      set: (v) => (v.valueReferences[0] === 13 ? 0 : base.set(v)),
    })),
  ],
  ...refusesSetting('structural parameter', (v) => v.causality === 'structuralParameter', 'instantiated'),
};
