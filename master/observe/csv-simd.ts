import { csvSimdModule } from './csv-simd-module.ts';
import { longestNumber, numberText, tables, writeText } from './decimal-writer.ts';

/**
 * Memory layout in bytes: tables up to this address, then the last row of the previous block.
 * After them follow the rows of a block and the starts of the texts of a row.
 */
const previousRowAddress = 5344;
const page = 65536;
/** The module copies texts 32 bytes at a time. */
const slack = 32;
/** Numbers of a block, few enough to stay in the processor cache while they are written. */
const blockNumbers = 2048;

/**
 * Formats rows of numbers in WebAssembly, with the characters of `writeNumber` in less than half
 * the time. Its memory is shared, so that another thread can see the rows.
 */
export interface RowWriter {
  /** Number of rows in a block. */
  readonly maxRows: number;
  /** Numbers to fill in, row after row. */
  readonly numbers: Float64Array;
  /** Memory for text. */
  readonly room: Uint8Array;
  /**
   * Writes the first `count` rows at byte `at` of the text memory, with commas and CRLF. Returns
   * the position after them.
   */
  write(count: number, at: number): number;
  /** Invalidates the last row. Call it after other code has written to the text memory. */
  invalidate(): void;
}

/** Returns the largest number of bytes of a row with so many numbers. */
export const rowBytes = (width: number): number => width * (longestNumber + 1) + 1 + slack;

/** Returns the number of rows in a block, with so many numbers each. */
export const rowsOfBlock = (width: number): number => Math.max(1, Math.floor(blockNumbers / width));

/** Compiled once for all files, so that later files use the optimized code. */
let compiled: WebAssembly.Module | undefined;

/**
 * Returns a writer for rows of `width` numbers with `bytes` of text memory, or undefined if the
 * engine lacks a required feature.
 */
export function rowsOf(width: number, bytes: number): RowWriter | undefined {
  try {
    const maxRows = rowsOfBlock(width);
    const numbersAt = previousRowAddress + 8 * width;
    const startsAt = numbersAt + 8 * width * maxRows;
    const roomAt = startsAt + 8 * (width + 1);
    const pages = Math.ceil((roomAt + bytes) / page);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    const all = new Uint8Array(memory.buffer);
    for (const [place, table] of tables) all.set(new Uint8Array(table.buffer), place);
    const text = (x: number, at: number): number => writeText(numberText(x), all, at);
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(csvSimdModule), (c) => c.charCodeAt(0)));
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory, text } });
    const write = exports.rows as (...operands: readonly number[]) => number;
    return {
      maxRows,
      numbers: new Float64Array(memory.buffer, numbersAt, width * maxRows),
      room: new Uint8Array(memory.buffer, roomAt, bytes),
      invalidate: exports.forget as () => void,
      write: (count, at) => write(numbersAt, width, count, startsAt, roomAt + at) - roomAt,
    };
  } catch {
    return undefined;
  }
}
