import type { Paper } from '../../paper-claim.ts';
import { linkageEfficiency } from './linkage-efficiency.ts';
import { linkageFigures } from './linkage-figures.ts';
import { linkageMotion } from './linkage-motion.ts';

/** Jaiswal et al. 2021a. Its table of hydraulic parameters was not available. */
export const semirecursive: Paper = {
  key: 'jaiswal2021a',
  citation:
    'Jaiswal, Rahikainen, Khadim, Sopanen & Mikkola: Comparing double-step and penalty-based semirecursive formulations for hydraulically actuated multibody systems in a monolithic approach (Multibody System Dynamics 52, 2021)',
  claims: [...linkageMotion, ...linkageEfficiency],
  figures: linkageFigures,
};
