import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { newMark } from '../../../fmu-sdk/util/files/temp-file.ts';
import { packageFile } from '../../../fmu-sdk/util/package-files.ts';
import { type OptionTable, requireOptions } from '../../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { cell, nobody } from '../../coupling/activity.ts';
import { requireChecked } from '../../system/require-checked.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { requireSettings } from '../options/require-settings.ts';
import { pickSettings, type RunSettings, settingKinds } from '../options/run-options.ts';
import type { LiveOptions, LiveRows } from '../rows/live-rows.ts';
import type { RunResult } from './run-protocol.ts';
import { type RunnerCallbacks, WatchedRun } from './watched-run.ts';

/** Options of a run in a separate thread. */
export interface RunnerOptions extends RunSettings, RunnerCallbacks {}

const runnerKinds: OptionTable<RunnerOptions> = {
  ...settingKinds,
  onProgress: 'function',
  onNote: 'function',
  onOwnSteps: 'function',
};

/** Options for viewing a running simulation, with a callback for the memory of its rows. */
export interface LiveView extends LiveOptions {
  readonly onRows: (rows: LiveRows) => void;
}

/**
 * Time limits for ending a thread: inside a unit or before the first call of one, when it does not
 * write, and elsewhere [ms].
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
 * const { outcome, endTime } = await runner.run(system, { output: 'results/chain.csv' });
 * clearTimeout(timer);
 * await runner.dispose();
 */
export class SystemRunner {
  private worker: Worker | undefined;
  private readonly cells = new Int32Array(new SharedArrayBuffer(16));
  /** Thread numbers of the computing thread, once it runs, and of the one it waits for (or 0). */
  private readonly task = new Int32Array(new SharedArrayBuffer(8));
  private present: WatchedRun | undefined;
  private disposed = false;

  /**
   * Asks the run to stop after its present communication step. Recorded rows are preserved. Returns
   * false if nothing runs.
   */
  interrupt(): boolean {
    Atomics.store(this.cells, cell.stop, 1);
    return this.present !== undefined;
  }

  /**
   * True while the run waits for a call that may never return, or before its first call of a unit.
   */
  get waits(): boolean {
    return this.present?.waits ?? false;
  }

  /** Unit that is being called, and the start of its step [s]. Undefined between calls. */
  get called(): { unit: string; time: number } | undefined {
    return this.present?.called;
  }

  /**
   * Ends the run in the middle of its step. Recorded rows are preserved in the file `kept`. A
   * thread that is `stuck` in native code ends only with the process.
   */
  kill(): Promise<{ rowsFile?: string | undefined; stuck: boolean }> {
    return this.killWithin(inUnit);
  }

  /**
   * Ends the run as `kill` does, and waits at most `milliseconds` for a unit.
   *
   * @internal
   */
  async killWithin(milliseconds: number): Promise<{ rowsFile?: string | undefined; stuck: boolean }> {
    const { present } = this;
    present?.detach();
    const end = await this.endThread(present, milliseconds);
    present?.fail(new UserError(`run ${present.job.system.name}: the run was ended.`));
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

  /**
   * Runs a system of a series, whose systems differ in steps and coupling alone. Error bands then use
   * earlier runs again.
   *
   * @internal
   */
  runInSeries(system: CheckedSystem, options: RunnerOptions): Promise<RunResult> {
    return this.begin(system, options, undefined, true);
  }

  private async begin(
    system: CheckedSystem,
    options: RunnerOptions,
    view?: LiveView,
    isSeries?: boolean,
  ): Promise<RunResult> {
    requireChecked('run', system);
    requireOptions(`run ${system.name}`, options, runnerKinds);
    const settings = pickSettings(options);
    requireSettings(system, settings);
    const { present } = this;
    if (present !== undefined)
      throw new UserError(
        `run ${system.name}: this SystemRunner is still running ${present.job.system.name}. Wait for its end, or use another SystemRunner.`,
      );
    if (this.disposed)
      throw new UserError(`run ${system.name}: this SystemRunner was disposed of. Use another one.`);
    const { cells, task } = this;
    cells.fill(0);
    cells[cell.unit] = nobody;
    Atomics.store(task, 1, 0);
    this.worker ??= this.startWorker();
    const live = view && { hold: view.hold, mostRows: view.mostRows };
    const run = new WatchedRun({ system, settings, isSeries, live, mark: newMark() }, this.worker, {
      cells,
      task,
    });
    this.present = run;
    return run.result(options, {
      onLiveRows: view?.onRows,
      onEnd: () => {
        this.present = undefined;
      },
      onLost: () => this.endThread(run),
    });
  }

  /** Ends the thread, even in the middle of a step. */
  async dispose(): Promise<void> {
    this.disposed = true;
    if (this.present !== undefined) await this.kill();
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

  /**
   * Ends the thread, then saves its recorded rows. Waits at most `milliseconds` for a thread inside
   * a unit, because native code may never end.
   */
  private async endThread(
    run: WatchedRun | undefined,
    milliseconds: number = inUnit,
  ): Promise<{ rowsFile?: string | undefined; stuck: boolean }> {
    const { worker } = this;
    this.worker = undefined;
    const clock = new AbortController();
    const patience = run === undefined || run.waits ? milliseconds : elsewhere;
    const late = delay(patience, true, { signal: clock.signal }).catch(() => true);
    const ended = worker?.terminate().then(() => false) ?? Promise.resolve(false);
    const stuck = await Promise.race([ended, late]);
    clock.abort();
    return { rowsFile: run?.settleRows(), stuck };
  }
}
