import { withoutUndefined } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { SystemOptions } from './load-system.ts';
import type { SingleFmuOptions } from './single-options.ts';
import type { CheckedSystem } from './system.ts';

type LoadOptions = SystemOptions & SingleFmuOptions;
type Reload = (change: LoadOptions) => Promise<CheckedSystem>;

const loadings = new WeakMap<CheckedSystem, Reload>();

/** Remembers how a system was loaded, so that it can be loaded again with other options. */
export function rememberLoading(
  system: CheckedSystem,
  options: LoadOptions,
  load: (options: LoadOptions) => Promise<CheckedSystem>,
): CheckedSystem {
  loadings.set(system, (change) => {
    const values = { ...options.values, ...options.startValues, ...change.values, ...change.startValues };
    const named = Object.keys(values).length > 0 ? { values } : {};
    const { values: _, startValues: _1, ...others } = { ...options, ...withoutUndefined(change) };
    return load({ ...others, ...named });
  });
  return system;
}

/** Loads a system again from its file or object, with the options of before and with `change`. */
export function reloadSystem(system: CheckedSystem, change: LoadOptions): Promise<CheckedSystem> {
  const reload = loadings.get(system);
  if (reload === undefined)
    throw new UserError(
      `run ${system.name}: expected the result of loadSystem or resolveSystem to change it, got a copy or a system of another thread. Pass ${Object.keys(withoutUndefined(change)).join(' and ')} to loadSystem.`,
    );
  return reload(change);
}
