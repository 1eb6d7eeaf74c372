import type { InterfaceValue } from '../accuracy/interface-values.ts';
import type { Grid } from '../time-grid.ts';
import { SearchStopped, type TrialRun, type TrialRunner } from './trial-runner.ts';

/** Communication steps between two checks for finite values. */
const chunk = 4096;
/** Time that a run may block the thread [ms]. */
const turn = 50;
/** Time of steps between two looks at the clock of a run with limited time [ms]. */
const look = 10;

/** Run along a grid, with the interface values at each compared point and the spent CPU time. */
export class SampledRun {
  /** Values of each interface value at the compared points. */
  readonly values: readonly Float64Array[];
  /** Communication steps of the system. */
  steps = 0;
  cpuSeconds = 0;
  /** Reason why the run ended early. */
  failed: string | undefined;
  /** Time [s] at which the run ended because its time was over. */
  lateAt: number | undefined;
  private readonly readers: readonly (() => number)[];
  private readonly points: number;
  /** Steps between two looks at the values, and at the clock of a run with limited time. */
  private chunk: number;
  /** CPU time [s] and time [ms] at which the present turn began. */
  private cpuAtTurn = 0;
  private timeAtTurn = 0;

  constructor(
    private readonly lab: TrialRunner,
    private readonly run: TrialRun,
    private readonly grid: Grid,
    values: readonly InterfaceValue[],
  ) {
    this.chunk = lab.late === undefined ? chunk : 1;
    this.readers = values.map((value) => value.reader(run.instances));
    const points = Math.ceil(grid.count / grid.stride) + 1;
    this.points = points;
    this.values = values.map(() => new Float64Array(points));
  }

  /** Runs with a step [s] to the last point, to the end of an FMU, or to a value without bound. */
  async complete(step: number): Promise<void> {
    const { grid } = this;
    this.beginTurn();
    this.run.start();
    this.sample(0);
    const perInterval = Math.round(grid.interval / step);
    for (let k = 1; k < this.points; k++) {
      const intervals = Math.min(grid.stride, grid.count - (k - 1) * grid.stride);
      this.advance(intervals * perInterval);
      this.sample(k);
      this.failed =
        this.lateAt === undefined ? this.failureAt(k) : `its time was over at t = ${this.lateAt} s`;
      if (this.failed !== undefined) break;
      if (performance.now() - this.timeAtTurn >= turn) await this.freeThread();
    }
    this.endTurn();
  }

  /**
   * Advances the run by a number of steps. Ends at the end of the run, at a value without bound, or
   * when the time of the run is over.
   */
  private advance(count: number): void {
    const { run, readers, lab } = this;
    for (let remainingSteps = count; remainingSteps > 0 && !run.done; ) {
      if (lab.late?.() === true) {
        this.lateAt = run.time();
        break;
      }
      const stepCount = Math.min(remainingSteps, this.chunk);
      const begin = performance.now();
      run.advance(stepCount);
      if (lab.late !== undefined) this.adjustChunk(stepCount, performance.now() - begin);
      this.steps += stepCount;
      remainingSteps -= stepCount;
      if (remainingSteps > 0 && !readers.every((read) => Number.isFinite(read()))) break;
    }
  }

  /** Chooses the steps between two looks at the clock by the time [ms] of the last ones. */
  private adjustChunk(count: number, time: number): void {
    if (time > look) this.chunk = Math.max(1, Math.floor((count * look) / time));
    else if (count === this.chunk) this.chunk = Math.min(chunk, 2 * count);
  }

  /** Stores the present interface values as those of point k. */
  private sample(k: number): void {
    const { readers, values } = this;
    for (let i = 0; i < readers.length; i++) values[i][k] = readers[i]();
  }

  /** Returns the reason why the run cannot continue after point k. */
  private failureAt(k: number): string | undefined {
    const { run, values, points } = this;
    if (run.done && k < points - 1) return `an FMU ended the run at t = ${run.time()} s`;
    if (values.some((item) => !Number.isFinite(item[k])))
      return `values grow without bound: t = ${run.time()} s`;
    return undefined;
  }

  /** Lets other work of the thread run. Throws if that work stops the search. */
  private async freeThread(): Promise<void> {
    this.endTurn();
    await new Promise((resolve) => setTimeout(resolve));
    if (this.lab.stop?.() === true) throw new SearchStopped('stopped');
    this.beginTurn();
  }

  /** Starts to measure the CPU time of a turn. */
  private beginTurn(): void {
    this.cpuAtTurn = this.lab.cpuSeconds();
    this.timeAtTurn = performance.now();
  }

  /** Adds the CPU time of the turn. */
  private endTurn(): void {
    this.cpuSeconds += this.lab.cpuSeconds() - this.cpuAtTurn;
  }
}
