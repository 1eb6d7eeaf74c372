import { longestNumber, tables, writeText } from './decimal.ts';
import { rowModule } from './row-module.ts';

/** Where the numbers of a row stand in the memory [bytes]; the tables are before them. */
const numbersAt = 2048;
const page = 65536;
/** The module copies digits by eight bytes at a time. */
const slack = 32;

/**
 * Rows of numbers as text, by a module of WebAssembly: the characters of `writeNumber`, in less than half of the time. Its memory is
 * shared, so that another thread can see the rows.
 */
export interface Rows {
  /** To be filled before each row. */
  readonly numbers: Float64Array;
  /** Room for text. */
  readonly room: Uint8Array;
  /** Writes the numbers as a row, commas between and CRLF behind, at byte `at` of the room; the byte after it. */
  write(at: number): number;
  /** To be said where the room is written to by others. */
  forget(): void;
}

/** Bytes that a row of so many numbers may take. */
export const rowBytes = (count: number): number => count * (longestNumber + 1) + 1 + slack;

/** Once for all files: what the engine has optimized of it serves the next one too. */
let compiled: WebAssembly.Module | undefined;

/** For rows of so many numbers, with so many bytes of room; undefined where the engine does not have what this needs. */
export function rowsOf(count: number, bytes: number): Rows | undefined {
  try {
    // Behind the numbers, what the module knows of the row before.
    const roomAt = numbersAt + 24 * (count + 1);
    const pages = Math.ceil((roomAt + bytes) / page);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    const all = new Uint8Array(memory.buffer);
    for (const [place, table] of tables) new Float64Array(memory.buffer, place, table.length).set(table);
    const text = (x: number, at: number): number => writeText(`${x}`, all, at);
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(rowModule), (c) => c.charCodeAt(0)));
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory, text } });
    const row = exports.row as (numbers: number, count: number, at: number) => number;
    return {
      numbers: new Float64Array(memory.buffer, numbersAt, count),
      room: new Uint8Array(memory.buffer, roomAt, bytes),
      forget: exports.forget as () => void,
      write: (at) => row(numbersAt, count, roomAt + at) - roomAt,
    };
  } catch {
    return undefined;
  }
}
