import type { ModelDescription, Unknown } from '../description.ts';

/**
 * Returns the description of the FMU for FMI 2.0, which does not have Clocks: the FMU ticks them
 * itself.
 */
export function withoutClocks(d: ModelDescription): ModelDescription {
  const place: number[] = [];
  const variables = d.variables.filter((v, i) => {
    place[i] = v.type === 'Clock' ? -1 : i - place.filter((p) => p === -1).length;
    return v.type !== 'Clock';
  });
  const unknowns = (list: readonly Unknown[]): Unknown[] =>
    list
      .filter(({ variable }) => place[variable] >= 0)
      .map((u) => ({
        ...u,
        variable: place[u.variable],
        dependencies: u.dependencies?.map((i) => place[i]).filter((i) => i >= 0),
      }));
  return {
    ...d,
    variables,
    outputs: unknowns(d.outputs),
    continuousStateDerivatives: unknowns(d.continuousStateDerivatives),
    initialUnknowns: unknowns(d.initialUnknowns),
    eventIndicators: unknowns(d.eventIndicators),
    clockedStates: [],
  };
}
