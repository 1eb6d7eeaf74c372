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

/** Takes the next bytes of the file; their memory is used again after it returns. */
export type Write = (bytes: Uint8Array) => void;

/**
 * A recording. Call order: `row`* → `close`, which hands over what is still held back. Whole or not, what was written is
 * read as far as its last whole row.
 */
export interface OpenSink {
  /** The columns' present values, at t [s]. It allocates nothing. */
  row(t: number): void;
  close(): void;
}
