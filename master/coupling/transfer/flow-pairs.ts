import type { ModelDescription, Variable } from '../../../fmu-sdk/description/description.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Connection } from '../../system/system.ts';

/** Place of a number in the memory of a unit. */
export interface Place {
  readonly view: ArrayLike<number | bigint>;
  readonly at: number;
}

/** Integrals of a flow at the two ends of a connection, as far as they are known. */
export interface FlowEnds {
  /** True if both units declare that they integrate the flow. */
  readonly isDeclared: boolean;
  /** The declared integral in the source, or outputs that may be it. */
  readonly sources: readonly Place[];
  /** Outputs that may be the integral in the target. */
  readonly targets: readonly Place[];
}

/** Limit of outputs of a unit that are observed. */
const mostOutputs = 16;

/**
 * Returns what the model descriptions say of the integrals of a connected flow. The source declares
 * it by an output that is the `derivative` of another variable. The target declares it by a state
 * whose derivative depends on the input alone.
 */
export function flowEnds(
  { from, to }: Connection,
  instances: readonly Instance[],
  element: number,
): FlowEnds {
  const [source, target] = [instances[from.unit], instances[to.unit]];
  const state = source.description.variables.find(
    ({ type, valueReference }) => type === 'Float64' && valueReference === from.variable.derivative,
  );
  if (state !== undefined && integratesAlone(target.description, to.variable))
    return { isDeclared: true, sources: [placeOf(source, state, element)], targets: [] };
  return {
    isDeclared: false,
    sources: outputsOf(source, from.variable),
    targets: outputsOf(target),
  };
}

/** Reports whether the derivative of a state depends on nothing but this input. */
function integratesAlone(description: ModelDescription, input: Variable): boolean {
  const index = description.variables.indexOf(input);
  return (description.continuousStateDerivatives ?? []).some(
    ({ dependencies }) => dependencies?.length === 1 && dependencies[0] === index,
  );
}

function outputsOf(instance: Instance, except?: Variable): Place[] {
  return instance.description.variables
    .filter(
      (variable) =>
        variable !== except &&
        variable.causality === 'output' &&
        variable.type === 'Float64' &&
        variable.variability === 'continuous' &&
        (variable.dimensions ?? []).length === 0,
    )
    .slice(0, mostOutputs)
    .map((variable) => placeOf(instance, variable, 0));
}

function placeOf(instance: Instance, variable: Variable, element: number): Place {
  const { view, offset } = instance.view(variable);
  return { view, at: offset + element };
}
