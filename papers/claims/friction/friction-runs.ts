import { column, type Outcome } from '../../claim-outcome.ts';
import type { Lab } from '../../paper-runs.ts';

/** The laws of the friction paper, in its order, and the classical one. */
export const laws = ['bengisuAkay', 'brownMcPhee', 'lugre', 'modifiedLugre'] as const;
export type Law = (typeof laws)[number] | 'coulombStribeck';

/** Moves the friction unit alone as `systems/cylinder-friction.csv` prescribes. */
export function moved(lab: Lab, law: Law): Promise<Outcome> {
  return lab.run('cylinder-friction', (system) => {
    system.units.friction.parameters = { law };
  });
}

/** Friction force at time t [s]. */
function forceAt(outcome: Outcome, t: number): number {
  return column(outcome, 'friction.F_mu')[indexOf(outcome, t)];
}

/**
 * Returns the force after 10 µm over the force after 5 µm, and over the displacement [N/m], at
 * constant velocity.
 */
export function preSlip(outcome: Outcome): { growth: number; stiffness: number } {
  const [half, whole] = [0.125, 0.249];
  return {
    growth: forceAt(outcome, whole) / forceAt(outcome, half),
    stiffness: forceAt(outcome, whole) / (whole * 4e-5),
  };
}

/** Force at 11 mm/s while the velocity rises less the force while it falls [N]. */
export function lag(outcome: Outcome): number {
  return forceAt(outcome, 3.25) - forceAt(outcome, 3.75);
}

/** Largest change of the force in a step while the velocity passes through zero [N]. */
export function jumpAtZero(outcome: Outcome): number {
  const F = column(outcome, 'friction.F_mu');
  let most = 0;
  for (let i = indexOf(outcome, 4); i < indexOf(outcome, 4.5); i++)
    most = Math.max(most, Math.abs(F[i + 1] - F[i]));
  return most;
}

function indexOf(outcome: Outcome, t: number): number {
  return column(outcome, 'time').findIndex((time) => time > t - 1e-9);
}
