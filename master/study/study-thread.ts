import { Worker } from 'node:worker_threads';
import { Stopwatch } from '../../fmu-sdk/host/watchdog/stopwatch.ts';
import { cpuSecondsOf } from '../../fmu-sdk/host/watchdog/thread-clock.ts';
import { type Bounds, overdue, overdueWords } from '../../fmu-sdk/host/watchdog/time-limits.ts';
import { packageFile } from '../../fmu-sdk/util/package-files.ts';
import { cell, nobody } from '../coupling/activity.ts';
import { type Asked, runCell } from './study-protocol.ts';

/** How often threads are looked at [ms]. */
export const lookInterval = 100;
/** How long what a thread is given at a time should take [ms], and the most runs of it. */
const [share, most] = [200, 512];

/** A thread, what it was given, and how it is getting on. */
export class Thread {
  readonly worker: Worker;
  private readonly cells = new Int32Array(new SharedArrayBuffer(32));
  private readonly task = new Int32Array(new SharedArrayBuffer(4));
  private readonly stopwatch = new Stopwatch();
  private asked: Asked = [];
  private answered = 0;
  private begun = 0;
  /** Time of a run [ms], a mean of the last portions. */
  private pace: number | undefined;

  constructor(file: string) {
    const { cells, task } = this;
    cells[cell.unit] = nobody;
    this.worker = new Worker(packageFile('dist/study-worker.cjs'), {
      workerData: { file, cells: cells.buffer, task },
    });
  }

  /** The run that it is at. */
  get run(): number {
    return Atomics.load(this.cells, runCell);
  }

  ask(asked: Asked): void {
    this.asked = asked;
    this.answered = 0;
    this.begun = performance.now();
    this.worker.postMessage(asked);
  }

  done(runs: number): void {
    this.answered += runs;
    if (this.answered < this.asked.length) return;
    const pace = (performance.now() - this.begun) / this.asked.length;
    this.pace = this.pace === undefined ? pace : 0.5 * (this.pace + pace);
  }

  /** Runs to be given to it next. */
  portion(): number {
    const fitting = Math.floor(share / Math.max(this.pace ?? share, share / most));
    return Math.max(1, Math.min(fitting, 2 * this.asked.length));
  }

  /** Runs that it was given and has not answered, but one. */
  left(run: number): number[] {
    return this.asked.slice(this.answered).filter((each) => each !== run);
  }

  /** Why its unit has taken more than its time, or undefined. */
  overdue(bounds: Bounds): string | undefined {
    const unit = Atomics.load(this.cells, cell.unit);
    const at = unit === nobody ? undefined : `${this.run} ${Atomics.load(this.cells, cell.steps)} ${unit}`;
    const cpu = at === undefined ? 0 : cpuSecondsOf(this.task[0]);
    const spent = this.stopwatch.look(at, cpu, performance.now() / 1000);
    const how = overdue(spent, bounds);
    return how && `a unit ${overdueWords(how, spent, bounds)}`;
  }
}
