import type { Conduct } from '../../dynamic/rule.ts';
import { refusesStep, stepping } from '../../dynamic/steps.ts';

export const zero: Conduct = {
  id: 'step/zero',
  title: 'A step of size 0 is refused',
  severity: 'warning',
  fmi2: '4.2.2',
  fmi3: '4.2.1',
  explanation: 'communicationStepSize must be greater than 0.',
  ...stepping,
  ...refusesStep('of size 0', (t) => ({ time: t, step: 0 })),
};
