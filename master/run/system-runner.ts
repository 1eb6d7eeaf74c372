import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { NativeBinary } from '../../fmu-sdk/host/third-party-hosts.ts';
import { Stopwatch } from '../../fmu-sdk/host/watchdog/stopwatch.ts';
import { cpuSecondsOf } from '../../fmu-sdk/host/watchdog/thread-clock.ts';
import {
  type Bounds,
  type Overdue,
  overdue,
  overdueWords,
  type Spent,
} from '../../fmu-sdk/host/watchdog/time-limits.ts';
import { newMark } from '../../fmu-sdk/util/files/temp-file.ts';
import { packageFile } from '../../fmu-sdk/util/package-files.ts';
import { nameText } from '../../fmu-sdk/util/printable.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { tell } from '../../fmu-sdk/util/user-code.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import { auto } from '../advise/auto-scheme.ts';
import { cell, inLoop, type LoopPlace, nobody } from '../coupling/activity.ts';
import type { OwnStepsLog } from '../coupling/substep-log.ts';
import { requireChecked } from '../system/require-checked.ts';
import type { CheckedSystem } from '../system/system.ts';
import { type CallLogOptions, requireLog } from './call-log.ts';
import { type CheckpointOptions, requireCheckpoint } from './checkpoint/checkpoints.ts';
import { decimalTime } from './decimal-time.ts';
import type { LiveOptions, LiveRows } from './live-rows.ts';
import { type RealtimeOptions, requireRealtime } from './realtime/real-time-pacer.ts';
import { settleResult } from './result-file.ts';
import type { SharedRows } from './rows-in-memory.ts';
import { keptWords } from './run-loop.ts';
import type { Job, Reply, RunResult } from './run-protocol.ts';
import { Stopped } from './stopped-run.ts';

/** How a run in a thread of its own goes. */
export interface RunOptions {
  /** File of results to write, its form by its ending. */
  output?: string | undefined;
  collect?: boolean | undefined;
  /** What of the calls of units goes to a file. */
  log?: CallLogOptions | undefined;
  /** File for every call of a unit with its answer (`openRecording`); the system is to be loaded with `byCalls`. */
  recordCalls?: string | undefined;
  /** Whether results have rows at events inside of steps, where one unit runs alone. */
  events?: boolean | undefined;
  /** How the run follows the clock on the wall; left out, it goes as fast as it can. */
  realtime?: RealtimeOptions | undefined;
  /** Where the whole of it is kept, and how often. */
  checkpoint?: CheckpointOptions | undefined;
  /** The checkpoint at which it begins; left out, it begins at the start. */
  resume?: string | undefined;
  /** Whether the result says what each column came to. */
  summarize?: boolean | undefined;
  /** Modules whose default export has couplings, observers, … of the user's own. */
  use?: readonly string[] | undefined;
  /** Called about ten times a second with the share of the run that is done (0 … 1). */
  onProgress?: ((share: number) => void) | undefined;
  /** Is told what a user should know: what confines native units, which of them crashed when they were closed. */
  onNote?: ((text: string) => void) | undefined;
  /** Is given the steps that the coupling scheme has made of its own, where the run fails. */
  onOwnSteps?: ((log: OwnStepsLog) => void) | undefined;
}

const runnerKinds: OptionTable<RunOptions> = {
  output: 'path',
  collect: 'boolean',
  log: 'object',
  recordCalls: 'path',
  events: 'boolean',
  realtime: 'object',
  checkpoint: 'object',
  resume: 'path',
  summarize: 'boolean',
  use: 'texts',
  onProgress: 'function',
  onNote: 'function',
  onOwnSteps: 'function',
};

/** How a run is looked at while it goes on, and who is told where its rows are. */
export interface LiveView extends LiveOptions {
  readonly onRows: (rows: LiveRows) => void;
}

/** Where a run is: steps done, and the unit that is called (or `nobody`). */
interface Place {
  steps: number;
  unit: number;
}

/** How often the watching thread looks [ms]. */
const interval = 100;
/** Rows that are held back go to the file once a second: so much is lost if the process is killed. */
const looksPerFlush = 10;

/** How long a thread may take to end that is in a native unit, and does not write meanwhile; and any other one [ms]. */
const [inUnit, elsewhere] = [1000, 30_000];

/**
 * What is short-lived in that thread, three times a part that is looked through when it is full: steps leave nothing behind, and what
 * 1000 units leave while they are loaded takes 8 MB less of the process then, and no more time [MB].
 */
const youngMegabytes = 6;

/**
 * Runs systems one after the other in a thread of their own, so that a unit that never returns can be stopped.
 * `dispose` ends the thread.
 *
 * @example
 * const runner = new SystemRunner();
 * const timer = setTimeout(() => runner.kill(), 60_000);
 * const { outcome, time } = await runner.run(system, { output: 'results/chain.csv' });
 * clearTimeout(timer);
 * await runner.dispose();
 */
export class SystemRunner {
  private worker: Worker | undefined;
  private readonly cells = new Int32Array(new SharedArrayBuffer(16));
  /** Numbers of the computing thread, from the moment when it runs, and of the one that it waits for, or 0. */
  private readonly task = new Int32Array(new SharedArrayBuffer(8));
  private job: Job | undefined;
  /** Where the rows are that the file of the present run does not have yet. */
  private rows: SharedRows | undefined;
  /** Where the present run's coupling loop says what it is doing, if it has one. */
  private loop: LoopPlace | undefined;
  /** Ends the present run with this error. */
  private fail: ((error: Error) => void) | undefined;
  private disposed = false;
  /** From now on the present run hears nothing of its thread, whose end is no accident. */
  private leave: (() => void) | undefined;

  /** Asks the run to stop after its present communication step; what it has recorded is kept. False where nothing runs. */
  interrupt(): boolean {
    Atomics.store(this.cells, cell.stop, 1);
    return this.job !== undefined;
  }

  /** Whether something is waited for that may never come: a unit is called, or the run has not come to its first call of one yet. */
  get waits(): boolean {
    const { steps, unit } = this.place();
    return this.job !== undefined && (unit !== nobody || steps === 0);
  }

  /** The unit that is called, and from where it is to step [s]; undefined where none is. */
  get called(): { unit: string; time: number } | undefined {
    const { job } = this;
    const { steps, unit } = this.place();
    if (job === undefined || unit === nobody) return undefined;
    const { units, startTime, step } = job.system;
    return { unit: units[unit].name, time: decimalTime(startTime, step)(startTime + steps * step) };
  }

  /**
   * Ends the run in the midst of its step; what it has recorded is kept, under the name `kept`. A thread that is `stuck` in
   * a unit's own code ends with the process alone.
   */
  async kill(): Promise<{ kept?: string | undefined; stuck: boolean }> {
    const { job, fail } = this;
    this.leave?.();
    const end = await this.endThread();
    fail?.(new UserError(`run ${job?.system.name}: it was ended.`));
    return end;
  }

  /** @throws UserError while another run of it goes on, and after `dispose` */
  run(system: CheckedSystem, options: RunOptions = {}): Promise<RunResult> {
    return this.begin(system, options);
  }

  /**
   * Runs it so that its rows are seen meanwhile: `onRows` is told where they are when the first is there.
   *
   * @internal
   */
  runLive(system: CheckedSystem, options: RunOptions, live: LiveView): Promise<RunResult> {
    return this.begin(system, options, live);
  }

  private async begin(system: CheckedSystem, options: RunOptions, view?: LiveView): Promise<RunResult> {
    requireChecked('run', system);
    requireOptions(`run ${system.name}`, options, runnerKinds);
    requireLog(system, options.log);
    requireCheckpoint(system.name, options.checkpoint);
    requireRealtime(system.name, options.realtime);
    if (this.job !== undefined)
      throw new UserError(
        `run ${system.name}: its runner is at ${this.job.system.name}. Wait for that to end, or take another SystemRunner.`,
      );
    if (this.disposed)
      throw new UserError(`run ${system.name}: its runner was disposed of. Take another SystemRunner.`);
    this.cells.fill(0);
    this.cells[cell.unit] = nobody;
    Atomics.store(this.task, 1, 0);
    this.worker ??= this.startWorker();
    const worker = this.worker;
    const { output, use, log, events, realtime, collect = false, summarize = false } = options;
    const { checkpoint, resume, recordCalls } = options;
    const job: Job = {
      ...{ system, output, use, log, events, realtime, collect, summarize, checkpoint, resume, recordCalls },
      live: view && { hold: view.hold, mostRows: view.mostRows },
      mark: newMark(),
    };
    this.job = job;
    this.rows = undefined;
    this.loop = undefined;
    // A scheme that is to be found is tried first; then it is known how many steps there are.
    let { step } = system;
    let looksFor = system.scheme === auto.name;
    return new Promise((resolve, reject) => {
      const stopwatch = new Stopwatch();
      const told = <T>(name: string, own: ((what: T) => void) | undefined, what: T): void => {
        try {
          tell(`run ${system.name}`, name, own, what);
        } catch (error) {
          lose(error as Error);
        }
      };
      let looks = 0;
      const watch = setInterval(() => {
        const task = Atomics.load(this.task, 1) || this.task[0];
        const place = this.place();
        if (!looksFor)
          told('onProgress', options.onProgress, (place.steps * step) / (system.stopTime - system.startTime));
        if (++looks % looksPerFlush === 0) Atomics.store(this.cells, cell.flush, 1);
        // Before a unit is called, there may be no thread yet.
        const called = place.unit !== nobody;
        const cpu = called ? cpuSecondsOf(task) : 0;
        const at = called ? `${place.steps} ${place.unit} ${task}` : undefined;
        const spent = stopwatch.look(at, cpu, performance.now() / 1000);
        const how = overdue(spent, boundsOf(system));
        if (how !== undefined) lose(this.stopped({ ...system, step }, place, how, spent));
      }, interval);
      const onMessage = (reply: Reply): void => {
        if (reply.kind === 'note') told('onNote', options.onNote, reply.text);
        else if (reply.kind === 'rows') this.rows = reply.rows;
        else if (reply.kind === 'live') view?.onRows(reply.rows);
        else if (reply.kind === 'ownSteps') options.onOwnSteps?.(reply.log);
        else if (reply.kind === 'chosen') [step, looksFor] = [reply.step, false];
        else if (reply.kind === 'loop') this.loop = reply.place;
        else if (reply.kind === 'done') end(() => resolve(reply.result));
        else end(() => reject(reply.user ? UserError.again(reply.message) : new Error(reply.message)));
      };
      /** The thread is lost, or is to be: what it has recorded is kept. */
      const lose = (error: Error): void => {
        end(() => {
          void this.endThread(job).then(({ kept }) => {
            if (kept !== undefined) error.message += keptWords(kept);
            reject(error);
          });
        });
      };
      const onError = (error: Error): void => lose(explained(error, system.name));
      const onExit = (code: number): void =>
        lose(new UserError(`run ${system.name}: something in it ended the thread (exit code ${code}).`));
      const leave = (): void => {
        clearInterval(watch);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      };
      const end = (action: () => void): void => {
        leave();
        this.job = undefined;
        this.fail = undefined;
        this.leave = undefined;
        action();
      };
      this.leave = leave;
      this.fail = (error) => end(() => reject(error));
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      try {
        worker.postMessage(job);
      } catch (error) {
        end(() => reject(unsent(error, system.name)));
      }
    });
  }

  /** Ends the thread, and in the midst of its step what it runs. */
  async dispose(): Promise<void> {
    this.disposed = true;
    if (this.job !== undefined) await this.kill();
    await this.worker?.terminate();
    this.worker = undefined;
  }

  /** `await using runner = new SystemRunner()` disposes of it at the end of its block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  private startWorker(): Worker {
    const { cells, task } = this;
    return new Worker(packageFile('dist/worker.cjs'), {
      workerData: { cells: cells.buffer, task },
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    });
  }

  private place(): Place {
    const [steps, unit] = [cell.steps, cell.unit].map((place) => Atomics.load(this.cells, place));
    if (unit !== inLoop) return { steps, unit };
    if (this.loop === undefined) return { steps, unit: nobody };
    return { steps: this.loop.step[0], unit: Atomics.load(this.loop.unit, 0) };
  }

  private stopped(system: CheckedSystem, place: Place, how: Overdue, spent: Spent): Stopped {
    const { name, binary } = system.units[place.unit];
    const limit = how === 'computes' ? 'stepSeconds' : 'wallSeconds';
    return new Stopped(
      `step ${name}: at t = ${system.startTime + place.steps * system.step} s the unit ` +
        `${overdueWords(how, spent, boundsOf(system))}, and was stopped. Raise "limits.${limit}" if it is only slow.`,
      binary.form === 'native' && (binary as NativeBinary).trusted,
    );
  }

  /** Ends the thread, then keeps what it has recorded. A thread inside a native unit may never end, and is not waited for. */
  private async endThread(
    job: Job | undefined = this.job,
  ): Promise<{ kept?: string | undefined; stuck: boolean }> {
    const { worker } = this;
    this.worker = undefined;
    const { unit } = this.place();
    const native = unit !== nobody && job?.system.units[unit].binary.form === 'native';
    const clock = new AbortController();
    const late = delay(native ? inUnit : elsewhere, true, { signal: clock.signal }).catch(() => true);
    const ended = worker?.terminate().then(() => false) ?? Promise.resolve(false);
    const stuck = await Promise.race([ended, late]);
    clock.abort();
    return {
      kept: job?.output === undefined ? undefined : settleResult(job.output, job.mark, this.rows),
      stuck,
    };
  }
}

function boundsOf({ stepSeconds, wallSeconds }: CheckedSystem): Bounds {
  return { cpuSeconds: stepSeconds, wallSeconds };
}

/** What a run was given that no thread can be sent: it has not begun, and its runner is free. */
function unsent(error: unknown, name: string): UserError {
  return new UserError(
    `run ${name}: what it is given cannot be sent to the thread that computes (${nameText(messageOf(error))}). Give plain data, or run it in this thread, by simulate().`,
    { cause: error },
  );
}

function explained(error: Error, name: string): Error {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return new UserError(
    `run ${name}: there is no memory left for the thread that computes. Record fewer columns, or close other programs.`,
  );
}
