import type { ModelDescription, Variable } from '../../../description/description.ts';

/**
 * Returns for each ẋᵢ the states it depends on, from the model structure. Returns undefined if not
 * all are scalars.
 */
export function stateStructure(
  { continuousStateDerivatives, variables }: ModelDescription,
  derivatives: readonly Variable[],
  n: number,
): number[][] | undefined {
  if (derivatives.length !== n || derivatives.some(({ dimensions }) => dimensions.length > 0))
    return undefined;
  const columns = new Map(derivatives.map(({ derivative }, j) => [derivative, j]));
  const columnsOf = continuousStateDerivatives.map(({ dependencies }) =>
    dependencies
      ?.filter((known) => variables[known].type === 'Float64')
      .flatMap((known) => columns.get(variables[known].valueReference) ?? []),
  );
  if (columnsOf.includes(undefined)) return undefined;
  return columnsOf.map((list) => [...new Set(list)]);
}
