import { type Phase, settles, type Tabled } from './fmi-phases.ts';
import type { Probe } from './fmu-probe.ts';

const onStates: readonly Tabled[] = [
  'getContinuousStates',
  'setContinuousStates',
  'getContinuousStateDerivatives',
  'getNominalsOfContinuousStates',
];

/** Whether a unit has what an allowed call is about, so that a conforming one grants it. */
export function fits({ target, stateCount, indicatorCount }: Probe, phase: Phase, call: Tabled): boolean {
  // A vector of no elements: an importer has no reason to ask, and the text does not say what it would get.
  if (onStates.includes(call) && stateCount === 0) return false;
  if (call === 'getEventIndicators' && indicatorCount === 0) return false;
  if (call === 'enterConfigurationMode')
    return target.description.variables.some(
      (v) =>
        v.causality === 'structuralParameter' && (phase === 'instantiated' || v.variability === 'tunable'),
    );
  // Reached with event mode only where that is what is looked at.
  if (call === 'enterEventMode' && target.kind === 'coSimulation') return false;
  // FMI 2.0.5, 3.2.3: the table has it in Event Mode; the state chart and 3.2.2 have it in Continuous-Time Mode alone.
  if (call === 'enterEventMode' && phase === 'event') return false;
  return call === 'setTime' || call === 'setContinuousStates' ? phase === 'continuousTime' : true;
}

/** Calls in Initialization Mode of which editions of FMI 2.0 say different things. */
const openFirst: readonly Tabled[] = [
  'getEventIndicators',
  'getContinuousStateDerivatives',
  'getNominalsOfContinuousStates',
];

/** Whether it is open if the call is allowed in the state. */
export function isOpen({ target }: Probe, phase: Phase, call: Tabled): boolean {
  if (target.fmi === 3) return false;
  // FMI 2.0, 3.2.3: its state chart and its table contradict each other until 2.0.1, which has no nominal values there either.
  if (phase === 'initialization') return openFirst.includes(call);
  // 2.0.5, 3.2.3, condition 8: of units that are discrete alone it leads from event to event.
  return phase === 'event' && (call === 'setTime' || call === 'enterEventMode');
}

/** Events are iterated to their end before the state is left (FMI 2.0.5, 3.2.2; FMI 3.0.2, 2.3.4). */
export function settleBefore(probe: Probe, call: Tabled): void {
  if (settles.includes(call)) probe.settleEvents();
}
