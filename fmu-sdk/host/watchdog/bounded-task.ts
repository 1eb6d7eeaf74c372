import { parentPort, workerData } from 'node:worker_threads';
import { messageOf, UserError } from '../../util/user-error.ts';
import { type Answer, cell, placeLength } from './bounded-cells.ts';
import { thisTask } from './thread-clock.ts';

/** Where a task says what it is doing. */
export interface Here {
  /**
   * A unit's code is called from now on, at a place that the task's caller can read (at most four whole numbers); its clock
   * begins at zero.
   */
  at(...place: readonly number[]): void;
  /** No unit's code is called: something is loaded, compiled, compared. Nothing is counted. */
  away(): void;
  /** Something that the caller is to know if the thread is ended. The last word counts. */
  tell(word: unknown): void;
  /** Whether the task is asked to come back with what it knows, since it will be ended soon. */
  asked(): boolean;
}

/**
 * The whole of a bounded thread's program (see `inBoundedThread`): does each task that comes. `work` throws a UserError for
 * what the user is to read.
 */
export function serveTasks<Task>(work: (task: Task, here: Here) => unknown): void {
  const { cells } = workerData as { cells: Int32Array };
  const here: Here = {
    at(...place) {
      Atomics.store(cells, cell.called, 0);
      for (let i = 0; i < placeLength; i++) Atomics.store(cells, cell.place + i, place[i] ?? 0);
      Atomics.add(cells, cell.calls, 1);
      Atomics.store(cells, cell.called, 1);
    },
    away: () => void Atomics.store(cells, cell.called, 0),
    tell: (word) => post({ kind: 'told', word }),
    asked: () => Atomics.load(cells, cell.asked) !== 0,
  };
  Atomics.store(cells, cell.task, thisTask());
  parentPort?.on('message', async (task: Task) => {
    const answer = await answerOf(task, here, work);
    here.away();
    post(answer);
  });
}

function post(answer: Answer): void {
  parentPort?.postMessage(answer);
}

async function answerOf<Task>(
  task: Task,
  here: Here,
  work: (task: Task, here: Here) => unknown,
): Promise<Answer> {
  try {
    return { kind: 'done', result: await work(task, here) };
  } catch (error) {
    if (error instanceof UserError) return { kind: 'failed', message: error.message, user: true };
    const message = error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
    return { kind: 'failed', message, user: false };
  }
}
