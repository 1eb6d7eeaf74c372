import { attribute } from '../../util/xml/parse-xml.ts';
import type { Model } from './checked-model.ts';
import type { Variable } from './variables/model-variable.ts';

/** Returns the reference by which an entry of the model structure names its variable. */
export function referenceName(model: Model): string {
  return model.version === '2.0' ? 'index' : 'valueReference';
}

/** Returns true if another variable has this value reference. Another rule reports it. */
export function isShadowed(model: Model, variable: Variable): boolean {
  if (model.version === '2.0') return false;
  return variable.reference === undefined || model.byReference.get(variable.reference)?.[0] !== variable;
}

/** Returns the variables that InitialUnknowns must list (FMI 2.0.5, 2.2.8; FMI 3.0.2, 2.4.8). */
export function initialUnknowns(model: Model): Set<Variable> {
  const isComputed = (variable: Variable): boolean =>
    ['approx', 'calculated'].includes(variable.initial ?? '') && variable.type !== 'Clock';
  const derivatives = model.structure.ContinuousStateDerivative.flatMap(({ variable }) => variable ?? []);
  return new Set([
    ...model.variables.filter((v) => v.causality === 'output' && isComputed(v)),
    ...model.variables.filter((v) => v.causality === 'calculatedParameter'),
    ...[...model.states, ...derivatives].filter(isComputed),
  ]);
}

/** Clocked variables may be listed or not, as the FMU wishes (FMI 3.0). */
export function isFreeUnknown(model: Model, variable: Variable): boolean {
  return model.version === '3.0' && attribute(variable.element, 'clocks') !== undefined;
}

/**
 * Returns true if an unknown may depend on the variable after initialization, as far as the
 * description defines.
 */
export function mayBeKnown(model: Model, variable: Variable): boolean {
  if (model.states.has(variable) || variable.type === 'Clock') return true;
  if (['input', 'independent'].includes(variable.causality)) return true;
  if (['parameter', 'structuralParameter'].includes(variable.causality)) return true;
  return variable.variability === 'discrete';
}
