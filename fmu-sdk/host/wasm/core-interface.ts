import { messageOf, UserError } from '../../util/user-error.ts';
import { boundedCode } from '../../wasm/bounded-code.ts';
import { type UnboundedInstruction, validateCode } from '../../wasm/code-complexity.ts';
import { pageBytes } from '../../wasm/memory-section.ts';
import { type Outline, readOutline, type Signature } from '../../wasm/module-outline.ts';
import { writeSections } from '../../wasm/wasm-sections.ts';
import { checkedOnce } from './checked-once.ts';

/** Largest linear memory of an FMU [bytes]. */
export const memoryLimit: number = 256 << 20;
/** Largest number of tables of an FMU. */
export const tableLimit: number = 16;
/** Largest number of entries in all tables of an FMU, which the engine stores as objects. */
export const entryLimit: number = 2 ** 20;

/**
 * Allowed imports of an FMU: the callbacks and handles of FMI-LS-WASM, which the fast host does not
 * need.
 */
const allowedImports =
  /^(\[export\])?fmi:fmi3\/(callbacks|intermediate-update-callbacks|co-simulation|model-exchange)@3\./;

/** Exports of a fmukit core module. */
export interface CoreExports extends CoreFunctions {
  memory: WebAssembly.Memory;
}

export interface CoreFunctions {
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
  /** Ends the initialization. Only compiled FMUs of other tools have it. */
  exitInitialization?(): void;
}

const signatures: Record<Exclude<keyof CoreFunctions, 'exitInitialization'>, string> = {
  table: '→ i32',
  derivatives: '→ i32',
  stateSize: '→ i32',
  failure: '→ i32',
  initialize: 'f64 →',
  internalStep: '→ f64',
  begin: 'f64 f64 → i32',
  micro: 'i32 →',
  step: 'f64 f64 → i32',
  partial: 'i32 i32 i32 i32 → f64',
  reset: '→',
};

/** Names of the functions that a fmukit core module exports. */
export const coreFunctions: readonly (keyof CoreFunctions)[] = [
  ...(Object.keys(signatures) as (keyof CoreFunctions)[]),
  'exitInitialization',
];

/** Detects a fmukit core module by its exports, without the engine. */
export function isFmukitCore(core: Uint8Array): boolean {
  try {
    return faultOf(readOutline(core)) === undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
}

/**
 * Compiles a core module after verifying that it has the form of a fmukit core module. It may
 * import only FMI callbacks, must have a memory of fixed size, and must not exhaust the machine's
 * memory. The checks run before the engine sees it.
 */
export function compileCore(core: Uint8Array, name: string): WebAssembly.Module {
  return compileBounded(core, name).module;
}

/** Compiles a core module, and returns it with the bytes that were compiled. */
export function compileBounded(
  core: Uint8Array,
  name: string,
): { module: WebAssembly.Module; bounded: Uint8Array } {
  try {
    const bounded = checkedOnce(core, () => checked(core));
    return { module: new WebAssembly.Module(bounded as BufferSource), bounded };
  } catch (error) {
    throw new UserError(
      `load ${name}: its core module is invalid: ${messageOf(error)}. Get the FMU again from its author.`,
    );
  }
}

/** Returns the bytes to compile, in which no instruction takes long. @throws RangeError */
function checked(core: Uint8Array): Uint8Array {
  const outline = readOutline(core);
  const fault = importFault(outline) ?? largeFault(outline) ?? faultOf(outline);
  if (fault !== undefined) throw new RangeError(fault);
  const unbounded: UnboundedInstruction[] = [];
  validateCode(outline, unbounded);
  return unbounded.length === 0 ? core : writeSections(boundedCode(outline, unbounded, true));
}

/** Describes the first difference from a fmukit core module, or returns undefined. */
function faultOf(outline: Outline): string | undefined {
  const { exports, memories } = outline;
  const exportsByName = new Map(exports.map((item) => [item.name, item]));
  if (exportsByName.get('memory')?.kind !== 'memory' || memories.length !== 1) return 'it lacks a memory';
  if (memories[0].initial !== memories[0].largest) return 'its memory can grow';
  for (const [name, wanted] of Object.entries(signatures)) {
    const signature = exportsByName.get(name)?.signature;
    if (signature === undefined) return `it lacks the function ${name}, so fmukit did not build it`;
    if (text(signature) !== wanted)
      return `its function ${name} has the signature (${text(signature)}), expected (${wanted})`;
  }
  return importFault(outline);
}

function importFault({ imports }: Outline): string | undefined {
  const odd = imports.find(({ module, kind }) => kind !== 'function' || !allowedImports.test(module));
  if (odd === undefined) return undefined;
  return `it imports ${odd.module.slice(0, 100)} ${odd.name.slice(0, 100)}, but only the FMI callbacks are allowed`;
}

function text({ params, results }: Signature): string {
  return [...params, '→', ...results].join(' ');
}

function largeFault({ memories, tables }: Outline): string | undefined {
  const memory =
    pageBytes *
    memories.reduce((sum, { initial, largest = Infinity }) => sum + Math.max(initial, largest), 0);
  if (memory > memoryLimit)
    return `its memory may grow to ${memory} bytes, but the limit is ${memoryLimit} bytes`;
  const entries = tables.reduce(
    (sum, { initial, largest = Infinity }) => sum + Math.max(initial, largest),
    0,
  );
  if (tables.length > tableLimit) return `it has ${tables.length} tables, but the limit is ${tableLimit}`;
  if (entries > entryLimit) return `its tables may have ${entries} entries, but the limit is ${entryLimit}`;
  return undefined;
}
