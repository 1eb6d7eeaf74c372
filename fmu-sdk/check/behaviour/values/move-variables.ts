import type { Variable } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import type { Phase } from '../calls/fmi-phases.ts';
import type { Probe } from '../fmu-probe.ts';
import { isClocked, otherValues, settable } from './variable-selection.ts';

/** Limit of variables of each kind to move. FMUs may have a million. */
const most = 100;

/**
 * Goes to the state with parameters, inputs and states that differ from the description, if the FMU
 * accepts them.
 */
export function reachPerturbed(probe: Probe, phase: Phase): void {
  const { target } = probe;
  probe.reach('instantiated');
  perturb(
    probe,
    settable(target).filter((v) => v.causality === 'parameter' && v.type === 'Float64'),
  );
  probe.initialize(probe.experiment);
  const inputs = settable(target).filter((v) => v.causality === 'input' && v.variability === 'continuous');
  perturb(probe, inputs);
  if (phase === 'initialization') {
    perturb(probe, target.description.variables.filter(isState(probe)));
    return;
  }
  probe.leaveInitialization(phase);
  perturb(probe, inputs);
  if (target.kind === 'modelExchange' && probe.stateCount > 0) perturbStates(probe);
}

function perturb(probe: Probe, variables: readonly Variable[]): void {
  for (const variable of variables.slice(0, most)) {
    const { status: answer, values } = probe.read(variable);
    const others = answer > status.warning ? undefined : otherValues(probe.target, variable, values);
    if (others !== undefined) probe.write(variable, others);
  }
}

/** Returns a predicate for continuous variables with a start value, which include the states. */
function isState({ description }: Probe): (v: Variable) => boolean {
  const derived = new Set(description.variables.map((v) => v.derivative));
  return (v) =>
    v.type === 'Float64' && v.initial === 'exact' && !isClocked(v) && derived.has(v.valueReference);
}

function perturbStates(probe: Probe): void {
  probe.requireCall('getContinuousStates');
  const x = probe.vectorFor('getContinuousStates');
  for (let i = 0; i < x.length; i++) x[i] += 0.125 * (Math.abs(x[i]) || 1);
  probe.requireCall('setContinuousStates');
}
