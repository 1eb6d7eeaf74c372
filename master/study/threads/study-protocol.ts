import { cell } from '../../coupling/activity.ts';

/** Start data of a thread. */
export interface WorkerStart {
  /** Study file. */
  file: string;
  /** Cells of `Activity`, followed by the number of the present run. */
  cells: SharedArrayBuffer;
  /** Number of the thread, valid when it runs. */
  task: Int32Array;
}

/** Index of the present run number in the cells, behind those of `Activity`. */
export const runCell: number = Object.keys(cell).length;

/** Task of a thread: these runs, in this order. */
export type ThreadTask = readonly number[];

/**
 * Answer of a thread: lines for the journal with their run numbers. `last` means that its task is
 * done. `wanted` is a number of runs for which a task is efficient. `isAgain` means that the lines
 * replace earlier ones of these runs.
 */
export type ThreadAnswer =
  | {
      kind: 'lines';
      runs: readonly number[];
      lines: readonly string[];
      last: boolean;
      isAgain: boolean;
      wanted: number;
    }
  | { kind: 'failed'; message: string; user: boolean };
