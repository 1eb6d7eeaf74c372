import type { Probe } from '../fmu-probe.ts';
import { type Phase, type PhaseCall, settlingCalls } from './fmi-phases.ts';

const onStates: readonly PhaseCall[] = [
  'getContinuousStates',
  'setContinuousStates',
  'getContinuousStateDerivatives',
  'getNominalsOfContinuousStates',
];

/**
 * Returns true if the FMU has the data that the call is about, so that a conforming FMU grants it.
 */
export function isApplicable(
  { target, stateCount, indicatorCount }: Probe,
  phase: Phase,
  call: PhaseCall,
): boolean {
  // Importers need not request an empty vector, and FMI does not define the answer.
  if (onStates.includes(call) && stateCount === 0) return false;
  if (call === 'getEventIndicators' && indicatorCount === 0) return false;
  if (call === 'enterConfigurationMode')
    return target.description.variables.some(
      (v) =>
        v.causality === 'structuralParameter' && (phase === 'instantiated' || v.variability === 'tunable'),
    );
  // Reached with event mode only where that is what is looked at.
  if (call === 'enterEventMode' && target.kind === 'coSimulation') return false;
  // FMI 2.0.5, 3.2.3: the table allows the call in Event Mode. The state chart and 3.2.2 allow it
  // only in Continuous-Time Mode.
  if (call === 'enterEventMode' && phase === 'event') return false;
  return call === 'setTime' || call === 'setContinuousStates' ? phase === 'continuousTime' : true;
}

/** Lists calls in Initialization Mode on which the editions of FMI 2.0 disagree. */
const disputedInInitialization: readonly PhaseCall[] = [
  'getEventIndicators',
  'getContinuousStateDerivatives',
  'getNominalsOfContinuousStates',
];

/** Returns true if the standard leaves open whether the call is allowed in the state. */
export function isUndefinedByStandard({ target }: Probe, phase: Phase, call: PhaseCall): boolean {
  if (target.fmi === 3) return false;
  // FMI 2.0, 3.2.3: the state chart and the table contradict each other up to 2.0.1. The table of
  // 2.0.1 lacks nominal values too.
  if (phase === 'initialization') return disputedInInitialization.includes(call);
  // 2.0.5, 3.2.3, condition 8: of FMUs that are discrete alone it leads from event to event.
  return phase === 'event' && (call === 'setTime' || call === 'enterEventMode');
}

/**
 * Iterates events to their end before the call leaves the state (FMI 2.0.5, 3.2.2; FMI 3.0.2,
 * 2.3.4).
 */
export function settleBefore(probe: Probe, call: PhaseCall): void {
  if (settlingCalls.includes(call)) probe.settleEvents();
}
