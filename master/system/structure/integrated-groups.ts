import type { CheckedSystem, SystemFile } from '../system.ts';

/** Name of the coupling scheme that integrates model-exchange units as one system. */
export const integrating = 'continuous';

/**
 * Returns the names of the units that are integrated together. They run as model exchange unless
 * the system names another interface.
 */
export function integratedNames(
  { algorithm, units }: SystemFile,
  scheme: string = algorithm.scheme,
): Set<string> {
  if (scheme === integrating) return new Set(Object.keys(units));
  const groups = (algorithm.groups ?? []).filter((group) => group.scheme === integrating);
  return new Set(groups.flatMap((group) => group.units));
}

/** Units that are integrated together, by index, and the name of their integrator. */
export interface IntegratedGroup {
  readonly units: readonly number[];
  readonly solver?: string;
}

/** Returns groups of units that are integrated together. */
export function integratedGroups({ scheme, units, groups = [], options }: CheckedSystem): IntegratedGroup[] {
  const all = scheme === integrating ? [{ units: [...units.keys()], scheme, options }] : groups;
  return all
    .filter((group) => group.scheme === integrating)
    .map((group) => ({
      units: group.units,
      ...(group.options?.solver === undefined ? {} : { solver: String(group.options.solver) }),
    }));
}
