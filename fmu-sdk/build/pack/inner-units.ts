import type { ModelDescription } from '../../description/description.ts';
import { regionOf, registerRegion, SharedMemory } from '../../host/fast-path/shared-memory.ts';
import {
  instantiateInSharedMemory,
  type SharedMemoryCore,
  sharedMemoryCore,
} from '../../host/fast-path/shared-memory-core.ts';
import type { Instance } from '../../host/instance/instance.ts';
import { type CoreFunctions, compileBounded } from '../../host/wasm/core-interface.ts';
import { instanceOf } from '../../host/wasm/wasm-instance.ts';
import { UserError } from '../../util/user-error.ts';
import { type Outline, readOutline } from '../../wasm/module-outline.ts';
import type { CarriedFmu } from './carried/carried-fmu.ts';
import { CarriedLayout } from './carried/carried-layout.ts';

/** FMU of a unit in a pack. */
export interface PackedFmu {
  name: string;
  description: ModelDescription;
  /** Its core module, or the FMU of another tool that the pack carries. */
  code: Uint8Array | CarriedFmu;
}

/** A core module of inner units, or the functions of carried FMUs. */
export interface InnerModule {
  /** Outline of the code that runs. Missing for carried FMUs. */
  outline?: Outline;
  /** Size of the state of an instance [bytes]. Nothing above it is used in a pack. */
  stateBytes: number;
}

/** A unit in the memory of the pack. Its instance shows and sets its values. It does not run. */
export interface InnerUnit {
  module: InnerModule;
  instance: Instance;
  /** Address of its record. */
  record: number;
  /** Place of its state. */
  state: { at: number; bytes: number };
  carried?: CarriedFmu;
}

const alignment = 64;

/**
 * Places units in the memory of a pack, each in the state after its constructor. Units of one FMU
 * share their code.
 *
 * @param memory of the pack, from address 0
 * @param calling is told which unit is called, and then none
 */
export function placeUnits(
  units: readonly PackedFmu[],
  memory: SharedMemory,
  calling: (k?: number) => void = () => {},
): InnerUnit[] {
  const outside = new SharedMemory();
  const modules = new Map<Uint8Array, InnerModule & { outline: Outline; shared: SharedMemoryCore }>();
  const carriedModule: InnerModule = { stateBytes: 0 };
  let carried = 0;
  return units.map(({ name, description, code: core }, k) => {
    if (!(core instanceof Uint8Array))
      return placeCarried({ name, description, fmu: core }, carriedModule, memory, carried++);
    let module = modules.get(core);
    if (module === undefined) {
      const { bounded } = compileBounded(core, name);
      const shared = sharedMemoryCore(bounded, outside, Number.POSITIVE_INFINITY);
      if (shared === undefined) throw notRelocatable(name);
      module = { outline: readOutline(bounded), stateBytes: 0, shared };
      modules.set(core, module);
    }
    const { shared } = module;
    const start = outside.mark();
    calling(k);
    const built = instantiateInSharedMemory(shared, description, name);
    const region = built && regionOf(built);
    if (built === undefined || region === undefined) throw notRelocatable(name);
    const { functions, relocated } = shared;
    const ask = (question: keyof CoreFunctions): number => functions[question](region.record);
    const stateBytes = Math.ceil(ask('stateSize') / alignment) * alignment;
    module.stateBytes = stateBytes;
    const from = new DataView(outside.buffer).getUint32(region.record, true);
    const state = new Uint8Array(outside.buffer, from, stateBytes).slice();
    blank(state, description.instantiationToken);
    const [at, record] = [memory.take(stateBytes), memory.takeSmall(relocated.record)];
    const bytes = new Uint8Array(memory.buffer);
    bytes.set(state, at);
    bytes.set(new Uint8Array(outside.buffer, region.record, relocated.record), record);
    new DataView(memory.buffer).setUint32(record, at, true);
    const answers = Object.fromEntries(
      (['table', 'derivatives', 'stateSize', 'internalStep', 'failure'] as const).map((question) => {
        const answer = ask(question);
        return [question, () => answer];
      }),
    );
    calling();
    const ground = { buffer: memory.buffer, at, size: stateBytes };
    const instance = instanceOf(answers as unknown as CoreFunctions, ground, description, name);
    outside.back(start);
    registerRegion(instance, { regions: memory, record, run: region.run });
    return { module, instance, record, state: { at, bytes: stateBytes } };
  });
}

/**
 * Places a carried FMU with this number: its region, and a record of its address, its number, and the
 * slot of its function that keeps states.
 */
function placeCarried(
  { name, description, fmu }: { name: string; description: ModelDescription; fmu: CarriedFmu },
  module: InnerModule,
  memory: SharedMemory,
  number: number,
): InnerUnit {
  const layout = new CarriedLayout(fmu);
  const { bytes } = layout;
  const [at, record] = [memory.take(bytes), memory.takeSmall(16)];
  layout.write(new DataView(memory.buffer, at, bytes));
  const view = new DataView(memory.buffer);
  view.setUint32(record, at, true);
  view.setUint32(record + 4, number, true);
  const answers = {
    ...{ table: () => layout.table, derivatives: () => layout.slots, stateSize: () => bytes },
    ...{ internalStep: () => 0, failure: () => 0 },
  };
  const ground = { buffer: memory.buffer, at, size: bytes };
  const instance = instanceOf(answers as unknown as CoreFunctions, ground, description, name);
  return { module, instance, record, state: { at, bytes }, carried: fmu };
}

function notRelocatable(name: string): UserError {
  return new UserError(
    `pack ${name}: its core module cannot share a memory. Build the FMU again with this version of fmukit.`,
  );
}

/** Removes the instantiation token of an inner unit, which no call of a pack needs. */
function blank(state: Uint8Array, token: string): void {
  const text = Buffer.from(token, 'utf16le');
  const bytes = Buffer.from(state.buffer, state.byteOffset, state.length);
  if (text.length === 0) return;
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at))
    bytes.fill(0, at, at + text.length);
}
