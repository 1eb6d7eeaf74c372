import type { Instance } from '../../fmu-sdk/host/instance.ts';
import { openSealed } from '../../fmu-sdk/host/wasm/open-sealed.ts';
import type { SealedBinary } from '../../fmu-sdk/host/wasm/sealed-host.ts';
import { Regions } from '../../fmu-sdk/host/wasm/shared-memory.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { type Activity, cell } from '../coupling/activity.ts';
import type { CheckedSystem } from '../system/system.ts';

/** Instances of a system's sealed units, in their order, in memories that are side by side unless `shared` has none. Uses no `node:` module. */
export function instantiateSealed(
  system: CheckedSystem,
  activity: Activity,
  shared: Map<unknown, unknown> = new Map([[Regions, new Regions()]]),
): Instance[] {
  return system.units.map(({ name, binary, description }, k) => {
    activity.cells[cell.unit] = k;
    if (binary.form !== 'core')
      throw new UserError(
        `instantiate ${name}: it has no sealed module of this toolkit, and nothing else runs here.`,
      );
    const { core } = binary as SealedBinary;
    return openSealed(core, description, name, shared);
  });
}
