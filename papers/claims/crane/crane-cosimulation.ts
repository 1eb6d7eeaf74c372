import type { Paper } from '../../paper-claim.ts';
import { craneDouble } from './crane-double.ts';
import { craneFigures } from './crane-figures.ts';
import { craneSingle } from './crane-single.ts';

/**
 * Rahikainen et al. 2020: all its results are figures. The joystick signal and the tables are not
 * published.
 */
export const craneCosimulation: Paper = {
  key: 'rahikainen2020',
  citation:
    'Rahikainen, González, Naya, Sopanen & Mikkola: On the cosimulation of multibody systems and hydraulic dynamics (Multibody System Dynamics 50, 2020)',
  claims: [...craneSingle, ...craneDouble],
  figures: craneFigures,
};
