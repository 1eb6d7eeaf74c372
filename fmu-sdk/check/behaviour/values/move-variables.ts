import type { Variable } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import type { Phase } from '../calls/fmi-phases.ts';
import type { Probe, Value } from '../fmu-probe.ts';
import { isClocked, isNumber, otherValues, settable, startOf } from './variable-selection.ts';

/** Limit of variables of each kind to move. FMUs may have a million. */
const most = 100;

/**
 * Goes to the state with parameters, inputs and states that differ from the description, if the FMU
 * accepts them.
 */
export function reachPerturbed(probe: Probe, phase: Phase): void {
  const { target } = probe;
  probe.reach('instantiated');
  moveFromStart(
    probe,
    settable(target).filter((v) => v.causality === 'parameter' && v.type === 'Float64'),
  );
  probe.initialize(probe.experiment);
  const inputs = settable(target).filter((v) => v.causality === 'input' && v.variability === 'continuous');
  moveVariables(probe, inputs);
  if (phase === 'initialization') {
    moveVariables(probe, target.description.variables.filter(isState(probe)));
    return;
  }
  probe.leaveInitialization(phase);
  moveVariables(probe, inputs);
  if (target.kind === 'modelExchange' && probe.stateCount > 0) perturbStates(probe);
}

/** Sets the variables to other values within their bounds. */
export function moveVariables(probe: Probe, variables: readonly Variable[]): void {
  for (const variable of variables.slice(0, most)) {
    const values = presentOf(probe, variable);
    const others = values === undefined ? undefined : otherValues(probe.target, variable, values);
    if (others !== undefined) probe.write(variable, others);
  }
}

/**
 * Sets variables of an instance without an initialization to other values than their start values.
 * FMI 2.0 does not allow getters there, and some FMUs end after a refused one.
 */
export function moveFromStart(probe: Probe, variables: readonly Variable[]): void {
  for (const variable of variables.slice(0, most)) {
    const begin = startOf(variable);
    const others = begin === undefined ? undefined : otherValues(probe.target, variable, begin);
    if (others !== undefined) probe.write(variable, others);
  }
}

/**
 * Sets one discrete parameter or input to another value, which may select another mode of the
 * model. `index` counts both. Returns false if the FMU has fewer or refuses the value. `causality`
 * names the kind that can be set now.
 */
export function selectMode(probe: Probe, index: number, causality: 'parameter' | 'input'): boolean {
  const all = modeVariables(probe);
  const variable = all[index];
  if (variable === undefined) return false;
  if (variable.causality !== causality) return true;
  const values = causality === 'parameter' ? startOf(variable) : presentOf(probe, variable);
  const others = values === undefined ? undefined : otherValues(probe.target, variable, values);
  return others !== undefined && probe.write(variable, others) <= status.warning;
}

function presentOf(probe: Probe, variable: Variable): Value[] | undefined {
  const { status: answer, values } = probe.read(variable);
  return answer > status.warning ? undefined : values;
}

/** Returns the number of modes that `selectMode` can select, but at most `limit`. */
export function modeCount(probe: Probe, limit: number): number {
  return Math.min(limit, modeVariables(probe).length);
}

/** Parameters and inputs that are not real numbers, Booleans and enumerations first. */
function modeVariables({ target }: Probe): Variable[] {
  const all = settable(target).filter((v) => isNumber(v) && !v.type.startsWith('Float'));
  const isChoice = (v: Variable): boolean => v.type === 'Boolean' || v.type === 'Enumeration';
  return [...all.filter(isChoice), ...all.filter((v) => !isChoice(v))];
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
