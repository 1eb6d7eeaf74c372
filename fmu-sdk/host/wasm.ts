import {
  elementCount,
  type FmiType,
  type ModelDescription,
  takesPolynomial,
  type Variable,
} from '../description/description.ts';
import { UserError } from '../error.ts';
import { declaredMemory } from '../wasm/memory.ts';
import type { Instance, NumericArray, VariableView } from './instance.ts';

/** Limit on a unit's linear memory [bytes]. */
export const memoryLimit: number = 256 << 20;

/** Imports that a unit may have: the callbacks and handles of FMI-LS-WASM, which the fast host never needs. */
const allowedImports = /^(\[export\])?fmi:fmi3\/(callbacks|intermediate-update-callbacks|co-simulation)@3\./;

/** What a core module made by this toolkit exports. */
interface CoreExports {
  memory: WebAssembly.Memory;
  table(): number;
  derivatives(): number;
  stateSize(): number;
  failure(): number;
  initialize(t: number): void;
  internalStep(): number;
  begin(t: number, H: number): number;
  micro(i: number): void;
  step(t: number, H: number): number;
  partial(unknown: number, i: number, known: number, k: number): number;
  reset(): void;
}

const needed = [
  'memory',
  'table',
  'derivatives',
  'stateSize',
  'failure',
  'initialize',
  'internalStep',
  'begin',
  'micro',
  'step',
  'partial',
  'reset',
];

const arrays: Record<
  Exclude<FmiType, 'String' | 'Binary'>,
  new (
    buffer: ArrayBuffer,
    at: number,
    n: number,
  ) => NumericArray
> = {
  Float32: Float32Array,
  Float64: Float64Array,
  Int8: Int8Array,
  UInt8: Uint8Array,
  Int16: Int16Array,
  UInt16: Uint16Array,
  Int32: Int32Array,
  UInt32: Uint32Array,
  Int64: BigInt64Array,
  UInt64: BigUint64Array,
  Boolean: Uint8Array,
  Clock: Uint8Array,
  Enumeration: Int32Array,
};

/** Whether a core module was made by this toolkit, as its exports tell. */
export function isSealedCore(core: Uint8Array): boolean {
  const module = new WebAssembly.Module(core as BufferSource);
  const exported = new Set(WebAssembly.Module.exports(module).map((e) => e.name));
  return needed.every((item) => exported.has(item));
}

/** Compiles a core module after checking that it asks for nothing but the FMI callbacks and bounded memory. */
export function compileCore(core: Uint8Array, name: string): WebAssembly.Module {
  let module: WebAssembly.Module;
  let memory: ReturnType<typeof declaredMemory>;
  try {
    memory = declaredMemory(core);
    module = new WebAssembly.Module(core as BufferSource);
  } catch (error) {
    throw new UserError(`load ${name}: its wasm is not valid: ${String(error)}. Get the file again.`);
  }
  if (memory.largest > memoryLimit)
    throw new UserError(
      `load ${name}: its memory may grow to ${memory.largest} bytes; the limit is ${memoryLimit} bytes. Use a sealed unit.`,
    );
  for (const { module: from, name: item, kind } of WebAssembly.Module.imports(module))
    if (kind !== 'function' || !allowedImports.test(from))
      throw new UserError(
        `load ${name}: it imports ${from} ${item}; a sealed unit may import the FMI callbacks alone.`,
      );
  const exported = new Set(WebAssembly.Module.exports(module).map((e) => e.name));
  const missing = needed.filter((item) => !exported.has(item));
  if (missing.length > 0)
    throw new UserError(`load ${name}: its wasm has no ${missing.join(', ')}; it was not made by fmukit.`);
  return module;
}

/** One instance of a sealed unit: a wasm instance of its own, variables as views of its memory. */
export function instantiateWasm(
  module: WebAssembly.Module,
  description: ModelDescription,
  name: string,
): Instance {
  const core = instantiateCore(module, name);
  const { buffer } = core.memory;
  const addresses = new Uint32Array(buffer, core.table(), description.variables.length);
  const polynomials = polynomialOffsets(description, core.derivatives() >> 3);
  const doubles = new Float64Array(buffer);
  const bytes = new Uint8Array(buffer);
  return {
    name,
    description,
    step: core.step,
    begin: core.begin,
    micro: core.micro,
    initialize: core.initialize,
    exitInitialization: () => {},
    close: () => {},
    internalStep: core.internalStep,
    reset: core.reset,
    view: (variable) => viewOf(variable, addresses[variable.valueReference], buffer, doubles),
    getBytes: (variable, i) => {
      const { at, length } = bytesOf(addresses[variable.valueReference], i, buffer);
      return bytes.slice(at, at + length);
    },
    setBytes: (variable, i, value) => {
      const { address, at, capacity } = bytesOf(addresses[variable.valueReference], i, buffer);
      if (value.length > capacity)
        throw new UserError(
          `set ${name}.${variable.name}: ${value.length} bytes; it holds ${capacity} bytes.`,
        );
      bytes.set(value, at);
      new DataView(buffer).setInt32(address, value.length, true);
    },
    polynomial: (variable) => ({ view: doubles, offset: polynomials.get(variable.valueReference) ?? -1 }),
    partial: (unknown, i, known, k) => core.partial(unknown.valueReference, i, known.valueReference, k),
    getState: () => bytes.slice(0, core.stateSize()),
    setState: (state) => {
      if (state.length !== core.stateSize())
        throw new UserError(
          `set state of ${name}: ${state.length} bytes; this unit's state has ${core.stateSize()} bytes.`,
        );
      bytes.set(state);
    },
    reasonOf: (thrown) => reason(thrown, core, bytes),
  };
}

function instantiateCore(module: WebAssembly.Module, name: string): CoreExports {
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name: item } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][item] = () => 0;
  }
  try {
    return new WebAssembly.Instance(module, imports).exports as unknown as CoreExports;
  } catch (error) {
    throw new UserError(`instantiate ${name}: the unit's constructor trapped: ${String(error)}.`);
  }
}

function viewOf(
  variable: Variable,
  address: number,
  buffer: ArrayBuffer,
  doubles: Float64Array,
): VariableView {
  if (variable.type === 'String' || variable.type === 'Binary')
    throw new UserError(`exchange ${variable.name}: a ${variable.type} has no numeric view.`);
  const length = elementCount(variable);
  // All Float64 share one view, so that the coupling loop meets a single array per unit.
  if (variable.type === 'Float64') return { view: doubles, offset: address >> 3, length };
  return { view: new arrays[variable.type](buffer, address, length), offset: 0, length };
}

/** Element i: a pointer to a `Bytes` of the author's SDK (length, address of the data, which has its capacity before it). */
function bytesOf(
  pointers: number,
  i: number,
  buffer: ArrayBuffer,
): { address: number; at: number; length: number; capacity: number } {
  const memory = new DataView(buffer);
  const address = memory.getUint32(pointers + 4 * i, true);
  const at = memory.getUint32(address + 4, true);
  return { address, at, length: memory.getInt32(address, true), capacity: memory.getUint32(at - 4, true) };
}

function polynomialOffsets(description: ModelDescription, base: number): Map<number, number> {
  const offsets = new Map<number, number>();
  let offset = base;
  for (const variable of description.variables) {
    if (!takesPolynomial(variable)) continue;
    offsets.set(variable.valueReference, offset);
    offset += 3 * elementCount(variable);
  }
  return offsets;
}

function reason(thrown: unknown, core: CoreExports, bytes: Uint8Array): string {
  const trap = thrown instanceof Error ? thrown.message : String(thrown);
  const address = core.failure();
  const length = new DataView(bytes.buffer).getUint32(address - 4, true);
  if (length > 0 && address + length <= bytes.length)
    return new TextDecoder('utf-16le').decode(bytes.subarray(address, address + length));
  if (/unreachable/.test(trap))
    return 'an index out of bounds, an allocation beyond its memory, or another trap (unreachable)';
  return trap;
}
