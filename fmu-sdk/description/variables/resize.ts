import type { ModelDescription, Variable } from '../description.ts';

/**
 * Returns the description after structural parameters have changed. Arrays have their new
 * dimensions. A change of any dimension makes the start value void (FMI 3.0.2, 2.4.7.2).
 */
export function resizeVariables(
  description: ModelDescription,
  /** Values of structural parameters by value reference. */
  sizes: ReadonlyMap<number, number>,
): ModelDescription {
  if (sizes.size === 0) return description;
  return { ...description, variables: description.variables.map((variable) => resized(variable, sizes)) };
}

function resized(variable: Variable, sizes: ReadonlyMap<number, number>): Variable {
  const { dimensionReferences, start, initial } = variable;
  if (dimensionReferences === undefined) return variable;
  const dimensions = variable.dimensions.map((size, k) => sizes.get(dimensionReferences[k] ?? -1) ?? size);
  if (dimensions.every((size, k) => size === variable.dimensions[k])) return variable;
  // A start value without `initial` can be set. This must remain known without the start value.
  const kept = initial ?? (isComputed(variable) && start !== undefined ? 'exact' : undefined);
  return { ...variable, dimensions, initial: kept, start: undefined, resized: true };
}

const isComputed = ({ causality }: Variable): boolean => causality === 'output' || causality === 'local';
