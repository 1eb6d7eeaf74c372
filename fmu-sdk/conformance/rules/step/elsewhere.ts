import type { Conduct } from '../../dynamic/rule.ts';
import { refusesStep, stepping } from '../../dynamic/steps.ts';

export const elsewhere: Conduct = {
  id: 'step/elsewhere',
  title: 'A step from another time than the last communication point is refused',
  severity: 'warning',
  fmi2: '4.2.2',
  fmi3: '4.2.1',
  explanation:
    'currentCommunicationPoint must be where the last step has ended. The operand is there so that importer and unit can notice when they have lost each other.',
  ...stepping,
  ...refusesStep('from a time where the unit is not', (t, h) => ({ time: t + 3 * h, step: h })),
};
