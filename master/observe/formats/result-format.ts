import type { RowCounter } from '../../../fmu-sdk/util/files/row-count.ts';
import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { Column } from '../observer.ts';

/**
 * Result format, selected by the ending of the result file.
 *
 * @example
 * import { simulate } from 'fmukit';
 *
 * const times: Sink = {
 *   name: 'times',
 *   extensions: ['.times'],
 *   open: (_, write) => ({
 *     row: (t) => write(new TextEncoder().encode(`${t}\n`)),
 *     close: () => {},
 *   }),
 * };
 * await simulate(system, { sinks: [times], output: 'run.times' });
 */
export interface Sink {
  readonly name: string;
  /** File name endings of this format, with their dot: `.csv`. */
  readonly extensions: readonly string[];
  /**
   * Begins a recording of `time` and these columns. A format that buffers rows should do so in
   * memory of `hold`, if given.
   */
  open(columns: readonly Column[], write: Write, hold?: Hold): OpenSink;
}

/**
 * Takes the next bytes of the file. Their memory may be reused after the call. If the disk is full,
 * `whole` returns how many of the first `written` bytes are complete rows. Without `whole`, these
 * bytes are dropped.
 */
export type Write = (bytes: Uint8Array, whole?: (written: number) => number) => void;

/**
 * Provides memory for buffered rows, once for a recording. Its contents are saved even if the run
 * never returns.
 */
export type Hold = (bytes: number) => HeldRows;

/**
 * Buffered rows. They are the next bytes of the file. A call of `write` with them empties the buffer.
 */
export interface HeldRows {
  readonly memory: Uint8Array;
  /** Marks the first `bytes` of the memory as complete rows. */
  keep(bytes: number): void;
}

/** Provides memory that is not shared with another thread. */
export const unsharedHold: Hold = (bytes) => ({ memory: new Uint8Array(bytes), keep: () => {} });

/** File that is being written. */
export interface Destination {
  readonly write: Write;
  readonly hold?: Hold;
  /** Called before the first byte if the file contains its number of rows. */
  readonly counted?: (count: RowCounter) => void;
  /**
   * Marks that the bytes so far end with a complete row. With `now` they must survive the end of
   * the process.
   */
  readonly whole: (now?: boolean) => void;
}

/**
 * Open recording. Call order: `row`* → `close`, which writes the buffered bytes. After each `row`
 * the written bytes end with a complete row, at which an unfinished file is cut. After an error of
 * `write` nothing more is called.
 */
export interface OpenSink {
  /**
   * Position of the row count in the file, if the format has one. It is written when the file ends,
   * whatever the reason.
   */
  readonly count?: RowCounter;
  /** Records the present values of the columns at t [s]. Must not allocate memory. */
  row(t: number): void;
  /**
   * Writes the buffered bytes. It is called about once a second, which limits the loss if the
   * process is killed.
   */
  flush?(): void;
  close(): void;
  /**
   * Saves or restores the state of the recording, after `flush`. A run with a format without this
   * method cannot write checkpoints.
   */
  visitState?(state: StateVisitor): void;
}
