import { UserError } from '../../util/user-error.ts';
import { coreModuleOf } from '../component/extract-core.ts';
import type { Binary, Host } from '../host.ts';
import { openSealed } from './open-sealed.ts';
import { isSealedCore } from './wasm-instance.ts';

/** The core module of a unit made by this toolkit. */
export interface SealedBinary extends Binary {
  readonly form: 'core';
  readonly core: Uint8Array;
}

/** Runs units made by this toolkit: their core module, directly. Runs in browsers too. */
export const sealed: Host<SealedBinary> = {
  name: 'core',
  find: async ({ archive, description }, { kind, byCalls, events }) => {
    const path = `binaries/wasm32-wasip2/${description[kind]?.modelIdentifier}.wasm`;
    if (kind !== 'coSimulation' || byCalls === true || !archive.has(path)) return undefined;
    // Nobody sees its events inside of the steps that it makes by itself.
    if (events === true && description.coSimulation?.hasEventMode === true) return undefined;
    const core = sealedCore(await archive.bytes(path));
    return core === undefined ? undefined : { form: 'core', core };
  },
  open: async ({ core }, { name, description, called, shared, record }) => {
    if (record !== undefined)
      throw new UserError(
        `record ${name}: no function of FMI steps a sealed unit, so there are no calls of it. Load it with byCalls, as its component.`,
      );
    return openSealed(core, description, name, shared, called);
  },
};

function sealedCore(component: Uint8Array): Uint8Array | undefined {
  try {
    const core = coreModuleOf(component);
    return isSealedCore(core) ? core : undefined;
  } catch {
    // What is wrong with it, if anything, is told when it is taken as any component.
    return undefined;
  }
}
