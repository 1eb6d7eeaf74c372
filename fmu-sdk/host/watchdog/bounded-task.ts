import { parentPort, workerData } from 'node:worker_threads';
import { messageOf, UserError } from '../../util/user-error.ts';
import { type Answer, cell, placeLength } from './bounded-cells.ts';
import { thisTask } from './thread-clock.ts';

/** Lets a task report its activity. */
export interface TaskProgress {
  /**
   * Reports the start of a call to an FMU, at a place that the task's caller can read (at most four
   * integers). Its clock starts at zero.
   */
  at(...place: readonly number[]): void;
  /**
   * Reports that FMU code is not being called, for example while loading, compiling or comparing.
   * This time is not counted.
   */
  away(): void;
  /** Sends a message that the caller gets if the thread is ended. The last one counts. */
  tell(word: unknown): void;
  /** Reports whether the task must return its partial result, because it will be ended soon. */
  asked(): boolean;
}

/**
 * Runs a bounded thread's program (see `inBoundedThread`): executes each task. `work` throws a
 * UserError for messages to the user.
 */
export function serveTasks<Task>(work: (task: Task, progress: TaskProgress) => unknown): void {
  const { cells } = workerData as { cells: Int32Array };
  const progress: TaskProgress = {
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
    const answer = await answerOf(task, progress, work);
    progress.away();
    post(answer);
  });
}

function post(answer: Answer): void {
  parentPort?.postMessage(answer);
}

async function answerOf<Task>(
  task: Task,
  progress: TaskProgress,
  work: (task: Task, here: TaskProgress) => unknown,
): Promise<Answer> {
  try {
    return { kind: 'done', result: await work(task, progress) };
  } catch (error) {
    if (error instanceof UserError) return { kind: 'failed', message: error.message, user: true };
    const message = error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
    return { kind: 'failed', message, user: false };
  }
}
