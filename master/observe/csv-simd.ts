import { rowModule } from './csv-simd-module.ts';
import { longestNumber, numberText, tables, writeText } from './decimal-writer.ts';

/** The tables are before this [bytes]; then the last row of the block before, the rows of a block, and where the texts of a row begin. */
const formerAt = 5344;
const page = 65536;
/** The module copies texts by 32 bytes at a time. */
const slack = 32;
/** Numbers of a block: what writes them has the caches to itself for so long. */
const blockNumbers = 2048;

/**
 * Rows of numbers as text, by a module of WebAssembly: the characters of `writeNumber`, in less than half of the time. Its memory is
 * shared, so that another thread can see the rows.
 */
export interface Rows {
  /** Rows of a block. */
  readonly most: number;
  /** To be filled, row behind row. */
  readonly numbers: Float64Array;
  /** Room for text. */
  readonly room: Uint8Array;
  /** Writes the first `count` rows, commas between and CRLF behind, at byte `at` of the room; the byte after them. */
  write(count: number, at: number): number;
  /** To be said where the room is written to by others. */
  forget(): void;
}

/** Bytes that a row of so many numbers may take. */
export const rowBytes = (width: number): number => width * (longestNumber + 1) + 1 + slack;

/** Rows of a block, of so many numbers each. */
export const rowsOfBlock = (width: number): number => Math.max(1, Math.floor(blockNumbers / width));

/** Once for all files: what the engine has optimized of it serves the next one too. */
let compiled: WebAssembly.Module | undefined;

/** For rows of so many numbers, with so many bytes of room; undefined where the engine does not have what this needs. */
export function rowsOf(width: number, bytes: number): Rows | undefined {
  try {
    const most = rowsOfBlock(width);
    const numbersAt = formerAt + 8 * width;
    const startsAt = numbersAt + 8 * width * most;
    const roomAt = startsAt + 8 * (width + 1);
    const pages = Math.ceil((roomAt + bytes) / page);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    const all = new Uint8Array(memory.buffer);
    for (const [place, table] of tables) all.set(new Uint8Array(table.buffer), place);
    const text = (x: number, at: number): number => writeText(numberText(x), all, at);
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(rowModule), (c) => c.charCodeAt(0)));
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory, text } });
    const write = exports.rows as (...operands: readonly number[]) => number;
    return {
      most,
      numbers: new Float64Array(memory.buffer, numbersAt, width * most),
      room: new Uint8Array(memory.buffer, roomAt, bytes),
      forget: exports.forget as () => void,
      write: (count, at) => write(numbersAt, width, count, startsAt, roomAt + at) - roomAt,
    };
  } catch {
    return undefined;
  }
}
