import type { Count } from '../../fmu-sdk/util/files/row-count.ts';
import type { Column } from './observer.ts';

/**
 * A form of results, chosen by the ending of the file that a user names.
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
  /** Endings of files in this form, with their dot: `.csv`. */
  readonly extensions: readonly string[];
  /** Begins a recording of `time` and these columns. A form that holds rows back does it in memory of `hold`, if it is given. */
  open(columns: readonly Column[], write: Write, hold?: Hold): OpenSink;
}

/**
 * Takes the next bytes of the file; their memory is used again after it returns. `whole` is asked where the disk takes no
 * more: how many of the first `written` of these bytes are whole rows; none of them are kept where it is left out.
 */
export type Write = (bytes: Uint8Array, whole?: (written: number) => number) => void;

/**
 * Gives memory for rows that are held back, once for a recording: what is in it is kept even if the run never comes back. Shared
 * memory that the form has itself (`own`) may be taken instead.
 */
export type Hold = (bytes: number, own?: Uint8Array, waiting?: WaitingRows) => HeldRows;

/** Rows of `width` numbers each in shared memory, which are to be text of a CSV file behind the rows that are held back. */
export interface WaitingRows {
  readonly numbers: Float64Array;
  readonly width: number;
}

/** Rows that are held back. They are the next bytes of the file; when they are handed to `write`, there are none. */
export interface HeldRows {
  readonly memory: Uint8Array;
  /** So many first bytes of the memory are whole rows now, and no numbers wait behind them. */
  keep(bytes: number): void;
  /** So many first bytes of the memory are to be kept, with so many waiting rows behind them. */
  wait(bytes: number, rows: number): void;
}

/** Memory that nobody else looks at. */
export const alone: Hold = (bytes, own) => ({
  memory: own ?? new Uint8Array(bytes),
  keep: () => {},
  wait: () => {},
});

/** A file that is being written. */
export interface Destination {
  readonly write: Write;
  readonly hold?: Hold;
  /** The file says itself how many rows it has; told before the first byte. */
  readonly counted?: (count: Count) => void;
  /** What was written so far ends with a whole row; `now`: what is killed from here on still has it. */
  readonly whole: (now?: boolean) => void;
}

/**
 * A recording. Call order: `row`* → `close`, which hands over what is still held back. When `row` returns, what was
 * handed over ends with a whole row: a file that is not finished, whatever the reason, is cut there. After an error of
 * `write` nothing is called any more.
 */
export interface OpenSink {
  /** Where a form says how many rows there are, if it does: the number is written there when the file ends, whatever the reason. */
  readonly count?: Count;
  /** The columns' present values, at t [s]. It allocates nothing. */
  row(t: number): void;
  /** Hands over what is held back; called about once a second, so that no more than that is lost when the process is killed. */
  flush?(): void;
  close(): void;
}
