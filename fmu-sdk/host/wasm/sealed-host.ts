import { UserError } from '../../util/user-error.ts';
import type { Binary, Host } from '../choice/host.ts';
import { coreModuleOf } from '../component/own/extract-core.ts';
import { openSealed } from './open-sealed.ts';
import { isSealedCore } from './wasm-instance.ts';

/** The core module of a fmukit FMU. */
export interface SealedBinary extends Binary {
  readonly form: 'core';
  readonly core: Uint8Array;
}

/** Runs fmukit FMUs directly by their core module. Also works in browsers. */
export const sealed: Host<SealedBinary> = {
  name: 'core',
  find: async ({ archive, description }, { kind, byCalls, events }) => {
    const path = `binaries/wasm32-wasip2/${description[kind]?.modelIdentifier}.wasm`;
    if (kind !== 'coSimulation' || byCalls === true || !archive.has(path)) return undefined;
    // Events inside the steps that it makes itself are not visible.
    if (events === true && description.coSimulation?.hasEventMode === true) return undefined;
    const core = sealedCore(await archive.bytes(path));
    return core === undefined ? undefined : { form: 'core', core };
  },
  open: async ({ core }, { name, description, called, shared, record }) => {
    if (record !== undefined)
      throw new UserError(
        `record ${name}: a fmukit FMU is stepped without FMI functions, so its calls cannot be recorded. Load it with byCalls, as its component.`,
      );
    return openSealed(core, description, name, shared, called);
  },
};

function sealedCore(component: Uint8Array): Uint8Array | undefined {
  try {
    const core = coreModuleOf(component);
    return isSealedCore(core) ? core : undefined;
  } catch {
    // Its defects, if any, are reported when it is treated as a third-party component.
    return undefined;
  }
}
