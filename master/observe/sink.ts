import type { Column } from './observer.ts';

/**
 * A form of results, chosen by the ending of the file that a user names.
 *
 * @example
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
  /** Begins a recording of `time` and these columns. */
  open(columns: readonly Column[], write: Write): OpenSink;
}

/**
 * Takes the next bytes of the file; their memory is used again after it returns. `whole` is asked where the disk takes no
 * more: how many of the first `written` of these bytes are whole rows; none of them are kept where it is left out.
 */
export type Write = (bytes: Uint8Array, whole?: (written: number) => number) => void;

/** A file that is being written. `whole` says that what was written so far ends with a whole row. */
export interface Destination {
  readonly write: Write;
  readonly whole: () => void;
}

/**
 * A recording. Call order: `row`* → `close`, which hands over what is still held back. When `row` returns, what was
 * handed over ends with a whole row: a file that is not finished, whatever the reason, is cut there. After an error of
 * `write` nothing is called any more.
 */
export interface OpenSink {
  /** The columns' present values, at t [s]. It allocates nothing. */
  row(t: number): void;
  /** Hands over what is held back; called about once a second, so that no more than that is lost with the process. */
  flush?(): void;
  close(): void;
}
