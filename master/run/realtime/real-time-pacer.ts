import { valueText } from '../../../fmu-sdk/util/printable.ts';
import { type OptionTable, requireOptions } from '../../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/** How a run follows the clock on the wall. */
export interface RealtimeOptions {
  /** Simulation time a second of wall time. */
  factor: number;
  /** What becomes of a run that is a whole step late; left out, it goes on and catches up. */
  late?: 'continue' | 'stop' | undefined;
}

const realtimeKinds: OptionTable<RealtimeOptions> = { factor: 'number', late: 'text' };

/** Refuses what a caller without types takes for the clock of a run: by a factor of 0 it would never end. */
export function requireRealtime(system: string, given: RealtimeOptions | undefined): void {
  if (given === undefined) return;
  const what = `run ${system}: realtime`;
  requireOptions(what, given, realtimeKinds);
  const { factor, late } = given;
  if (!(factor > 0 && factor < Number.POSITIVE_INFINITY))
    throw new UserError(
      `${what}.factor = ${valueText(factor)} is no factor above 0. Give a number (1: as fast as the clock, 2: twice as fast).`,
    );
  if (late !== undefined && late !== 'continue' && late !== 'stop')
    throw new UserError(
      `${what}.late = "${valueText(late)}" is nothing that can become of a late run. Choose continue or stop, or leave it out.`,
    );
}

/** Bounds of lateness that steps are counted by [ms]; the last count is of what is beyond. */
export const bounds: readonly number[] = [0.1, 1, 10, 100, 1000];

/** How well a run followed the clock. */
export interface RealtimeReport {
  readonly factor: number;
  readonly steps: number;
  /** Upper bounds of lateness [ms], the last one infinite (null in JSON), and the number of steps in each. */
  readonly histogram: readonly { readonly upTo: number; readonly steps: number }[];
  /** Largest lateness [ms], and at what simulation time [s]. */
  readonly largest: number;
  readonly at: number;
  /** Of steps that took longer than they had: how many there were, and the unit that most often took most of them. */
  readonly overrun: number;
  readonly worst?: { readonly unit: string; readonly steps: number };
}

/** A monotonic clock, and rest. */
export interface WallClock {
  /** [ms] */
  now(): number;
  /** Rests for some ms; may be early or late. */
  rest(ms: number): void;
}

/** Longest rest [ms], so that who wants the run to stop is heard; and what is waited for awake, since rests end late. */
const [longest, awake] = [50, 0.5];

/**
 * Holds a run back until the clock has come to where it is: point t of the simulation at begin + (t − start) / factor. What was lost by a late step
 * is caught up: the begin stays.
 *
 * Call order: `begin` → (`step` → units say what they `took` → `meet`)*.
 */
export class Pacer {
  private readonly counts = new Array<number>(bounds.length + 1).fill(0);
  private readonly blamed: number[];
  private readonly taken: Float64Array;
  private begun = 0;
  private largest = 0;
  private at = 0;
  private steps = 0;
  private overrun = 0;

  /** `start` and `step` of the system [s]; `units` are their names, none where nobody says what each takes. */
  constructor(
    private readonly options: RealtimeOptions,
    private readonly start: number,
    private readonly step: number,
    private readonly units: readonly string[],
    private readonly clock: WallClock,
    private readonly stop: () => boolean,
  ) {
    this.taken = new Float64Array(units.length);
    this.blamed = units.map(() => 0);
    this.at = start;
  }

  begin(): void {
    this.begun = this.clock.now();
  }

  /** Unit k has computed for so long in the present step [ms]. */
  took(k: number, ms: number): void {
    this.taken[k] += ms;
  }

  /** The run has come to t [s]: waits for the clock, and notes how late it is. */
  meet(t: number): void {
    const { clock, options, start, step } = this;
    const due = this.begun + (1000 * (t - start)) / options.factor;
    const came = clock.now();
    this.wait(due);
    this.note(t, Math.max(0, clock.now() - due));
    const whole = (1000 * step) / options.factor;
    if (came > due) this.blame();
    this.taken.fill(0);
    if (options.late === 'stop' && came - due > whole)
      throw new UserError(
        `run: at t = ${t} s it is ${(came - due).toFixed(1)} ms late, more than the ${whole.toFixed(1)} ms of a step at ${options.factor}× real time${this.worstWords()}. ` +
          'Give a smaller factor or a larger step, or let it go on: --late continue.',
      );
  }

  private wait(due: number): void {
    const { clock } = this;
    for (let left = due - clock.now(); left > awake && !this.stop(); left = due - clock.now())
      clock.rest(Math.min(longest, left - awake));
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
    const { taken, blamed } = this;
    this.overrun++;
    let most = 0;
    for (let k = 1; k < taken.length; k++) if (taken[k] > taken[most]) most = k;
    if (taken.length > 0) blamed[most]++;
  }

  private get worst(): RealtimeReport['worst'] {
    const { blamed, units } = this;
    const steps = Math.max(0, ...blamed);
    return steps === 0 ? undefined : { unit: units[blamed.indexOf(steps)], steps };
  }

  private worstWords(): string {
    const { worst } = this;
    return worst === undefined ? '' : `; most of it in ${worst.unit}`;
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

/** The clock of this thread, which must be one that may sleep. */
export function threadClock(): WallClock {
  const asleep = new Int32Array(new SharedArrayBuffer(4));
  return {
    now: () => performance.now(),
    rest: (ms) => {
      Atomics.wait(asleep, 0, 0, ms);
    },
  };
}
