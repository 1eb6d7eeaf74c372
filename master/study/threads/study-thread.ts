import { Worker } from 'node:worker_threads';
import { Stopwatch } from '../../../fmu-sdk/host/watchdog/stopwatch.ts';
import { cpuSecondsOf } from '../../../fmu-sdk/host/watchdog/thread-clock.ts';
import { overdue, overdueText, type TimeLimits } from '../../../fmu-sdk/host/watchdog/time-limits.ts';
import { packageFile } from '../../../fmu-sdk/util/package-files.ts';
import { cell, nobody } from '../../coupling/activity.ts';
import { runCell, type ThreadTask } from './study-protocol.ts';

/** Interval at which threads are checked [ms]. */
export const lookInterval = 100;
/** Target duration of a portion [ms], and its largest number of runs. */
const [share, most] = [200, 2048];

/** Thread with its task and progress. */
export class Thread {
  readonly worker: Worker;
  private readonly cells = new Int32Array(new SharedArrayBuffer(32));
  private readonly task = new Int32Array(new SharedArrayBuffer(4));
  private readonly stopwatch = new Stopwatch();
  private runs: ThreadTask = [];
  private answered = 0;
  private begun = 0;
  /** Time of a run [ms], averaged over the last portions. */
  private pace: number | undefined;
  private wanted = 1;

  constructor(file: string) {
    const { cells, task } = this;
    cells[cell.unit] = nobody;
    this.worker = new Worker(packageFile('dist/study-worker.cjs'), {
      workerData: { file, cells: cells.buffer, task },
    });
  }

  /** Present run. */
  get run(): number {
    return Atomics.load(this.cells, runCell);
  }

  ask(runs: ThreadTask): void {
    this.runs = runs;
    this.answered = 0;
    this.begun = performance.now();
    this.worker.postMessage(runs);
  }

  /** Records answered runs, and the number of runs that the thread wants in a portion. */
  done(runs: number, wanted: number): void {
    this.answered += runs;
    this.wanted = wanted;
    if (this.answered < this.runs.length) return;
    const pace = (performance.now() - this.begun) / this.runs.length;
    this.pace = this.pace === undefined ? pace : 0.5 * (this.pace + pace);
  }

  /** Returns the number of runs to give it next. */
  portion(): number {
    const fitting = Math.floor(share / Math.max(this.pace ?? share, share / most));
    return Math.max(1, Math.min(Math.max(fitting, this.wanted), 2 * this.runs.length));
  }

  /** Returns the unanswered runs of its task, except one. */
  unansweredRuns(run: number): number[] {
    return this.runs.slice(this.answered).filter((candidate) => candidate !== run);
  }

  /** Returns a message if its FMU exceeded its time, otherwise undefined. */
  overdue(bounds: TimeLimits): string | undefined {
    const unit = Atomics.load(this.cells, cell.unit);
    const at = unit === nobody ? undefined : `${this.run} ${Atomics.load(this.cells, cell.steps)} ${unit}`;
    const cpu = at === undefined ? 0 : cpuSecondsOf(this.task[0]);
    const spent = this.stopwatch.look(at, cpu, performance.now() / 1000);
    const how = overdue(spent, bounds);
    return how && `an FMU ${overdueText(how, spent, bounds)}`;
  }
}
