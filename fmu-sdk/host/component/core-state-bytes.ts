import type { UnitBytes } from '../fmi-api.ts';
import { joinedPieces, piecesOf } from '../state/portable-state.ts';
import { NotKept } from '../state/session-image.ts';
import { kindOf } from './core-state-copy.ts';

const page = 65_536;

/** All that code of these instances can change, as bytes. Asked for before the first step: functions in tables have to be those that are there now. */
export function coresBytes(cores: readonly WebAssembly.Instance[]): UnitBytes | string {
  const memories: WebAssembly.Memory[] = [];
  const tables: { table: WebAssembly.Table; entries: unknown[] }[] = [];
  const globals: WebAssembly.Global[] = [];
  for (const each of new Set(cores.flatMap(({ exports }) => Object.values(exports)))) {
    if (each instanceof WebAssembly.Memory) memories.push(each);
    else if (each instanceof WebAssembly.Table) tables.push({ table: each, entries: entriesOf(each) });
    else if (each instanceof WebAssembly.Global) {
      const kind = kindOf(each);
      if (kind === 'hidden') return 'its core has a global of 128 bits, which JavaScript cannot read';
      if (kind === 'variable') globals.push(each);
    }
  }
  return {
    save: () => {
      for (const { table, entries } of tables)
        if (!same(entriesOf(table), entries))
          throw new NotKept('a table of a core has other functions than at its begin');
      return joinedPieces([
        ...memories.map(({ buffer }) => new Uint8Array(buffer)),
        ...globals.map(globalBytes),
      ]);
    },
    load: (bytes) => {
      const pieces = piecesOf(bytes);
      for (const [i, memory] of memories.entries()) put(memory, pieces[i]);
      for (const [i, global] of globals.entries()) setGlobal(global, pieces[memories.length + i]);
    },
  };
}

const entriesOf = (table: WebAssembly.Table): unknown[] =>
  Array.from({ length: table.length }, (_, i) => table.get(i) as unknown);

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((each, i) => each === b[i]);

function put(memory: WebAssembly.Memory, bytes: Uint8Array): void {
  const missing = bytes.length - memory.buffer.byteLength;
  if (missing > 0) memory.grow(missing / page);
  const now = new Uint8Array(memory.buffer);
  now.set(bytes);
  now.fill(0, bytes.length);
}

/** Integers of 64 bits are told from numbers by how many bytes there are. */
function globalBytes({ value }: WebAssembly.Global): Uint8Array {
  const numbers = typeof value === 'bigint' ? BigInt64Array.of(value, 0n) : Float64Array.of(Number(value));
  return new Uint8Array(numbers.buffer);
}

function setGlobal(global: WebAssembly.Global, bytes: Uint8Array): void {
  const { buffer } = Uint8Array.from(bytes);
  global.value = bytes.length === 16 ? new BigInt64Array(buffer)[0] : new Float64Array(buffer)[0];
}
