import { withoutUndefined } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { FileSettings } from './file-settings.ts';
import type { CheckedSystem } from './system.ts';

type Reload = (change: FileSettings) => Promise<CheckedSystem>;

const loadings = new WeakMap<CheckedSystem, Reload>();

/** Remembers how a system was loaded, so that it can be loaded again with other options. */
export function rememberLoading<Options extends FileSettings>(
  system: CheckedSystem,
  options: Options,
  load: (options: Options) => Promise<CheckedSystem>,
): CheckedSystem {
  loadings.set(system, (change) => {
    const all = { ...options.values, ...options.startValues, ...change.values, ...change.startValues };
    const values = Object.keys(all).length > 0 ? all : undefined;
    return load({ ...options, ...withoutUndefined(change), values, startValues: undefined });
  });
  return system;
}

/** Loads a system again from its file or object, with the options of before and with `change`. */
export function reloadSystem(system: CheckedSystem, change: FileSettings): Promise<CheckedSystem> {
  const reload = loadings.get(system);
  if (reload === undefined)
    throw new UserError(
      `run ${system.name}: expected the result of loadSystem to change it, got a copy or a system of another thread. Pass ${Object.keys(withoutUndefined(change)).join(' and ')} to loadSystem.`,
    );
  return reload(change);
}
