import type { ModelDescription } from '../../description/description.ts';
import { UserError } from '../../util/user-error.ts';
import type { Binary, Host } from '../choice/host.ts';
import { SharedMemory } from '../fast-path/shared-memory.ts';
import {
  instantiateInSharedMemory,
  type SharedMemoryCore,
  sharedMemoryCore,
} from '../fast-path/shared-memory-core.ts';
import type { Instance } from '../instance/instance.ts';
import { compileBounded, isFmukitCore } from './core-interface.ts';
import { coreModuleOf } from './extract-core.ts';
import { instantiateWasm } from './wasm-instance.ts';

/** The core module of a fmukit FMU. */
export interface CoreBinary extends Binary {
  readonly form: 'core';
  readonly core: Uint8Array;
}

/** Runs fmukit FMUs directly on their core module. Also works in browsers. */
export const coreHost: Host<CoreBinary> = {
  name: 'core',
  find: async ({ archive, description }, { kind, byCalls, events }) => {
    const path = `binaries/wasm32-wasip2/${description[kind]?.modelIdentifier}.wasm`;
    if (kind !== 'coSimulation' || byCalls === true || !archive.has(path)) return undefined;
    // Events inside the steps that it makes itself are not visible.
    if (events === true && description.coSimulation?.hasEventMode === true) return undefined;
    const core = fmukitCore(await archive.bytes(path));
    return core === undefined ? undefined : { form: 'core', core };
  },
  open: async ({ core }, { name, description, called, shared, record }) => {
    if (record !== undefined)
      throw new UserError(
        `record ${name}: a fmukit FMU is stepped without FMI functions, so its calls cannot be recorded. Load it with byCalls, as its component.`,
      );
    return openCore(core, description, name, shared, called);
  },
};

function fmukitCore(component: Uint8Array): Uint8Array | undefined {
  try {
    const core = coreModuleOf(component);
    return isFmukitCore(core) ? core : undefined;
  } catch {
    // Its defects, if any, are reported when it is treated as a third-party component.
    return undefined;
  }
}

/** Data shared by the instances of one core module. */
interface Compiled {
  module: WebAssembly.Module;
  regional: SharedMemoryCore | undefined;
}

/**
 * Checks and compiles a module unless that was done before. Instances share the result. Does not
 * run its code.
 */
export function compileOnce(core: Uint8Array, name: string, shared: Map<unknown, unknown>): Compiled {
  let compiled = shared.get(core) as Compiled | undefined;
  if (compiled === undefined) {
    const { module, bounded } = compileBounded(core, name);
    const regions = shared.get(SharedMemory) as SharedMemory | undefined;
    compiled = { module, regional: regions && sharedMemoryCore(bounded, regions) };
    shared.set(core, compiled);
  }
  return compiled;
}

/**
 * Opens an instance of a fmukit FMU. `shared` is the data of instances opened together. If it
 * contains `SharedMemory`, the memories of light instances are placed there side by side.
 *
 * @param called runs before the FMU's code runs for the first time
 */
export function openCore(
  core: Uint8Array,
  description: ModelDescription,
  name: string,
  shared: Map<unknown, unknown>,
  called: () => void = () => {},
): Instance {
  const { module, regional } = compileOnce(core, name, shared);
  called();
  const inRegion = regional && instantiateInSharedMemory(regional, description, name);
  return inRegion ?? instantiateWasm(module, description, name);
}
