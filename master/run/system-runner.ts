import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { NativeBinary } from '../../fmu-sdk/host/third-party-hosts.ts';
import { Stopwatch } from '../../fmu-sdk/host/watchdog/stopwatch.ts';
import { cpuSecondsOf } from '../../fmu-sdk/host/watchdog/thread-clock.ts';
import {
  type Overdue,
  overdue,
  overdueText,
  type TimeLimits,
  type TimeSpent,
} from '../../fmu-sdk/host/watchdog/time-limits.ts';
import { newMark } from '../../fmu-sdk/util/files/temp-file.ts';
import { packageFile } from '../../fmu-sdk/util/package-files.ts';
import { printableName } from '../../fmu-sdk/util/printable.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { callUserCallback } from '../../fmu-sdk/util/user-code.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import { autoScheme } from '../advise/auto-scheme.ts';
import { cell, inLoop, type LoopPlace, nobody } from '../coupling/activity.ts';
import type { SubstepColumns } from '../coupling/substep-log.ts';
import { requireChecked } from '../system/require-checked.ts';
import type { CheckedSystem } from '../system/system.ts';
import { type CallLogOptions, requireLog } from './call-log.ts';
import { type CheckpointOptions, requireCheckpoint } from './checkpoint/checkpoints.ts';
import { decimalTime } from './decimal-time.ts';
import type { LiveOptions, LiveRows } from './live-rows.ts';
import { type RealtimeOptions, requireRealtime } from './realtime/real-time-pacer.ts';
import { settleResult } from './result-file.ts';
import type { SharedRows } from './rows-in-memory.ts';
import { keptRowsText } from './run-loop.ts';
import type { Job, Reply, RunResult } from './run-protocol.ts';
import { RunStopped } from './stopped-run.ts';

/** Options of a run in a separate thread. */
export interface RunnerOptions {
  /** Result file, with its format given by the extension. */
  output?: string | undefined;
  collect?: boolean | undefined;
  /** Options of the log of FMI calls. */
  log?: CallLogOptions | undefined;
  /**
   * File that records every call of a unit with its result (`openRecording`). Load the system with
   * `byCalls`.
   */
  recordCalls?: string | undefined;
  /** Adds rows at events inside steps, for a single unit. */
  events?: boolean | undefined;
  /** Options of a real-time run. Default: as fast as possible. */
  realtime?: RealtimeOptions | undefined;
  /** Options of checkpoints. */
  checkpoint?: CheckpointOptions | undefined;
  /** Checkpoint at which the run resumes. Default: the run starts at the beginning. */
  resume?: string | undefined;
  /** Adds a summary of each column to the result. */
  summarize?: boolean | undefined;
  /** Modules whose default exports hold custom coupling schemes, observers and other extensions. */
  use?: readonly string[] | undefined;
  /** Called about ten times a second with the completed share of the run (0 … 1). */
  onProgress?: ((share: number) => void) | undefined;
  /**
   * Called with notes for the user, for example on how native units are confined or on crashes
   * while closing.
   */
  onNote?: ((text: string) => void) | undefined;
  /** Called with the substeps of the coupling scheme if the run fails. */
  onOwnSteps?: ((log: SubstepColumns) => void) | undefined;
}

const runnerKinds: OptionTable<RunnerOptions> = {
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

/** Options for viewing a running simulation, with a callback for the memory of its rows. */
export interface LiveView extends LiveOptions {
  readonly onRows: (rows: LiveRows) => void;
}

/** Progress of a run: completed steps, and the unit that is called (or `nobody`). */
interface Place {
  steps: number;
  unit: number;
}

/** Interval at which the watching thread checks the run [ms]. */
const interval = 100;
/**
 * Checks per flush. Buffered rows go to the file once a second, which limits the loss if the
 * process is killed.
 */
const looksPerFlush = 10;

/**
 * Time limits for ending a thread: inside a native unit, which does not write meanwhile, and
 * elsewhere [ms].
 */
const [inUnit, elsewhere] = [1000, 30_000];

/**
 * Size of the young generation in that thread [MB]. Steps do not leave garbage. Loading 1000 units
 * then needs 8 MB less memory and no more time.
 */
const youngMegabytes = 6;

/**
 * Runs systems one after another in a separate thread, so that a unit that never returns can be
 * stopped. `dispose` ends the thread.
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
  /** Thread numbers of the computing thread, once it runs, and of the one it waits for (or 0). */
  private readonly task = new Int32Array(new SharedArrayBuffer(8));
  private job: Job | undefined;
  /** Rows that are not in the file of the present run yet. */
  private rows: SharedRows | undefined;
  /** Memory in which the coupling loop of the present run reports its progress, if it has one. */
  private loop: LoopPlace | undefined;
  /** Ends the present run with an error. */
  private fail: ((error: Error) => void) | undefined;
  private disposed = false;
  /**
   * Detaches the present run from its thread, so that the end of the thread is not reported as an
   * error.
   */
  private leave: (() => void) | undefined;

  /**
   * Asks the run to stop after its present communication step. Recorded rows are preserved. Returns
   * false if nothing runs.
   */
  interrupt(): boolean {
    Atomics.store(this.cells, cell.stop, 1);
    return this.job !== undefined;
  }

  /**
   * True while the run waits for a call that may never return, or before its first call of a unit.
   */
  get waits(): boolean {
    const { steps, unit } = this.place();
    return this.job !== undefined && (unit !== nobody || steps === 0);
  }

  /** Unit that is being called, and the start of its step [s]. Undefined between calls. */
  get called(): { unit: string; time: number } | undefined {
    const { job } = this;
    const { steps, unit } = this.place();
    if (job === undefined || unit === nobody) return undefined;
    const { units, startTime, step } = job.system;
    return { unit: units[unit].name, time: decimalTime(startTime, step)(startTime + steps * step) };
  }

  /**
   * Ends the run in the middle of its step. Recorded rows are preserved in the file `kept`. A
   * thread that is `stuck` in native code ends only with the process.
   */
  async kill(): Promise<{ rowsFile?: string | undefined; stuck: boolean }> {
    const { job, fail } = this;
    this.leave?.();
    const end = await this.endThread();
    fail?.(new UserError(`run ${job?.system.name}: the run was ended.`));
    return end;
  }

  /** @throws UserError during another run, and after `dispose` */
  run(system: CheckedSystem, options: RunnerOptions = {}): Promise<RunResult> {
    return this.begin(system, options);
  }

  /**
   * Runs a system whose rows can be viewed meanwhile. `onRows` receives their memory with the first
   * row.
   *
   * @internal
   */
  runLive(system: CheckedSystem, options: RunnerOptions, live: LiveView): Promise<RunResult> {
    return this.begin(system, options, live);
  }

  private async begin(system: CheckedSystem, options: RunnerOptions, view?: LiveView): Promise<RunResult> {
    requireChecked('run', system);
    requireOptions(`run ${system.name}`, options, runnerKinds);
    requireLog(system, options.log);
    requireCheckpoint(system.name, options.checkpoint);
    requireRealtime(system.name, options.realtime);
    if (this.job !== undefined)
      throw new UserError(
        `run ${system.name}: this SystemRunner is still running ${this.job.system.name}. Wait for its end, or use another SystemRunner.`,
      );
    if (this.disposed)
      throw new UserError(`run ${system.name}: this SystemRunner was disposed of. Use another one.`);
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
    // A scheme is selected first if necessary. Only then is the number of steps known.
    let { step } = system;
    let looksFor = system.scheme === autoScheme.name;
    return new Promise((resolve, reject) => {
      const stopwatch = new Stopwatch();
      const notify = <T>(name: string, callback: ((what: T) => void) | undefined, what: T): void => {
        try {
          callUserCallback(`run ${system.name}`, name, callback, what);
        } catch (error) {
          lose(error as Error);
        }
      };
      let looks = 0;
      const watch = setInterval(() => {
        const task = Atomics.load(this.task, 1) || this.task[0];
        const place = this.place();
        if (!looksFor)
          notify(
            'onProgress',
            options.onProgress,
            (place.steps * step) / (system.stopTime - system.startTime),
          );
        if (++looks % looksPerFlush === 0) Atomics.store(this.cells, cell.flush, 1);
        // Before the first call of a unit, the thread may not exist yet.
        const called = place.unit !== nobody;
        const cpu = called ? cpuSecondsOf(task) : 0;
        const at = called ? `${place.steps} ${place.unit} ${task}` : undefined;
        const spent = stopwatch.look(at, cpu, performance.now() / 1000);
        const how = overdue(spent, boundsOf(system));
        if (how !== undefined) lose(this.stopped({ ...system, step }, place, how, spent));
      }, interval);
      const onMessage = (reply: Reply): void => {
        if (reply.kind === 'note') notify('onNote', options.onNote, reply.text);
        else if (reply.kind === 'rows') this.rows = reply.rows;
        else if (reply.kind === 'live') view?.onRows(reply.rows);
        else if (reply.kind === 'ownSteps') options.onOwnSteps?.(reply.log);
        else if (reply.kind === 'chosen') [step, looksFor] = [reply.step, false];
        else if (reply.kind === 'loop') this.loop = reply.place;
        else if (reply.kind === 'done') end(() => resolve(reply.result));
        else end(() => reject(reply.user ? UserError.again(reply.message) : new Error(reply.message)));
      };
      /** Handles the loss of the thread. Recorded rows are preserved. */
      const lose = (error: Error): void => {
        end(() => {
          void this.endThread(job).then(({ rowsFile }) => {
            if (rowsFile !== undefined) error.message += keptRowsText(rowsFile);
            reject(error);
          });
        });
      };
      const onError = (error: Error): void => lose(explained(error, system.name));
      const onExit = (code: number): void =>
        lose(new UserError(`run ${system.name}: the thread ended unexpectedly (exit code ${code}).`));
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

  /** Ends the thread, even in the middle of a step. */
  async dispose(): Promise<void> {
    this.disposed = true;
    if (this.job !== undefined) await this.kill();
    await this.worker?.terminate();
    this.worker = undefined;
  }

  /** Disposes of the runner at the end of a block: `await using runner = new SystemRunner()`. */
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

  private stopped(system: CheckedSystem, place: Place, how: Overdue, spent: TimeSpent): RunStopped {
    const { name, binary } = system.units[place.unit];
    const limit = how === 'computes' ? 'stepSeconds' : 'wallSeconds';
    return new RunStopped(
      `step ${name}: at t = ${system.startTime + place.steps * system.step} s the unit ` +
        `${overdueText(how, spent, boundsOf(system))}, and was stopped. Raise "limits.${limit}" if the unit is only slow.`,
      binary.form === 'native' && (binary as NativeBinary).trusted,
    );
  }

  /**
   * Ends the thread, then saves its recorded rows. Does not wait for a thread inside a native unit,
   * which may never end.
   */
  private async endThread(
    job: Job | undefined = this.job,
  ): Promise<{ rowsFile?: string | undefined; stuck: boolean }> {
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
      rowsFile: job?.output === undefined ? undefined : settleResult(job.output, job.mark, this.rows),
      stuck,
    };
  }
}

function boundsOf({ stepSeconds, wallSeconds }: CheckedSystem): TimeLimits {
  return { cpuSeconds: stepSeconds, wallSeconds };
}

/**
 * Returns the error for options that cannot be sent to a thread. The run has not begun, and its
 * runner is free.
 */
function unsent(error: unknown, name: string): UserError {
  return new UserError(
    `run ${name}: an option cannot be sent to the computing thread (${printableName(messageOf(error))}). Pass only cloneable data, or run in this thread with simulate().`,
    { cause: error },
  );
}

function explained(error: Error, name: string): Error {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return new UserError(
    `run ${name}: out of memory in the computing thread. Record fewer columns, or close other programs.`,
  );
}
