import { type HiddenVariable, hiddenVariables } from '../../description/annotations/hidden-annotation.ts';
import {
  acceptsPolynomial,
  elementCount,
  type ModelDescription,
  type Variable,
} from '../../description/description.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import type { Instance, VariableView } from '../instance/instance.ts';
import { MemorySnapshot } from '../state/snapshot.ts';
import { sealedArrays } from './array-classes.ts';
import type { CoreExports, CoreFunctions } from './core-interface.ts';
import type { MemoryRange } from './memory-range.ts';

/** Creates an instance of a fmukit FMU: a wasm instance with variables as views of its memory. */
export function instantiateWasm(
  module: WebAssembly.Module,
  description: ModelDescription,
  name: string,
): Instance {
  return instanceWithCore(module, description, name).instance;
}

/** Creates an instance and returns it with the exports of its core module. */
export function instanceWithCore(
  module: WebAssembly.Module,
  description: ModelDescription,
  name: string,
): { instance: Instance; core: CoreExports } {
  const core = instantiateCore(module, name);
  // Read at each use, because the core's functions may grow the memory.
  const ground: MemoryRange = {
    at: 0,
    get buffer() {
      return core.memory.buffer;
    },
    get size() {
      return core.memory.buffer.byteLength;
    },
  };
  return { instance: instanceOf(core, ground, description, name), core };
}

const sealed = new WeakSet<Instance>();

/** Returns the largest number of internal steps in one step. */
export function mostInternalSteps(instance: Instance): number {
  return sealed.has(instance) ? 2 ** 31 - 1 : Number.POSITIVE_INFINITY;
}

/**
 * Reports whether a fmukit FMU rejected a step (−1) correctly: H is not a multiple of h, or has too
 * many internal steps. A vectorized step does not check the results of each instance, so a wrong
 * rejection must not count anywhere.
 */
export function rejectsCorrectly(instance: Instance, H: number, answer: number): boolean {
  if (!sealed.has(instance)) return answer !== 0;
  const h = instance.internalStep();
  const countable = H / h + 0.5 < mostInternalSteps(instance) + 1;
  return answer === -1 && h > 0 && !(countable && isWhole(H, h));
}

/**
 * Reports whether H is a multiple of the internal step h within the FMU's tolerance. Any H is a
 * multiple of 0.
 */
export function isWhole(H: number, h: number): boolean {
  const n = Math.floor(H / h + 0.5);
  return h === 0 || (n >= 1 && Math.abs(n * h - H) <= snap * H);
}

/**
 * Relative deviation from a multiple, as a share of H, that the FMU accepts
 * (`fmu-sdk/author/run-unit.ts`).
 */
const snap = 1e-9;

/**
 * Creates an instance after its constructor ran, from its functions and the location of its memory.
 */
export function instanceOf(
  core: CoreFunctions,
  ground: MemoryRange,
  description: ModelDescription,
  name: string,
): Instance {
  const { addresses, derivatives, stateBytes } = layoutOf(core, ground, description, name);
  const polynomials = polynomialOffsets(description, derivatives >> 3);
  const doubles = new Float64Array(ground.buffer, ground.at, ground.size >> 3);
  const bytes = new Uint8Array(ground.buffer, ground.at, ground.size);
  const place = (variable: Variable, i: number): ReturnType<typeof bytesOf> =>
    bytesOf(variable, addresses[variable.valueReference], i, ground, name);
  const getState = (): Uint8Array => bytes.slice(0, stateBytes);
  const setState = (state: Uint8Array): void => {
    if (state.length !== stateBytes)
      throw new UserError(
        `set state of ${name}: expected ${stateBytes} bytes, got ${state.length}. Use a state of this FMU.`,
      );
    bytes.set(state);
  };
  const instance: Instance = {
    name,
    description,
    step: core.step,
    begin: core.begin,
    micro: core.micro,
    initialize: core.initialize,
    exitInitialization: () => core.exitInitialization?.(),
    close: () => {},
    internalStep: () => {
      const h = callQuery(name, 'internalStep', () => core.internalStep());
      if (h >= 0 && Number.isFinite(h)) return h;
      throw disagreement(name, `reports an internal step of ${h} s`);
    },
    reset: core.reset,
    view: (variable) => viewOf(variable, addresses[variable.valueReference], ground, doubles, name),
    getBytes: (variable, i) => {
      const { at, length } = place(variable, i);
      return bytes.slice(at, at + length);
    },
    setBytes: (variable, i, value) => {
      const { address, at, capacity } = place(variable, i);
      if (value.length > capacity)
        throw new UserError(
          `set ${name}.${variable.name}: ${value.length} bytes; it holds ${capacity} bytes.`,
        );
      bytes.set(value, at);
      new DataView(ground.buffer, ground.at, ground.size).setInt32(address, value.length, true);
    },
    polynomial: (variable) => ({ view: doubles, offset: polynomials.get(variable.valueReference) ?? -1 }),
    partial: (unknown, i, known, k) => core.partial(unknown.valueReference, i, known.valueReference, k),
    snapshot: () => new MemorySnapshot(bytes.subarray(0, stateBytes)),
    portable: () => ({ covers: [bytes], save: getState, load: setState }),
    getState,
    setState,
    reasonOf: (thrown) => reason(thrown, core, bytes),
  };
  sealed.add(instance);
  return instance;
}

/**
 * Returns the memory layout that the core module reports, checked against the memory and the
 * description.
 */
function layoutOf(
  core: CoreFunctions,
  ground: MemoryRange,
  description: ModelDescription,
  name: string,
): { addresses: Uint32Array; derivatives: number; stateBytes: number } {
  const { variables } = description;
  const inside = (what: string, at: number, size: number, alignment: number): number => {
    const address = at >>> 0;
    if (address % alignment === 0 && address + size <= ground.size) return address;
    throw disagreement(
      name,
      `places ${what} (${size} bytes) at address ${address}, but its memory has ${ground.size} bytes`,
    );
  };
  const references = variables.reduce((most, { valueReference }) => Math.max(most, valueReference + 1), 0);
  const hidden = hiddenVariables(description);
  const count = variables.length + hidden.length;
  if (references > count)
    throw disagreement(
      name,
      `has ${count} variables numbered from 0, but its description numbers them up to ${references - 1}`,
    );
  const table = inside(
    'the addresses of its variables',
    callQuery(name, 'table', core.table),
    4 * references,
    4,
  );
  const slots = slotsOf(description).reduce((sum, variable) => sum + 3 * variable.slots, 0);
  const derivatives = inside(
    'the derivatives of its inputs',
    callQuery(name, 'derivatives', core.derivatives),
    8 * slots,
    8,
  );
  const stateBytes = callQuery(name, 'stateSize', core.stateSize);
  inside('its state', 0, stateBytes >>> 0, 1);
  return {
    addresses: new Uint32Array(ground.buffer, ground.at + table, references),
    derivatives,
    stateBytes,
  };
}

/** Creates the error for a core module that reports impossible values. */
function disagreement(name: string, fault: string): UserError {
  return new UserError(`instantiate ${name}: its core module ${fault}. Get the FMU again from its author.`);
}

/** Calls a query of the core module. A trap is reported as an error. */
function callQuery(name: string, question: string, ask: () => number): number {
  try {
    return ask();
  } catch (error) {
    throw new UserError(
      `instantiate ${name}: its core module failed in ${question}: ${trapText(error)}. Get the FMU again from its author.`,
    );
  }
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
    throw constructorStopped(name, error);
  }
}

/** Creates the error for a core module that traps in its constructor. */
export function constructorStopped(name: string, error: unknown): UserError {
  return new UserError(
    `instantiate ${name}: its constructor failed: ${trapText(error)}. Get the FMU again from its author.`,
  );
}

function viewOf(
  variable: Variable,
  address: number,
  ground: MemoryRange,
  doubles: Float64Array,
  name: string,
): VariableView {
  if (variable.type === 'String' || variable.type === 'Binary')
    throw new UserError(
      `exchange ${variable.name}: a ${variable.type} variable does not have a numeric view.`,
    );
  const length = elementCount(variable);
  const Elements = sealedArrays[variable.type];
  const size = Elements.BYTES_PER_ELEMENT;
  if (address % size !== 0 || address + size * length > ground.size)
    throw disagreement(
      name,
      `places ${variable.name} (${length} × ${size} bytes) at address ${address}, but its memory has ${ground.size} bytes`,
    );
  // All Float64 values share one view, so that the coupling loop uses a single array per FMU.
  if (variable.type === 'Float64') return { view: doubles, offset: address / size, length };
  return { view: new Elements(ground.buffer, ground.at + address, length), offset: 0, length };
}

/**
 * Reads element i: a pointer to a `Bytes` of the author's SDK (length and address of the data, with
 * the capacity before the data).
 */
function bytesOf(
  variable: Variable,
  pointers: number,
  i: number,
  ground: MemoryRange,
  name: string,
): { address: number; at: number; length: number; capacity: number } {
  const memory = new DataView(ground.buffer, ground.at, ground.size);
  try {
    const address = memory.getUint32(pointers + 4 * i, true);
    const at = memory.getUint32(address + 4, true);
    const length = memory.getInt32(address, true);
    const capacity = memory.getUint32(at - 4, true);
    if (length >= 0 && length <= capacity && at + capacity <= ground.size)
      return { address, at, length, capacity };
  } catch (error) {
    // An address outside its memory.
    if (!(error instanceof RangeError)) throw error;
  }
  throw disagreement(name, `places ${variable.name} at an address without such a value`);
}

function polynomialOffsets(description: ModelDescription, base: number): Map<number, number> {
  const offsets = new Map<number, number>();
  let offset = base;
  for (const { valueReference, slots } of slotsOf(description)) {
    offsets.set(valueReference, offset);
    offset += 3 * slots;
  }
  return offsets;
}

/** Returns the inputs with polynomials in the order of the module, hidden ones among them. */
function slotsOf(description: ModelDescription): HiddenVariable[] {
  const visible = description.variables
    .filter(acceptsPolynomial)
    .map((variable) => ({ valueReference: variable.valueReference, slots: elementCount(variable) }));
  const hidden = hiddenVariables(description).filter(({ slots }) => slots > 0);
  if (hidden.length === 0) return visible;
  return [...visible, ...hidden].sort((a, b) => a.valueReference - b.valueReference);
}

/** Longest message of an FMU that is passed on [characters]. */
const longestReason = 1000;

function reason(thrown: unknown, core: CoreFunctions, bytes: Uint8Array): string {
  return failureMessage(core, bytes) ?? trapText(thrown);
}

/**
 * Reads the message of the author's `fail`: UTF-16 with its length in bytes before it. Returns
 * undefined if it cannot be read.
 */
function failureMessage(core: CoreFunctions, bytes: Uint8Array): string | undefined {
  try {
    const address = core.failure() >>> 0;
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(address - 4, true);
    if (length === 0 || address + length > bytes.length) return undefined;
    // Copied, because decoders do not accept shared memory.
    const text = bytes.slice(address, address + Math.min(length, 2 * longestReason));
    return new TextDecoder('utf-16le').decode(text).replace(/\p{Cc}+/gu, ' ');
  } catch {
    // It trapped again, or points outside its memory. Only the trap itself can be reported.
    return undefined;
  }
}

function trapText(thrown: unknown): string {
  const trap = messageOf(thrown);
  if (/unreachable/.test(trap))
    return 'an index out of bounds, an allocation beyond its memory, or another trap (unreachable)';
  return trap;
}
