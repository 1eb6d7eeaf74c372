import type { Worker } from 'node:worker_threads';
import type { NativeBinary } from '../../../fmu-sdk/host/choice/third-party-hosts.ts';
import { Stopwatch } from '../../../fmu-sdk/host/watchdog/stopwatch.ts';
import { cpuSecondsOf } from '../../../fmu-sdk/host/watchdog/thread-clock.ts';
import {
  type Overdue,
  overdue,
  overdueText,
  type TimeLimits,
  type TimeSpent,
} from '../../../fmu-sdk/host/watchdog/time-limits.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { CommunicationPoints } from '../../../fmu-sdk/util/time/communication-points.ts';
import { callUserCallback } from '../../../fmu-sdk/util/user-code.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { autoScheme } from '../../advise/auto-scheme.ts';
import { cell, inLoop, type LoopPlace, nobody } from '../../coupling/activity.ts';
import type { SubstepColumns } from '../../coupling/substep-log.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { keptRowsText } from '../loop/run-loop.ts';
import type { LiveRows } from '../rows/live-rows.ts';
import { settleResult } from '../rows/result-file.ts';
import { withMethods } from '../rows/result-methods.ts';
import type { SharedRows } from '../rows/rows-in-memory.ts';
import { withSave } from '../rows/save-result.ts';
import type { Job, Reply, RunResult } from './run-protocol.ts';
import { RunStopped } from './stopped-run.ts';

/** Callbacks of a run in a separate thread. */
export interface RunnerCallbacks {
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

/** Memory that the computing thread shares with the watching thread. */
interface SharedCells {
  readonly cells: Int32Array;
  /** Thread numbers of the computing thread, once it runs, and of the one it waits for (or 0). */
  readonly task: Int32Array;
}

/** Calls of a run to its runner. */
interface RunnerLink {
  readonly onLiveRows: ((rows: LiveRows) => void) | undefined;
  /** Called when the run has ended in any way. */
  readonly onEnd: () => void;
  /** Ends the thread of a lost run. Resolves with the file of its rows. */
  readonly onLost: () => Promise<{ rowsFile?: string | undefined }>;
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

/** One job in a computing thread, as the watching thread sees it. */
export class WatchedRun {
  /** Rows that are not in the file yet. */
  private rows: SharedRows | undefined;
  /** Memory in which the coupling loop reports its progress, if the run has one. */
  private loop: LoopPlace | undefined;
  /** Communication step [s]. Undefined until the scheme `auto` has chosen it. */
  private step: number | undefined;
  private looks = 0;
  private readonly stopwatch = new Stopwatch();
  private watch: NodeJS.Timeout | undefined;
  private options: RunnerCallbacks = {};
  private link: RunnerLink | undefined;
  private settle = { resolve: (_: RunResult): void => {}, reject: (_: unknown): void => {} };

  constructor(
    readonly job: Job,
    private readonly worker: Worker,
    private readonly shared: SharedCells,
  ) {
    const { step, scheme } = job.system;
    this.step = scheme === autoScheme.name ? undefined : step;
  }

  /** Starts the job and returns its result. */
  result(options: RunnerCallbacks, link: RunnerLink): Promise<RunResult> {
    const { worker, job } = this;
    this.options = options;
    this.link = link;
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.watch = setInterval(() => this.look(), interval);
      worker.on('message', this.onMessage).on('error', this.onError).on('exit', this.onExit);
      try {
        worker.postMessage(job);
      } catch (error) {
        this.fail(unsent(error, job.system.name));
      }
    });
  }

  /** True while the run waits for a call that may never return, or before its first call. */
  get waits(): boolean {
    const { steps, unit } = this.place();
    return unit !== nobody || steps === 0;
  }

  /** Unit that is being called, and the start of its step [s]. Undefined between calls. */
  get called(): { unit: string; time: number } | undefined {
    const { steps, unit } = this.place();
    if (unit === nobody) return undefined;
    const { units, startTime, step } = this.job.system;
    return { unit: units[unit].name, time: CommunicationPoints.decimals(startTime, step).at(steps) };
  }

  /** Saves the recorded rows of a thread that has ended. Returns their file. */
  settleRows(): string | undefined {
    const { settings, mark } = this.job;
    return settings.output === undefined ? undefined : settleResult(settings.output, mark, this.rows);
  }

  /** Stops listening to the thread, so that its end is not reported as an error. */
  detach(): void {
    clearInterval(this.watch);
    this.worker.off('message', this.onMessage).off('error', this.onError).off('exit', this.onExit);
  }

  /** Ends the run with an error. */
  fail(error: unknown): void {
    this.end();
    this.settle.reject(error);
  }

  private end(): void {
    this.detach();
    this.link?.onEnd();
  }

  /** Handles the loss of the thread. Recorded rows are preserved. */
  private lose(error: Error): void {
    this.end();
    void this.link?.onLost().then(({ rowsFile }) => {
      if (rowsFile !== undefined) error.message += keptRowsText(rowsFile);
      this.settle.reject(error);
    });
  }

  private notify<T>(name: string, callback: ((what: T) => void) | undefined, what: T): void {
    try {
      callUserCallback(`run ${this.job.system.name}`, name, callback, what);
    } catch (error) {
      this.lose(error as Error);
    }
  }

  /** Reports the progress, asks for a flush at times, and ends a run whose unit does not return. */
  private look(): void {
    const { job, shared, step, stopwatch } = this;
    const { system } = job;
    const task = Atomics.load(shared.task, 1) || shared.task[0];
    const place = this.place();
    if (step !== undefined)
      this.notify(
        'onProgress',
        this.options.onProgress,
        (place.steps * step) / (system.stopTime - system.startTime),
      );
    if (++this.looks % looksPerFlush === 0) Atomics.store(shared.cells, cell.flush, 1);
    // Before the first call of a unit, the thread may not exist yet.
    const called = place.unit !== nobody;
    const cpu = called ? cpuSecondsOf(task) : 0;
    const at = called ? `${place.steps} ${place.unit} ${task}` : undefined;
    const spent = stopwatch.look(at, cpu, performance.now() / 1000);
    const how = overdue(spent, boundsOf(system));
    if (how !== undefined) this.lose(stopped({ ...system, step: step ?? system.step }, place, how, spent));
  }

  private readonly onMessage = (reply: Reply): void => {
    const { options, link } = this;
    if (reply.kind === 'note') this.notify('onNote', options.onNote, reply.text);
    else if (reply.kind === 'rows') this.rows = reply.rows;
    else if (reply.kind === 'live') link?.onLiveRows?.(reply.rows);
    else if (reply.kind === 'ownSteps') options.onOwnSteps?.(reply.log);
    else if (reply.kind === 'chosen') this.step = reply.step;
    else if (reply.kind === 'loop') this.loop = reply.place;
    else if (reply.kind === 'failed')
      this.fail(reply.user ? UserError.again(reply.message) : new Error(reply.message));
    else {
      this.end();
      this.settle.resolve(withSave(withMethods(reply.result)));
    }
  };

  private readonly onError = (error: Error): void => this.lose(explained(error, this.job.system.name));

  private readonly onExit = (code: number): void =>
    this.lose(
      new UserError(`run ${this.job.system.name}: the thread ended unexpectedly (exit code ${code}).`),
    );

  private place(): Place {
    const [steps, unit] = [cell.steps, cell.unit].map((place) => Atomics.load(this.shared.cells, place));
    if (unit !== inLoop) return { steps, unit };
    if (this.loop === undefined) return { steps, unit: nobody };
    return { steps: this.loop.step[0], unit: Atomics.load(this.loop.unit, 0) };
  }
}

function boundsOf({ stepSeconds, wallSeconds }: CheckedSystem): TimeLimits {
  return { cpuSeconds: stepSeconds, wallSeconds };
}

function stopped(system: CheckedSystem, place: Place, how: Overdue, spent: TimeSpent): RunStopped {
  const { name, binary } = system.units[place.unit];
  const limit = how === 'computes' ? 'stepSeconds' : 'wallSeconds';
  const isAlone = !system.record.prefix;
  const at = CommunicationPoints.decimals(system.startTime, system.step).at(place.steps);
  return new RunStopped(
    `step ${name}: at t = ${at} s the unit ` +
      `${overdueText(how, spent, boundsOf(system))}, and was stopped. ${isAlone ? 'Run it in a system file with a larger' : 'Raise'} "limits.${limit}" if the unit is only slow.`,
    binary.form === 'native' && (binary as NativeBinary).trusted,
  );
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
