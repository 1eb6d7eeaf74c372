import { refusedStepRule, refusesStep } from '../../behaviour/trajectory/step-sizes.ts';
import type { BehaviourRule, Rule } from '../../rule.ts';

interface Row extends Omit<BehaviourRule, 'needs' | 'check' | 'faults' | 'interfaces'> {
  what: string;
  /** A wrong step, when a step of h from t would be right [s]. */
  operands(t: number, h: number): { time: number; step: number };
  withStopTime?: boolean;
}

const rows: readonly Row[] = [
  {
    id: 'step/beyond-stop',
    title: 'A step beyond the stop time is refused',
    severity: 'violation',
    fmi2: '2.1.6 and 4.2.2',
    fmi3: '2.3.2 and 4.2.1',
    explanation:
      'With stopTimeDefined the FMU has prepared for a run up to stopTime, for example with tables. It must answer error to a step beyond it.',
    what: 'beyond the stop time',
    operands: (t, h) => ({ time: t, step: 10 * h }),
    withStopTime: true,
  },
  {
    id: 'step/elsewhere',
    title: 'A step that does not start at the last communication point is refused',
    severity: 'robustness',
    fmi2: '4.2.2',
    fmi3: '4.2.1',
    explanation:
      'currentCommunicationPoint must be the end of the last step. With this argument importer and FMU can detect that their times differ.',
    what: 'from a time other than the FMU’s',
    operands: (t, h) => ({ time: t + 3 * h, step: h }),
  },
  {
    id: 'step/nan',
    title: 'A step with the size NaN is refused',
    severity: 'robustness',
    fmi2: '4.2.2',
    fmi3: '4.2.1',
    explanation: 'A NaN by a mistake of the importer must not enter the FMU’s time.',
    what: 'of size NaN',
    operands: (t) => ({ time: t, step: Number.NaN }),
  },
  {
    id: 'step/negative',
    title: 'A step back in time is refused',
    severity: 'robustness',
    fmi2: '4.2.2',
    fmi3: '4.2.1',
    explanation: 'communicationStepSize must be greater than 0. Only setFMUState sets an FMU back.',
    what: 'back in time',
    operands: (t, h) => ({ time: t, step: -h }),
  },
  {
    id: 'step/zero',
    title: 'A step of size 0 is refused',
    severity: 'robustness',
    fmi2: '4.2.2',
    fmi3: '4.2.1',
    explanation: 'communicationStepSize must be greater than 0.',
    what: 'of size 0',
    operands: (t) => ({ time: t, step: 0 }),
  },
];

/** Steps that an FMU must not make. */
export const stepRefused: readonly Rule[] = rows.map(({ what, operands, withStopTime, ...about }) => ({
  ...about,
  needs: 'behaviour',
  ...refusedStepRule,
  ...refusesStep(what, operands, withStopTime),
}));
