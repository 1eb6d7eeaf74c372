import { elementCount, type Variable } from '../../../description/description.ts';
import { resizeVariables } from '../../../description/variables/resize.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import type { Phase } from '../calls/fmi-phases.ts';
import type { Target } from '../check-target.ts';
import type { Probe } from '../fmu-probe.ts';
import { settable, startOf } from '../values/variable-selection.ts';

/** Largest total size of the FMU's arrays. */
const mostElements = 500;

/** Returns true if a structural parameter has a larger value than its start value. */
export function hasLargerSizes(target: Target): boolean {
  return target.fmi === 3 && resizable(target).length > 0;
}

function resizable({ description: { variables } }: Target): Variable[] {
  return variables.filter(
    (v) =>
      v.causality === 'structuralParameter' &&
      elementCount(v) === 1 &&
      v.max !== undefined &&
      Number(v.max) > Number(startOf(v)?.[0] ?? v.max),
  );
}

/**
 * Goes to a mode with the largest value of each structural parameter, and with different values of
 * the elements of arrays. Returns undefined if the FMU refuses it.
 */
export function reachEnlarged(probe: Probe, phase: Phase): Probe | undefined {
  const { target } = probe;
  const parameters = resizable(target);
  const sizes = new Map(parameters.map((v) => [v.valueReference, Number(v.max)]));
  const description = resizeVariables(target.description, sizes);
  if (description.variables.reduce((n, v) => n + elementCount(v), 0) > mostElements) return undefined;
  const larger = probe.beside({ ...target, description });
  const reached = probe.attempt(() => {
    probe.reach('configuration');
    for (const v of parameters)
      probe.expect(probe.write(v, [v.type.endsWith('64') ? BigInt(v.max!) : Number(v.max)]), 'set');
    probe.requireCall('exitConfigurationMode');
    for (const v of settable(larger.target))
      if (v.dimensions.length > 0 && v.type === 'Float64') fill(larger, v);
    larger.events = probe.events;
    larger.initialize(larger.experiment);
    if (phase === 'initialization') return;
    larger.leaveInitialization(phase);
    if (phase === 'continuousTime' && larger.stateCount > 0) spreadStates(larger);
  });
  return reached ? larger : undefined;
}

function fill(probe: Probe, variable: Variable): void {
  const values = Array.from({ length: elementCount(variable) }, (_, i) => 0.5 + i / 8);
  if (probe.write(variable, values) > status.warning) probe.refuse('set', variable.name);
}

/** Gives each state a value of its own: equal ones hide that two are mixed up. */
function spreadStates(probe: Probe): void {
  probe.requireCall('getContinuousStates');
  const x = probe.vectorFor('getContinuousStates');
  for (let i = 0; i < x.length; i++) x[i] += 0.0625 * (i + 1) * (Math.abs(x[i]) || 1);
  probe.requireCall('setContinuousStates');
}
