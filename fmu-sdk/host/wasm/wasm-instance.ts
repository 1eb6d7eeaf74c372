import {
  elementCount,
  type ModelDescription,
  takesPolynomial,
  type Variable,
} from '../../description/description.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import type { Instance, VariableView } from '../instance.ts';
import { MemorySnapshot } from '../state/snapshot.ts';
import { sealedArrays } from './array-classes.ts';
import type { CoreExports, CoreFunctions } from './core-interface.ts';
import type { Ground } from './memory-range.ts';

export { compileCore, entryLimit, isSealedCore, memoryLimit, tableLimit } from './core-interface.ts';

/** One instance of a sealed unit: a wasm instance of its own, variables as views of its memory. */
export function instantiateWasm(
  module: WebAssembly.Module,
  description: ModelDescription,
  name: string,
): Instance {
  return instanceWithCore(module, description, name).instance;
}

/** The same, and what its core exports. */
export function instanceWithCore(
  module: WebAssembly.Module,
  description: ModelDescription,
  name: string,
): { instance: Instance; core: CoreExports } {
  const core = instantiateCore(module, name);
  // As it is when it is asked for: what a core says of itself may have grown its memory.
  const ground: Ground = {
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

/** Internal steps that a unit can do in one step. */
export function mostInternalSteps(instance: Instance): number {
  return sealed.has(instance) ? 2 ** 31 - 1 : Number.POSITIVE_INFINITY;
}

/**
 * Whether a step that a sealed unit refuses (−1) is none that it could do: by its own word, H is no whole multiple of h, or of more of them than
 * it can count. Where many units are stepped in one call nobody looks at what each answers, so that of one that lies counts nowhere.
 */
export function refuses(instance: Instance, H: number, answer: number): boolean {
  if (!sealed.has(instance)) return answer !== 0;
  const h = instance.internalStep();
  const countable = H / h + 0.5 < mostInternalSteps(instance) + 1;
  return answer === -1 && h > 0 && !(countable && isWhole(H, h));
}

/** Whether H is a whole multiple of the internal step h, as the unit's own arithmetic has it; any H is of 0. */
export function isWhole(H: number, h: number): boolean {
  const n = Math.floor(H / h + 0.5);
  return h === 0 || (n >= 1 && Math.abs(n * h - H) <= snap * H);
}

/** As a share of H: what of it the unit's own arithmetic takes for whole (`fmu-sdk/author/run-unit.ts`). */
const snap = 1e-9;

/** An instance whose constructor has run: its functions, and where its memory lies. */
export function instanceOf(
  core: CoreFunctions,
  ground: Ground,
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
        `set state of ${name}: ${state.length} bytes; this unit's state has ${stateBytes} bytes.`,
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
    exitInitialization: () => {},
    close: () => {},
    internalStep: () => {
      const h = asked(name, 'internalStep', () => core.internalStep());
      if (h >= 0 && Number.isFinite(h)) return h;
      throw disagreement(name, `says that its internal step is ${h} s`);
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

/** Where the core says that things stand in its memory, checked against the memory and the description. */
function layoutOf(
  core: CoreFunctions,
  ground: Ground,
  description: ModelDescription,
  name: string,
): { addresses: Uint32Array; derivatives: number; stateBytes: number } {
  const { variables } = description;
  const inside = (what: string, at: number, size: number, alignment: number): number => {
    const address = at >>> 0;
    if (address % alignment === 0 && address + size <= ground.size) return address;
    throw disagreement(
      name,
      `says that ${what} (${size} bytes) stand at address ${address} of its memory of ${ground.size} bytes`,
    );
  };
  const references = variables.reduce((most, { valueReference }) => Math.max(most, valueReference + 1), 0);
  if (references > variables.length)
    throw disagreement(
      name,
      `numbers its ${variables.length} variables from 0, its description up to ${references - 1}`,
    );
  const table = inside('the addresses of its variables', asked(name, 'table', core.table), 4 * references, 4);
  const slots = variables
    .filter(takesPolynomial)
    .reduce((sum, variable) => sum + 3 * elementCount(variable), 0);
  const derivatives = inside(
    'the derivatives of its inputs',
    asked(name, 'derivatives', core.derivatives),
    8 * slots,
    8,
  );
  const stateBytes = asked(name, 'stateSize', core.stateSize);
  inside('its state', 0, stateBytes >>> 0, 1);
  return {
    addresses: new Uint32Array(ground.buffer, ground.at + table, references),
    derivatives,
    stateBytes,
  };
}

/** A core module that says of itself what cannot be. */
function disagreement(name: string, says: string): UserError {
  return new UserError(`instantiate ${name}: its core module ${says}. Get the unit again, from who made it.`);
}

/** What the core answers; a trap is its end. */
function asked(name: string, question: string, ask: () => number): number {
  try {
    return ask();
  } catch (error) {
    throw new UserError(
      `instantiate ${name}: its core module stopped in ${question}: ${trapText(error)}. Get the unit again, from who made it.`,
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

/** A core module that traps before it is an instance. */
export function constructorStopped(name: string, error: unknown): UserError {
  return new UserError(
    `instantiate ${name}: its constructor stopped: ${trapText(error)}. Get the unit again, from who made it.`,
  );
}

function viewOf(
  variable: Variable,
  address: number,
  ground: Ground,
  doubles: Float64Array,
  name: string,
): VariableView {
  if (variable.type === 'String' || variable.type === 'Binary')
    throw new UserError(`exchange ${variable.name}: a ${variable.type} has no numeric view.`);
  const length = elementCount(variable);
  const Elements = sealedArrays[variable.type];
  const size = Elements.BYTES_PER_ELEMENT;
  if (address % size !== 0 || address + size * length > ground.size)
    throw disagreement(
      name,
      `says that ${variable.name} (${length} × ${size} bytes) stands at address ${address} of its memory of ${ground.size} bytes`,
    );
  // All Float64 share one view, so that the coupling loop meets a single array per unit.
  if (variable.type === 'Float64') return { view: doubles, offset: address / size, length };
  return { view: new Elements(ground.buffer, ground.at + address, length), offset: 0, length };
}

/** Element i: a pointer to a `Bytes` of the author's SDK (length, address of the data, which has its capacity before it). */
function bytesOf(
  variable: Variable,
  pointers: number,
  i: number,
  ground: Ground,
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
  throw disagreement(name, `says that ${variable.name} stands where nothing of its kind is`);
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

/** Longest message of a unit that is handed on [characters]. */
const longestReason = 1000;

function reason(thrown: unknown, core: CoreFunctions, bytes: Uint8Array): string {
  return said(core, bytes) ?? trapText(thrown);
}

/** The message of the author's `fail`: UTF-16, its length in bytes before it. Undefined where there is none that can be read. */
function said(core: CoreFunctions, bytes: Uint8Array): string | undefined {
  try {
    const address = core.failure() >>> 0;
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(address - 4, true);
    if (length === 0 || address + length > bytes.length) return undefined;
    // A copy, since a decoder takes no shared memory.
    const text = bytes.slice(address, address + Math.min(length, 2 * longestReason));
    return new TextDecoder('utf-16le').decode(text).replace(/\p{Cc}+/gu, ' ');
  } catch {
    // It stops again, or points outside its memory: the trap itself is what can be said.
    return undefined;
  }
}

function trapText(thrown: unknown): string {
  const trap = messageOf(thrown);
  if (/unreachable/.test(trap))
    return 'an index out of bounds, an allocation beyond its memory, or another trap (unreachable)';
  return trap;
}
