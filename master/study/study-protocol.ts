/** What a thread that computes is started with. */
export interface WorkerStart {
  /** The study's file. */
  file: string;
  /** Cells of `Activity`, and behind them the number of the present run. */
  cells: SharedArrayBuffer;
  /** The thread's number, from the moment when it runs. */
  task: Int32Array;
}

/** Place of the present run's number in the cells. */
export const runCell = 4;

/** What it is asked: these runs, in this order. */
export type Asked = readonly number[];

/** What it answers: lines for the journal, with the numbers of their runs; `last`: of what it was asked, nothing is left. */
export type Answer =
  | { kind: 'lines'; runs: readonly number[]; lines: readonly string[]; last: boolean }
  | { kind: 'failed'; message: string; user: boolean };
