import type { Variable } from '../../../description/description.ts';
import type { Phase } from '../calls/fmi-phases.ts';
import type { Target } from '../check-target.ts';
import type { Probe } from '../fmu-probe.ts';
import { readable } from './variable-selection.ts';

/**
 * Returns the first state in which all variables are readable and still have their initial values:
 * FMI 3.0.2, 2.3.3. In FMI 2.0 this is the state after Initialization Mode, in which only outputs
 * and initial unknowns are readable (2.0.5, 3.2.3 and 4.2.4, condition 2).
 */
export function firstReadablePhase({ fmi, kind }: Target): Phase {
  if (fmi === 3) return 'initialization';
  return kind === 'coSimulation' ? 'step' : 'event';
}

/** Variables that may be read in Initialization Mode. */
export function readableInInitialization(target: Target): Variable[] {
  if (target.fmi === 3) return readable(target);
  const { initialUnknowns } = target.description;
  const listed = new Set(initialUnknowns.map(({ variable }) => target.description.variables[variable]));
  return readable(target).filter((v) => v.causality === 'output' || listed.has(v));
}

/** Goes from Initialization Mode to the state in which all variables are readable. */
export function goToFirstReadablePhase(probe: Probe): void {
  const { target } = probe;
  if (firstReadablePhase(target) !== 'initialization') probe.leaveInitialization(firstReadablePhase(target));
}
