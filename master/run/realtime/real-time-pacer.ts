import { valueText } from '../../../fmu-sdk/util/printable.ts';
import { type OptionTable, requireOptions } from '../../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/** Options of a real-time run. */
export interface RealtimeOptions {
  /** Simulation time per second of wall time. */
  factor: number;
  /** Action if the run is a whole step late. Default: continue and catch up. */
  late?: 'continue' | 'stop' | undefined;
}

const realtimeKinds: OptionTable<RealtimeOptions> = { factor: 'number', late: 'text' };

/** Validates the real-time options of untyped callers. A run with a factor of 0 would not end. */
export function requireRealtime(system: string, options: RealtimeOptions | undefined): void {
  if (options === undefined) return;
  const what = `run ${system}: realtime`;
  requireOptions(what, options, realtimeKinds);
  const { factor, late } = options;
  if (!(factor > 0 && factor < Number.POSITIVE_INFINITY))
    throw new UserError(
      `${what}.factor: expected a number above 0, got ${valueText(factor)}. Examples: 1 is real time, 2 is twice as fast.`,
    );
  if (late !== undefined && late !== 'continue' && late !== 'stop')
    throw new UserError(`${what}.late: expected "continue" or "stop", got "${valueText(late)}".`);
}

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

  /**
   * @param start start time of the system [s]
   * @param step communication step of the system [s]
   * @param units names of the units. Empty if their times are unknown.
   */
  constructor(
    private readonly options: RealtimeOptions,
    private readonly start: number,
    private readonly step: number,
    private readonly units: readonly string[],
    private readonly clock: WallClock,
    private readonly stop: () => boolean,
  ) {
    this.times = new Float64Array(units.length);
    this.overrunsByUnit = units.map(() => 0);
    this.at = start;
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
    const { clock, options, start, step } = this;
    const due = this.wallStart + (1000 * (t - start)) / options.factor;
    const came = clock.now();
    this.wait(due);
    this.note(t, Math.max(0, clock.now() - due));
    const whole = (1000 * step) / options.factor;
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
    for (let remaining = due - clock.now(); remaining > awake && !this.stop(); remaining = due - clock.now())
      clock.rest(Math.min(longest, remaining - awake));
    while (clock.now() < due && !this.stop());
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
    const { overrunsByUnit, units } = this;
    const steps = Math.max(0, ...overrunsByUnit);
    return steps === 0 ? undefined : { unit: units[overrunsByUnit.indexOf(steps)], steps };
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
