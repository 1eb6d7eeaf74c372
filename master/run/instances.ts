import { UserError } from '../../fmu-sdk/error.ts';
import type { Instance } from '../../fmu-sdk/host/instance.ts';
import type { SealedBinary } from '../../fmu-sdk/host/sealed.ts';
import { compileCore, instantiateWasm } from '../../fmu-sdk/host/wasm.ts';
import { type Activity, cell } from '../coupling/activity.ts';
import type { CheckedSystem } from '../system/system.ts';

/** Instances of a system's sealed units, in their order. Uses no `node:` module. */
export function instantiateSealed(system: CheckedSystem, activity: Activity): Instance[] {
  const modules = new Map<Uint8Array, WebAssembly.Module>();
  return system.units.map(({ name, binary, description }, k) => {
    activity.cells[cell.unit] = k;
    if (binary.form !== 'core')
      throw new UserError(
        `instantiate ${name}: it has no sealed module of this toolkit, and nothing else runs here.`,
      );
    const { core } = binary as SealedBinary;
    const module = modules.get(core) ?? compileCore(core, name);
    modules.set(core, module);
    return instantiateWasm(module, description, name);
  });
}
