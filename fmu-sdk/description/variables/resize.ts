import { elementCount, type ModelDescription, type Variable } from '../description.ts';

/**
 * Returns the description after structural parameters have changed: arrays have their new
 * dimensions, and lose their start values if their number of elements has changed.
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
  const { dimensionReferences } = variable;
  if (dimensionReferences === undefined) return variable;
  const dimensions = variable.dimensions.map((size, k) => sizes.get(dimensionReferences[k] ?? -1) ?? size);
  const changed = { ...variable, dimensions };
  if (elementCount(changed) !== elementCount(variable)) changed.start = undefined;
  return changed;
}
