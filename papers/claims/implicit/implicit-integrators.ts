import { writeFigures } from '../../linear/write-linear.ts';
import type { Paper } from '../../paper-claim.ts';
import { flexibleMechanisms } from './flexible-mechanisms.ts';
import { linearAnalysis } from './linear-analysis.ts';
import { squeezer } from './squeezer-motion.ts';

/** Zhang et al. 2022. Its tables were lost, its figures are curves without numbers. */
export const implicitIntegrators: Paper = {
  key: 'zhang2022',
  citation:
    'Zhang, Zhang, Zanoni & Masarati: Performance of implicit A-stable time integration methods for multibody system dynamics (Multibody System Dynamics 54, 2022)',
  claims: [...linearAnalysis, ...squeezer, ...flexibleMechanisms],
  figures: writeFigures,
};
