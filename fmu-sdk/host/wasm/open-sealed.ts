import type { ModelDescription } from '../../description/description.ts';
import { SharedMemory } from '../fast-path/shared-memory.ts';
import {
  instantiateInSharedMemory,
  type SharedMemoryCore,
  sharedMemoryCore,
} from '../fast-path/shared-memory-core.ts';
import type { Instance } from '../instance/instance.ts';
import { compileCore, instantiateWasm } from './wasm-instance.ts';

/** Data shared by the instances of one core module. */
interface Compiled {
  module: WebAssembly.Module;
  regional: SharedMemoryCore | undefined;
}

/**
 * Checks and compiles a module unless that was done before. Instances share the result. Does not
 * run its code.
 */
export function compileSealed(core: Uint8Array, name: string, shared: Map<unknown, unknown>): Compiled {
  let compiled = shared.get(core) as Compiled | undefined;
  if (compiled === undefined) {
    const module = compileCore(core, name);
    const regions = shared.get(SharedMemory) as SharedMemory | undefined;
    compiled = { module, regional: regions && sharedMemoryCore(core, regions) };
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
export function openSealed(
  core: Uint8Array,
  description: ModelDescription,
  name: string,
  shared: Map<unknown, unknown>,
  called: () => void = () => {},
): Instance {
  const { module, regional } = compileSealed(core, name, shared);
  called();
  const inRegion = regional && instantiateInSharedMemory(regional, description, name);
  return inRegion ?? instantiateWasm(module, description, name);
}
