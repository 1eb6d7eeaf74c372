import type { CheckedSystem, SystemFile } from './system.ts';

/** Name of the coupling scheme that integrates units of model exchange as one system. */
export const integrating = 'continuous';

/** Names of the units that a system integrates together: they run by model exchange where it does not say by what. */
export function integratedNames(
  { algorithm, units }: SystemFile,
  scheme: string = algorithm.scheme,
): Set<string> {
  if (scheme === integrating) return new Set(Object.keys(units));
  const groups = (algorithm.groups ?? []).filter((group) => group.scheme === integrating);
  return new Set(groups.flatMap((group) => group.units));
}

/** Groups of units that are integrated together, by index, and by which integrator. */
export function integratedGroups({
  scheme,
  units,
  groups = [],
  options,
}: CheckedSystem): { units: readonly number[]; solver?: string }[] {
  const all = scheme === integrating ? [{ units: [...units.keys()], scheme, options }] : groups;
  return all
    .filter((group) => group.scheme === integrating)
    .map((group) => ({
      units: group.units,
      ...(group.options?.solver === undefined ? {} : { solver: String(group.options.solver) }),
    }));
}
