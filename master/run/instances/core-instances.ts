import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { type CoreBinary, openCore } from '../../../fmu-sdk/host/wasm/core-host.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Activity, cell } from '../../coupling/activity.ts';
import { sharedMemory } from '../../coupling/fast-path/choose-fast-path.ts';
import type { CheckedSystem } from '../../system/system.ts';

/**
 * Instantiates the fmukit FMUs of a system in their order, in adjacent memories unless `shared` is
 * empty. Does not use `node:` modules.
 */
export function instantiateCores(
  system: CheckedSystem,
  activity: Activity,
  shared: Map<unknown, unknown> = sharedMemory(),
): Instance[] {
  return system.units.map(({ name, binary, description }, k) => {
    activity.cells[cell.unit] = k;
    if (binary.form !== 'core')
      throw new UserError(`instantiate ${name}: expected a fmukit FMU. Other FMUs cannot run here.`);
    const { core } = binary as CoreBinary;
    return openCore(core, description, name, shared);
  });
}
