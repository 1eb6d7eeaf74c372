import { plant } from '../../dynamic/plant.ts';
import { refusesSetting } from '../../dynamic/refusal.ts';
import type { Conduct } from '../../dynamic/rule.ts';

export const independentRefused: Conduct = {
  id: 'value/independent-refused',
  title: 'The independent variable cannot be set as a variable',
  severity: 'warning',
  fmi2: '2.2.7, causality',
  fmi3: '2.4.7.4, causality',
  explanation: 'Time is set by doStep and setTime alone.',
  plants: [
    plant('setting is answered with ok', (base) => ({
      set: (v) => (v.valueReferences[0] === 0 ? 0 : base.set(v)),
    })),
  ],
  ...refusesSetting('independent variable', (v) => v.causality === 'independent', 'running'),
};
