import { archiveOf } from '../../fmu-sdk/archive/read.ts';
import { UserError } from '../../fmu-sdk/error.ts';
import { UnitGone } from '../../fmu-sdk/host/calls.ts';
import { openComponent } from '../../fmu-sdk/host/component.ts';
import { drive, reasonOf } from '../../fmu-sdk/host/drive.ts';
import type { Instance } from '../../fmu-sdk/host/instance.ts';
import { openNative } from '../../fmu-sdk/host/native/open.ts';
import { compileCore, instantiateWasm } from '../../fmu-sdk/host/wasm.ts';
import { type Activity, cell, nobody } from '../coupling/activity.ts';
import type { CheckedSystem, SystemUnit } from '../system/system.ts';

/** Instances of a system's units, whatever they are made of, in their order. When one fails, the others are closed. */
export async function openInstances(system: CheckedSystem, activity: Activity): Promise<Instance[]> {
  const modules = new Map<Uint8Array, WebAssembly.Module>();
  const instances: Instance[] = [];
  try {
    for (const [k, unit] of system.units.entries()) {
      const called = (): void => {
        activity.cells[cell.unit] = k;
      };
      instances.push(await openInstance(system, unit, modules, called));
      activity.cells[cell.unit] = nobody;
    }
  } catch (error) {
    closeAll(instances, activity);
    throw error;
  }
  return instances;
}

/** Closes every instance, also when closing one of them fails: its unit is gone, which is what was wanted. */
export function closeAll(instances: readonly Instance[], activity: Activity): void {
  for (const [k, instance] of instances.entries())
    try {
      activity.cells[cell.unit] = k;
      instance.close();
    } catch (error) {
      if (!(error instanceof UnitGone)) throw error;
    }
}

/** `called` is told before the unit's own code runs for the first time: what comes before is the work of this program. */
async function openInstance(
  system: CheckedSystem,
  { name, binary, description }: SystemUnit,
  modules: Map<Uint8Array, WebAssembly.Module>,
  called: () => void,
): Promise<Instance> {
  if (binary.form === 'core') {
    const module = modules.get(binary.core) ?? compileCore(binary.core, name);
    modules.set(binary.core, module);
    called();
    return instantiateWasm(module, description, name);
  }
  const calls =
    binary.form === 'component'
      ? openComponent(binary.component, binary.kind, name)
      : await openNative(archiveOf(binary.archive), description, binary.kind, {
          isolated: !binary.trusted,
          // Before the watching thread gives up the whole run.
          limits: { callSeconds: 0.8 * system.stepSeconds, wallSeconds: 0.8 * system.wallSeconds },
        });
  try {
    called();
    const { solver, tolerance } = binary;
    return drive(calls, description, name, { stopTime: system.stopTime, solver, tolerance });
  } catch (error) {
    calls.close();
    throw error instanceof UserError ? error : new UserError(`instantiate ${name}: ${reasonOf(error)}.`);
  }
}
