import type { ModelDescription } from '../../description/description.ts';
import type { Instance } from '../instance.ts';
import { Regions } from './shared-memory.ts';
import { instantiateRegional, type RegionalCore, regionalCore } from './shared-memory-core.ts';
import { compileCore, instantiateWasm } from './wasm-instance.ts';

/** What instances of one core module share. */
interface Compiled {
  module: WebAssembly.Module;
  regional: RegionalCore | undefined;
}

/** What instances of this module will share: it is checked and compiled where it was not before, and nothing of it runs. */
export function compileSealed(core: Uint8Array, name: string, shared: Map<unknown, unknown>): Compiled {
  let compiled = shared.get(core) as Compiled | undefined;
  if (compiled === undefined) {
    const module = compileCore(core, name);
    const regions = shared.get(Regions) as Regions | undefined;
    compiled = { module, regional: regions && regionalCore(core, regions) };
    shared.set(core, compiled);
  }
  return compiled;
}

/**
 * One instance of a sealed unit. `shared` is what instances opened together share: where it has `Regions`, light units have
 * their memories there, side by side.
 *
 * @param called is told before code of the unit runs for the first time
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
  const inRegion = regional && instantiateRegional(regional, description, name);
  return inRegion ?? instantiateWasm(module, description, name);
}
