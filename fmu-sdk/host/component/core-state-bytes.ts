import { UserError } from '../../util/user-error.ts';
import type { StateSerializer } from '../instance/fmi-api.ts';
import { joinedPieces, piecesOf } from '../state/portable-state.ts';
import { kindOf } from './core-state-copy.ts';

const page = 65_536;

/**
 * Serializes everything that the code of these instances can change. Call it before the first step,
 * because tables must still hold their initial functions.
 */
export function coresBytes(cores: readonly WebAssembly.Instance[]): StateSerializer | string {
  const memories: WebAssembly.Memory[] = [];
  const tables: { table: WebAssembly.Table; entries: unknown[] }[] = [];
  const globals: WebAssembly.Global[] = [];
  for (const exportValue of new Set(cores.flatMap(({ exports }) => Object.values(exports)))) {
    if (exportValue instanceof WebAssembly.Memory) memories.push(exportValue);
    else if (exportValue instanceof WebAssembly.Table)
      tables.push({ table: exportValue, entries: entriesOf(exportValue) });
    else if (exportValue instanceof WebAssembly.Global) {
      const kind = kindOf(exportValue);
      if (kind === 'hidden') return 'its core module has a global of 128 bits, which JavaScript cannot read';
      if (kind === 'variable') globals.push(exportValue);
    }
  }
  return {
    save: () => {
      for (const { table, entries } of tables)
        if (!same(entriesOf(table), entries))
          throw new UserError(
            'save the state of an FMU: a table of its core module has changed its functions, which cannot be stored in a file. Run it without checkpoints.',
          );
      return joinedPieces([
        ...memories.map(({ buffer }) => new Uint8Array(buffer)),
        ...globals.map(globalBytes),
      ]);
    },
    load: (bytes) => {
      const pieces = piecesOf(bytes, memories.length + globals.length);
      for (const [i, memory] of memories.entries()) put(memory, pieces[i]);
      for (const [i, global] of globals.entries()) setGlobal(global, pieces[memories.length + i]);
    },
  };
}

const entriesOf = (table: WebAssembly.Table): unknown[] =>
  Array.from({ length: table.length }, (_, i) => table.get(i) as unknown);

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((candidate, i) => candidate === b[i]);

function put(memory: WebAssembly.Memory, bytes: Uint8Array): void {
  const missing = bytes.length - memory.buffer.byteLength;
  if (missing > 0) memory.grow(missing / page);
  const now = new Uint8Array(memory.buffer);
  now.set(bytes);
  now.fill(0, bytes.length);
}

/** The number of bytes distinguishes 64-bit integers from numbers. */
function globalBytes({ value }: WebAssembly.Global): Uint8Array {
  const numbers = typeof value === 'bigint' ? BigInt64Array.of(value, 0n) : Float64Array.of(Number(value));
  return new Uint8Array(numbers.buffer);
}

function setGlobal(global: WebAssembly.Global, bytes: Uint8Array): void {
  const { buffer } = Uint8Array.from(bytes);
  global.value = bytes.length === 16 ? new BigInt64Array(buffer)[0] : new Float64Array(buffer)[0];
}
