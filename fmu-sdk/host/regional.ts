import type { ModelDescription } from '../description/description.ts';
import { type Relocated, relocate } from '../wasm/relocate/module.ts';
import { type CoreFunctions, coreFunctions } from './core-face.ts';
import type { Instance } from './instance.ts';
import { placed, type Regions } from './regions.ts';
import { constructorStopped, instanceOf } from './wasm.ts';

/**
 * Most bytes of code that a step of a unit in a region may reach. Each access to its memory is checked there, where a memory of
 * its own needs none; a unit that computes much would lose more by it than a call from outside costs.
 */
const lightStep = 6144;

/** A core module in a memory that its instances share; the functions have the region's address as one more argument. */
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
    if (error instanceof WebAssembly.CompileError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** One instance in a region of its own; undefined where there is no more room. */
export function instantiateRegional(
  { relocated, regions, functions }: RegionalCore,
  description: ModelDescription,
  name: string,
): Instance | undefined {
  const { before, size, initial } = relocated;
  const address = roomFor(regions, before + size);
  if (address === undefined) return undefined;
  const bytes = new Uint8Array(regions.buffer, address, before + size);
  for (const { at, bytes: values } of initial) bytes.set(values, at);
  try {
    functions.start?.(address);
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
    step: (t, H) => step(t, H, address),
    begin: (t, H) => begin(t, H, address),
    micro: (i) => {
      micro(i, address);
    },
    initialize: (t) => {
      initialize(t, address);
    },
    reset: () => {
      reset(address);
    },
    partial: (unknown, i, known, k) => partial(unknown, i, known, k, address),
    internalStep: () => internalStep(address),
    table: () => table(address),
    derivatives: () => derivatives(address),
    stateSize: () => stateSize(address),
    failure: () => failure(address),
  };
  const ground = { buffer: regions.buffer, at: address + before, size };
  return placed(instanceOf(core, ground, description, name), { regions, address, run: functions.run });
}

function roomFor(regions: Regions, bytes: number): number | undefined {
  try {
    return regions.take(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
