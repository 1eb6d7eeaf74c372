import type { Conduct } from '../../dynamic/rule.ts';
import { refusesStep, stepping } from '../../dynamic/steps.ts';

export const beyondStop: Conduct = {
  id: 'step/beyond-stop',
  title: 'A step beyond the stop time is refused',
  severity: 'warning',
  fmi2: '2.1.6 and 4.2.2',
  fmi3: '2.3.2 and 4.2.1',
  explanation:
    'With stopTimeDefined the unit has prepared for a run up to stopTime, tables for instance; it must answer error when it is asked to go beyond.',
  ...stepping,
  ...refusesStep('beyond the stop time', (t, h) => ({ time: t, step: 10 * h }), true),
};
