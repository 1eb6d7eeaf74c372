import { resolve as resolvePath } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageFolder } from '../../util/package-files.ts';
import { UserError } from '../../util/user-error.ts';
import { type Answer, cell, placeLength } from './bounded-cells.ts';
import { Stopwatch } from './stopwatch.ts';
import { cpuSecondsOf } from './thread-clock.ts';
import { overdue, overdueText, type TimeLimits, type TimeSpent } from './time-limits.ts';

export interface BoundedOptions extends TimeLimits {
  /** Largest heap of the thread, without WebAssembly memories and other buffers [MB]. */
  heapMegabytes?: number;
  /** CPU time for a last message of a task that checks `asked` [s]. Default: 0. */
  lastWordSeconds?: number;
  /** Selects when the thread is reused after a task. Default: `always`. */
  reuse?: 'always' | 'unless failed';
  /** True to drop what the thread prints, such as the panic of a library. */
  silent?: boolean;
}

/** A task that did not return, or exceeded its memory, and whose thread was ended. */
export class TaskEndedError extends UserError {
  /**
   * @param words part of a sentence that begins with the FMU: "computed for 10 s of CPU time"
   * @param place last argument of the task to `at`, empty outside of FMU calls
   * @param lastMessage last message of the task, if any
   */
  constructor(
    readonly words: string,
    readonly place: readonly number[],
    readonly lastMessage: unknown,
  ) {
    super(`A task ${words}, and was ended.`);
  }
}

/** Interval of the watcher's checks [ms]. */
const interval = 50;

/** Idle threads, by program and heap, so that the next task need not load the code again. */
const idle = new Map<string, Thread>();

interface Thread {
  worker: Worker;
  cells: Int32Array;
}

/**
 * Runs a task in a separate thread. The thread is ended (`TaskEndedError`) when FMU code that it calls
 * exceeds its time limits. Other code of the task is not limited. Errors of the task are passed on
 * with their message.
 *
 * @param program path in the package of a compiled module that calls `serveTasks`: `dist/trial.cjs`
 * @param task data that can be sent to a thread
 */
export async function inBoundedThread<Result>(
  program: string,
  task: unknown,
  options: BoundedOptions,
): Promise<Result> {
  const key = `${program} ${options.heapMegabytes ?? ''}`;
  const thread = idle.get(key) ?? started(program, options);
  idle.delete(key);
  thread.cells.fill(0, cell.called);
  thread.worker.ref();
  const { result, alive } = await answered(thread, task, options);
  thread.worker.unref();
  const spare = alive && !idle.has(key);
  if (spare) idle.set(key, thread);
  else void thread.worker.terminate();
  if (result instanceof Error) throw result;
  return result.value as Result;
}

function started(program: string, { heapMegabytes, silent = false }: BoundedOptions): Thread {
  const cells = new Int32Array(new SharedArrayBuffer(4 * (cell.place + placeLength)));
  const resourceLimits = heapMegabytes === undefined ? undefined : { maxOldGenerationSizeMb: heapMegabytes };
  const worker = new Worker(resolvePath(packageFolder, program), {
    ...{ workerData: { cells }, resourceLimits },
    ...{ stdout: silent, stderr: silent },
  });
  // A stream that waits for more text would keep the process alive.
  if (silent) for (const stream of [worker.stdout, worker.stderr]) stream.destroy();
  const thread = { worker, cells };
  // Errors of an idle thread are ignored.
  worker.on('error', () => forget(thread)).on('exit', () => forget(thread));
  return thread;
}

function forget(thread: Thread): void {
  for (const [key, candidate] of idle) if (candidate === thread) idle.delete(key);
}

interface Outcome {
  result: Error | { value: unknown };
  /** Marks a thread that can take another task. */
  alive: boolean;
}

function answered({ worker, cells }: Thread, task: unknown, options: BoundedOptions): Promise<Outcome> {
  const { lastWordSeconds = 0 } = options;
  const stopwatch = new Stopwatch();
  let lastMessage: unknown;
  return new Promise((resolve) => {
    const ended = (words: string): void =>
      end({ result: new TaskEndedError(words, placeOf(cells), lastMessage), alive: false });
    const watch = setInterval(() => {
      const called = Atomics.load(cells, cell.called) !== 0;
      const cpu = called ? cpuSecondsOf(cells[cell.task]) : 0;
      const place = called ? `${cells[cell.calls]}` : undefined;
      const spent = stopwatch.look(place, cpu, performance.now() / 1000);
      const how = overdue(spent, options);
      if (how === undefined) return;
      Atomics.store(cells, cell.asked, 1);
      if (lastWordSeconds === 0 || isSilent(spent, options)) ended(overdueText(how, spent, options));
    }, interval);
    const onMessage = (answer: Answer): void => {
      if (answer.kind === 'told') lastMessage = answer.word;
      else if (answer.kind === 'done') end({ result: { value: answer.result }, alive: true });
      else
        end({
          result: answer.user ? new UserError(answer.message) : new Error(answer.message),
          alive: options.reuse !== 'unless failed',
        });
    };
    const onError = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        ended(`took more than ${options.heapMegabytes} MB of memory`);
      else end({ result: error, alive: false });
    };
    const onExit = (code: number): void => ended(`ended its thread (exit code ${code})`);
    const end = (outcome: Outcome): void => {
      clearInterval(watch);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve(outcome);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(task);
  });
}

/**
 * Reports whether the time for a last message is over. A waiting task gets as much wall time as CPU
 * time.
 */
function isSilent({ cpu, wall }: TimeSpent, options: BoundedOptions): boolean {
  const { cpuSeconds, wallSeconds, lastWordSeconds = 0 } = options;
  return cpu >= cpuSeconds + lastWordSeconds || wall >= wallSeconds + lastWordSeconds;
}

function placeOf(cells: Int32Array): number[] {
  return cells[cell.called] === 0 ? [] : [...cells.subarray(cell.place, cell.place + placeLength)];
}
