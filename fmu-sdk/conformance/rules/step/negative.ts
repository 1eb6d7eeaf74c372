import type { Conduct } from '../../dynamic/rule.ts';
import { refusesStep, stepping } from '../../dynamic/steps.ts';

export const negative: Conduct = {
  id: 'step/negative',
  title: 'A step back in time is refused',
  severity: 'warning',
  fmi2: '4.2.2',
  fmi3: '4.2.1',
  explanation: 'communicationStepSize must be greater than 0; a unit goes back only by setFMUState.',
  ...stepping,
  ...refusesStep('back in time', (t, h) => ({ time: t, step: -h })),
};
