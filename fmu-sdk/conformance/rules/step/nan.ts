import type { Conduct } from '../../dynamic/rule.ts';
import { refusesStep, stepping } from '../../dynamic/steps.ts';

export const nan: Conduct = {
  id: 'step/nan',
  title: 'A step whose size is no number is refused',
  severity: 'warning',
  fmi2: '4.2.2',
  fmi3: '4.2.1',
  explanation: 'A NaN from a mistake of the importer must not become part of the unit’s time.',
  ...stepping,
  ...refusesStep('of size NaN', (t) => ({ time: t, step: Number.NaN })),
};
