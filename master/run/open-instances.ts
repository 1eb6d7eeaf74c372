import { UserError } from '../../fmu-sdk/error.ts';
import type { Instance } from '../../fmu-sdk/host/host.ts';
import { compileCore, instantiateWasm } from '../../fmu-sdk/host/wasm.ts';
import { type Activity, cell } from '../coupling/coupling.ts';
import type { CheckedSystem, SystemUnit } from '../system/system.ts';

/** Instances of a system's units, whatever they are made of, in their order. When one fails, the others are closed. */
export async function openInstances(system: CheckedSystem, activity: Activity): Promise<Instance[]> {
  const modules = new Map<Uint8Array, WebAssembly.Module>();
  const instances: Instance[] = [];
  try {
    for (const [k, unit] of system.units.entries()) {
      activity.cells[cell.unit] = k;
      instances.push(await openInstance(unit, modules));
    }
  } catch (error) {
    for (const instance of instances) instance.close();
    throw error;
  }
  return instances;
}

async function openInstance(
  { name, binary, description }: SystemUnit,
  modules: Map<Uint8Array, WebAssembly.Module>,
): Promise<Instance> {
  if (binary.form === 'core') {
    const module = modules.get(binary.core) ?? compileCore(binary.core, name);
    modules.set(binary.core, module);
    return instantiateWasm(module, description, name);
  }
  throw new UserError(`instantiate ${name}: ${binary.form} units cannot be run yet.`);
}
