import type { ModelDescription } from '../../description/description.ts';
import { type Relocated, relocate } from '../../wasm/relocate/relocate-module.ts';
import type { Placed } from '../../wasm/relocate/relocate-parts.ts';
import type { Instance } from '../instance.ts';
import { type CoreFunctions, coreFunctions } from './core-interface.ts';
import { placed, type Regions } from './shared-memory.ts';
import { constructorStopped, instanceOf } from './wasm-instance.ts';

/**
 * Most bytes of code that a step of a unit in a region may reach. Each access to its memory is checked there, where a memory of
 * its own needs none; a unit that computes much would lose more by it than a call from outside costs.
 */
const lightStep = 6144;

/** A core module in a memory that its instances share; the functions have the address of an instance's record as one more argument. */
export interface RegionalCore {
  relocated: Relocated;
  regions: Regions;
  functions: Record<string, (...operands: number[]) => number>;
}

/** A core module, compiled before as it is, to be run in regions; undefined where each instance has to have its own memory. */
export function regionalCore(core: Uint8Array, regions: Regions): RegionalCore | undefined {
  const relocated = relocate(core, coreFunctions, lightStep);
  if (relocated === undefined) return undefined;
  try {
    const module = new WebAssembly.Module(relocated.module as BufferSource);
    const { exports } = new WebAssembly.Instance(module, { shared: { memory: regions.memory } });
    return { relocated, regions, functions: exports as RegionalCore['functions'] };
  } catch (error) {
    // A page without shared memory; no address space; more code than a compiler takes.
    if (
      error instanceof TypeError ||
      error instanceof RangeError ||
      error instanceof WebAssembly.CompileError
    )
      return undefined;
    throw error;
  }
}

/** One instance in a region of its own; undefined where there is no more room. */
export function instantiateRegional(
  { relocated, regions, functions }: RegionalCore,
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
  };
  const ground = { buffer: regions.buffer, at, size };
  return placed(instanceOf(core, ground, description, name), { regions, record, run: functions.run });
}

function place(values: readonly Placed[], into: Uint8Array): void {
  for (const { at, bytes } of values) into.set(bytes, at);
}

function roomFor(regions: Regions, size: number, record: number): { at: number; record: number } | undefined {
  try {
    return { at: regions.take(size), record: regions.takeSmall(record) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
