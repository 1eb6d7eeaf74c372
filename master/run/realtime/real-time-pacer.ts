import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { RealtimeOptions } from './realtime-options.ts';

/** Upper bounds of the lateness histogram [ms]. The last count is above all bounds. */
export const bounds: readonly number[] = [0.1, 1, 10, 100, 1000];

/** Report on how well a run followed the clock. */
export interface RealtimeReport {
  readonly factor: number;
  readonly steps: number;
  /**
   * Upper bounds of lateness [ms], the last one infinite (null in JSON), with the number of steps.
   */
  readonly histogram: readonly { readonly upTo: number; readonly steps: number }[];
  /** Largest lateness [ms] and its simulation time [s]. */
  readonly largest: number;
  readonly at: number;
  /** Number of steps that took too long, and the unit that most often took most of their time. */
  readonly overrun: number;
  readonly worst?: { readonly unit: string; readonly steps: number };
}

/** Monotonic clock that can sleep. */
export interface WallClock {
  /** Present time [ms]. */
  now(): number;
  /** Sleeps for about `ms` milliseconds. */
  rest(ms: number): void;
}

/**
 * Longest sleep, to react to a stop request, and time of busy waiting, because sleeps end late
 * [ms].
 */
const [longest, awake] = [50, 0.5];

/** Run that a pacer delays. */
export interface PacedRun {
  /** Start time of the system [s]. */
  readonly startTime: number;
  /** Communication step of the system [s]. */
  readonly step: number;
  /** Names of the units. Empty if their times are unknown. */
  readonly units: readonly string[];
  /** Returns true to end the waiting. */
  readonly stop: () => boolean;
}

/**
 * Delays a run until the wall clock reaches the time of simulation point t, begin + (t − start) /
 * factor. The begin is fixed, so a run catches up after a late step.
 *
 * Call order: `begin` → (`step` → `took` for each unit → `meet`)*.
 */
export class Pacer {
  private readonly counts = new Array<number>(bounds.length + 1).fill(0);
  private readonly overrunsByUnit: number[];
  private readonly times: Float64Array;
  private wallStart = 0;
  private largest = 0;
  private at = 0;
  private steps = 0;
  private overrun = 0;

  constructor(
    private readonly options: RealtimeOptions,
    private readonly run: PacedRun,
    private readonly clock: WallClock,
  ) {
    this.times = new Float64Array(run.units.length);
    this.overrunsByUnit = run.units.map(() => 0);
    this.at = run.startTime;
  }

  begin(): void {
    this.wallStart = this.clock.now();
  }

  /** Adds computing time of unit k in the present step [ms]. */
  addTime(k: number, ms: number): void {
    this.times[k] += ms;
  }

  /** Waits for the clock at simulation time t [s] and records the lateness. */
  waitUntil(t: number): void {
    const { clock, options, run } = this;
    const due = this.wallStart + (1000 * (t - run.startTime)) / options.factor;
    const came = clock.now();
    this.wait(due);
    this.note(t, Math.max(0, clock.now() - due));
    const whole = (1000 * run.step) / options.factor;
    if (came > due) this.blame();
    this.times.fill(0);
    if (options.late === 'stop' && came - due > whole)
      throw new UserError(
        `run: at t = ${t} s the run is ${(came - due).toFixed(1)} ms late, more than the ${whole.toFixed(1)} ms of a step at ${options.factor}× real time${this.worstWords()}. ` +
          'Use a smaller factor or a larger step, or let the run continue: --late continue.',
      );
  }

  private wait(due: number): void {
    const { clock } = this;
    for (
      let remaining = due - clock.now();
      remaining > awake && !this.run.stop();
      remaining = due - clock.now()
    )
      clock.rest(Math.min(longest, remaining - awake));
    while (clock.now() < due && !this.run.stop());
  }

  private note(t: number, late: number): void {
    this.steps++;
    let k = 0;
    while (k < bounds.length && late > bounds[k]) k++;
    this.counts[k]++;
    if (late > this.largest) [this.largest, this.at] = [late, t];
  }

  private blame(): void {
    const { times, overrunsByUnit } = this;
    this.overrun++;
    let most = 0;
    for (let k = 1; k < times.length; k++) if (times[k] > times[most]) most = k;
    if (times.length > 0) overrunsByUnit[most]++;
  }

  private get worst(): RealtimeReport['worst'] {
    const { overrunsByUnit, run } = this;
    const steps = Math.max(0, ...overrunsByUnit);
    return steps === 0 ? undefined : { unit: run.units[overrunsByUnit.indexOf(steps)], steps };
  }

  private worstWords(): string {
    const { worst } = this;
    return worst === undefined ? '' : `, mostly in ${worst.unit}`;
  }

  get report(): RealtimeReport {
    const { options, steps, counts, largest, at, overrun, worst } = this;
    return {
      factor: options.factor,
      steps,
      histogram: counts.map((count, k) => ({ upTo: bounds[k] ?? Number.POSITIVE_INFINITY, steps: count })),
      largest,
      at,
      overrun,
      ...(worst === undefined ? {} : { worst }),
    };
  }
}

/** Returns the clock of this thread. The thread must be allowed to sleep. */
export function threadClock(): WallClock {
  const asleep = new Int32Array(new SharedArrayBuffer(4));
  return {
    now: () => performance.now(),
    rest: (ms) => {
      Atomics.wait(asleep, 0, 0, ms);
    },
  };
}
