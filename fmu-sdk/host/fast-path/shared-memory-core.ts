import type { ModelDescription } from '../../description/description.ts';
import { type RelocatedModule, relocateModule } from '../../wasm/relocate/relocate-module.ts';
import type { DataSegment } from '../../wasm/relocate/relocate-parts.ts';
import type { Instance } from '../instance/instance.ts';
import { type CoreFunctions, coreFunctions } from '../wasm/core-interface.ts';
import { constructorStopped, instanceOf } from '../wasm/wasm-instance.ts';
import { registerRegion, type SharedMemory } from './shared-memory.ts';

/**
 * Largest code size reachable from a step of an instance in a region [bytes]. Each memory access is
 * checked there, which separate memories do not need. An instance with long computations would lose
 * more than an external call costs.
 */
const lightStep = 6144;

/**
 * A core module whose instances share one memory. Its functions take the address of an instance's
 * record as an additional argument.
 */
export interface SharedMemoryCore {
  relocated: RelocatedModule;
  regions: SharedMemory;
  functions: Record<string, (...operands: number[]) => number>;
}

/**
 * Converts a core module that was compiled before to run in regions. Returns undefined if each
 * instance needs a separate memory.
 *
 * @param most limit of the code bytes that a step may reach
 */
export function sharedMemoryCore(
  core: Uint8Array,
  regions: SharedMemory,
  most: number = lightStep,
): SharedMemoryCore | undefined {
  const relocated = relocateModule(core, coreFunctions, most);
  if (relocated === undefined) return undefined;
  try {
    const module = new WebAssembly.Module(relocated.module as BufferSource);
    const { exports } = new WebAssembly.Instance(module, { shared: { memory: regions.memory } });
    return { relocated, regions, functions: exports as SharedMemoryCore['functions'] };
  } catch (error) {
    // Reasons for failure: a page without shared memory, missing address space, or more code than
    // the compiler accepts.
    if (
      error instanceof TypeError ||
      error instanceof RangeError ||
      error instanceof WebAssembly.CompileError
    )
      return undefined;
    throw error;
  }
}

/** Creates an instance in a region. Returns undefined if the memory is full. */
export function instantiateInSharedMemory(
  { relocated, regions, functions }: SharedMemoryCore,
  description: ModelDescription,
  name: string,
): Instance | undefined {
  const { record: length, globals, size, data } = relocated;
  const room = roomFor(regions, size, length);
  if (room === undefined) return undefined;
  const { at, record } = room;
  new DataView(regions.buffer).setUint32(record, at, true);
  place(globals, new Uint8Array(regions.buffer, record, length));
  place(data, new Uint8Array(regions.buffer, at, size));
  try {
    functions.start?.(record);
  } catch (error) {
    throw constructorStopped(name, error);
  }
  const {
    step,
    begin,
    micro,
    initialize,
    reset,
    partial,
    internalStep,
    table,
    derivatives,
    stateSize,
    failure,
    exitInitialization,
  } = functions;
  const core: CoreFunctions = {
    step: (t, H) => step(t, H, record),
    begin: (t, H) => begin(t, H, record),
    micro: (i) => {
      micro(i, record);
    },
    initialize: (t) => {
      initialize(t, record);
    },
    reset: () => {
      reset(record);
    },
    partial: (unknown, i, known, k) => partial(unknown, i, known, k, record),
    internalStep: () => internalStep(record),
    table: () => table(record),
    derivatives: () => derivatives(record),
    stateSize: () => stateSize(record),
    failure: () => failure(record),
    exitInitialization: () => {
      exitInitialization?.(record);
    },
  };
  const ground = { buffer: regions.buffer, at, size };
  return registerRegion(instanceOf(core, ground, description, name), { regions, record, run: functions.run });
}

function place(values: readonly DataSegment[], into: Uint8Array): void {
  for (const { at, bytes } of values) into.set(bytes, at);
}

function roomFor(
  regions: SharedMemory,
  size: number,
  record: number,
): { at: number; record: number } | undefined {
  try {
    return { at: regions.take(size), record: regions.takeSmall(record) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
