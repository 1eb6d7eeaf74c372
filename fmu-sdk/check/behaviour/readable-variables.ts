import type { Variable } from '../../description/description.ts';
import type { Target } from './check-target.ts';
import type { Phase } from './fmi-phases.ts';
import type { Probe } from './fmu-probe.ts';
import { readable } from './variable-selection.ts';

/**
 * Where all variables may be read and still have the values that the initialization has given them: FMI 3.0.2, 2.3.3; of FMI
 * 2.0 behind Initialization Mode, in which outputs and initial unknowns alone may be (2.0.5, 3.2.3 and 4.2.4, condition 2).
 */
export function seenFirst({ fmi, kind }: Target): Phase {
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

/** From Initialization Mode on to where all variables may be read. */
export function goWhereSeen(probe: Probe): void {
  const { target } = probe;
  if (seenFirst(target) !== 'initialization') probe.leaveInitialization(seenFirst(target));
}
