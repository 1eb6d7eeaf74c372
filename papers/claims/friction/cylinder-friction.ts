import { type Claim, holds, type Paper } from '../../paper-claim.ts';
import { frictionFigures } from '../linkage/linkage-figures.ts';
import { structureTilts } from '../linkage/linkage-frames.ts';
import { frictionCycle } from './friction-cycle.ts';
import { jumpAtZero, lag, laws, moved, preSlip } from './friction-runs.ts';

const titles = ['Bengisu–Akay', 'Brown–McPhee', 'LuGre', 'modified LuGre'];
const visit = (values: readonly string[]): string =>
  values.map((value, i) => `${titles[i]} ${value}`).join(', ');

const continuous: Claim = {
  name: 'continuous-at-rest',
  where: 'Sect. 6.2',
  statement: 'The friction forces of all four approaches are continuous at zero relative piston velocity',
  published: 'Fig. 9',
  async check(lab) {
    const jumps = await Promise.all(laws.map(async (law) => jumpAtZero(await moved(lab, law))));
    const classical = jumpAtZero(await moved(lab, 'coulombStribeck'));
    return holds(
      `largest change in 1 ms at −44 mm/s²: ${visit(jumps.map((j) => `${j.toFixed(1)} N`))}; the classical law ${classical.toFixed(0)} N`,
      jumps.map((jump) => jump < 0.05 * classical),
    );
  },
};

const dynamicPreSlip: Claim = {
  name: 'pre-slip',
  where: 'Sect. 6.2',
  statement: 'LuGre and modified LuGre show pre-slip displacement, Bengisu–Akay and Brown–McPhee do not',
  published: 'Fig. 9b',
  async check(lab) {
    const all = await Promise.all(laws.map(async (law) => preSlip(await moved(lab, law))));
    const stiffness = all.slice(2).map((p) => `${(p.stiffness / 1e6).toFixed(2)} N/µm`);
    return holds(
      `force after 10 µm over that after 5 µm, at 40 µm/s: ${visit(all.map((p) => p.growth.toFixed(2)))}; σ₀ = 5.77 N/µm, ` +
        `secants ${stiffness.join(' and ')}`,
      all.map(({ growth }, i) => (i < 2 ? growth === 1 : growth > 1.9)),
    );
  },
};

const dynamicLag: Claim = {
  name: 'frictional-lag',
  where: 'Sect. 6.2',
  statement:
    'LuGre and modified LuGre show frictional lag: the force is higher in acceleration than in deceleration',
  published: 'Fig. 9b',
  async check(lab) {
    const lags = await Promise.all(laws.map(async (law) => lag(await moved(lab, law))));
    return holds(
      `force at 11 mm/s while it rises less while it falls by 36 mm/s²: ${visit(lags.map((l) => `${Math.abs(l) < 1e-6 ? 0 : l.toFixed(2)} N`))}`,
      lags.map((l, i) => (i < 2 ? Math.abs(l) < 1e-6 : l > 0)),
    );
  },
};

/** Jaiswal et al. 2021b. Its tables of parameters were not available. */
export const cylinderFriction: Paper = {
  key: 'jaiswal2021b',
  citation:
    'Jaiswal, Sopanen & Mikkola: Efficiency comparison of various friction models of a hydraulic cylinder in the framework of multibody system dynamics (Nonlinear Dynamics 104, 2021)',
  claims: [structureTilts, continuous, dynamicPreSlip, dynamicLag, ...frictionCycle],
  figures: frictionFigures,
};
