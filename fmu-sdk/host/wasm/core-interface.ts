import { messageOf, UserError } from '../../util/user-error.ts';
import { type Growing, walkCode } from '../../wasm/code-complexity.ts';
import { withFixedMemory } from '../../wasm/fixed-memory.ts';
import { pageBytes } from '../../wasm/memory-section.ts';
import { type Outline, readOutline, type Signature } from '../../wasm/module-outline.ts';
import { checkedOnce } from '../component/checked-once.ts';

/** Limit on a unit's linear memory [bytes]. */
export const memoryLimit: number = 256 << 20;
/** Limit on a unit's tables. */
export const tableLimit: number = 16;
/** Limit on the entries of all tables of a unit, which the engine keeps among its own objects. */
export const entryLimit: number = 2 ** 20;

/** Imports that a unit may have: the callbacks and handles of FMI-LS-WASM, which the fast host never needs. */
const allowedImports =
  /^(\[export\])?fmi:fmi3\/(callbacks|intermediate-update-callbacks|co-simulation|model-exchange)@3\./;

/** What a core module made by this toolkit exports. */
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
}

const signatures: Record<keyof CoreFunctions, string> = {
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

/** Names of the functions that a core module of this toolkit exports. */
export const coreFunctions: readonly (keyof CoreFunctions)[] = Object.keys(
  signatures,
) as (keyof CoreFunctions)[];

/** Whether a core module was made by this toolkit, as its exports tell; the engine is not asked. */
export function isSealedCore(core: Uint8Array): boolean {
  try {
    return faultOf(readOutline(core)) === undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
}

/**
 * Compiles a core module after checking, before the engine sees it, that it is what this toolkit makes: it asks for
 * nothing but the callbacks of FMI and a memory of fixed size, and has nothing that would take the machine's memory.
 */
export function compileCore(core: Uint8Array, name: string): WebAssembly.Module {
  try {
    return new WebAssembly.Module(checkedOnce(core, () => checked(core)) as BufferSource);
  } catch (error) {
    throw new UserError(
      `load ${name}: its core module is refused: ${messageOf(error)}. Get the unit again, from who made it.`,
    );
  }
}

/** What is compiled of it. @throws RangeError */
function checked(core: Uint8Array): Uint8Array {
  const outline = readOutline(core);
  const fault = importFault(outline) ?? largeFault(outline) ?? faultOf(outline);
  if (fault !== undefined) throw new RangeError(fault);
  const growing: Growing[] = [];
  walkCode(outline, growing);
  return growing.length === 0 ? core : withFixedMemory(outline.sections, growing);
}

/** What of a core module is not as this toolkit makes it, or undefined. */
function faultOf(outline: Outline): string | undefined {
  const { exports, memories } = outline;
  const there = new Map(exports.map((each) => [each.name, each]));
  if (there.get('memory')?.kind !== 'memory' || memories.length !== 1) return 'it has no memory of its own';
  if (memories[0].initial !== memories[0].largest) return 'its memory can grow';
  for (const [name, wanted] of Object.entries(signatures)) {
    const found = there.get(name)?.signature;
    if (found === undefined) return `it has no function ${name}, so it was not made by fmukit`;
    if (text(found) !== wanted) return `its function ${name} is (${text(found)}) in place of (${wanted})`;
  }
  return importFault(outline);
}

function importFault({ imports }: Outline): string | undefined {
  const odd = imports.find(({ module, kind }) => kind !== 'function' || !allowedImports.test(module));
  if (odd === undefined) return undefined;
  return `it imports ${odd.module.slice(0, 100)} ${odd.name.slice(0, 100)}; a sealed unit may import the FMI callbacks alone`;
}

function text({ params, results }: Signature): string {
  return [...params, '→', ...results].join(' ');
}

function largeFault({ memories, tables }: Outline): string | undefined {
  const memory =
    pageBytes *
    memories.reduce((sum, { initial, largest = Infinity }) => sum + Math.max(initial, largest), 0);
  if (memory > memoryLimit)
    return `its memory may grow to ${memory} bytes, and the limit is ${memoryLimit} bytes`;
  const entries = tables.reduce(
    (sum, { initial, largest = Infinity }) => sum + Math.max(initial, largest),
    0,
  );
  if (tables.length > tableLimit) return `it has ${tables.length} tables, and the limit is ${tableLimit}`;
  if (entries > entryLimit) return `its tables may have ${entries} entries, and the limit is ${entryLimit}`;
  return undefined;
}
