import { UserError } from '../../../fmu-sdk/error.ts';
import type { CheckedSystem } from '../../system/system.ts';

/** Intervals one shorter than the other, and the last of them as a share of the time: events that come to an end (Zeno). */
const [falling, shortest] = [12, 1e-7];
/** Events at one time. */
const most = 1000;

/** Sees events that come ever closer, and those that do not let time go on. */
export class Accumulation {
  private last = Number.NEGATIVE_INFINITY;
  private interval = Number.POSITIVE_INFINITY;
  private shorter = 0;
  private standing = 0;
  private restless = 0;

  constructor(private readonly system: CheckedSystem) {}

  /** An event at t [s], first of this unit; times within `near` are the same. */
  note(t: number, near: number, unit: number): void {
    const interval = t - this.last;
    const before = this.interval;
    this.last = t;
    if (interval <= near) {
      this.standing++;
      if (this.standing >= most) this.refuse(t, unit, `${most} events are there at one time`);
      return;
    }
    this.standing = 0;
    this.shorter = interval < before ? this.shorter + 1 : 0;
    this.interval = interval;
    if (this.shorter < falling || interval > shortest * Math.max(1, Math.abs(t))) return;
    const ratio = interval / before;
    this.refuse(
      t,
      unit,
      `events come ever closer, ${this.shorter} times in a row, the last after ${interval.toPrecision(3)} s, and would have no end at t = ${t + (interval * ratio) / (1 - ratio)} s`,
    );
  }

  /**
   * A discrete output of this unit has changed at t [s]. `atOnce`: also in the shortest step that was tried, so that each step has an event,
   * however short it is.
   */
  noteChange(t: number, unit: number, atOnce: boolean): void {
    this.restless = atOnce ? this.restless + 1 : 0;
    if (this.restless < most) return;
    this.refuse(
      t,
      unit,
      `a discrete output has changed in each of ${most} steps, however short they were`,
      'Declare it continuous, let it change at times or at values and not with each step, or choose another scheme, whose steps are of H.',
    );
  }

  private refuse(
    t: number,
    unit: number,
    what: string,
    next = 'Give it a state of rest from which no event comes, or end the run before.',
  ): never {
    const { name, units } = this.system;
    throw new UserError(
      `step ${name}: up to t = ${t} s ${what} (Zeno); the last began in ${units[unit]?.name ?? 'none'}. ${next}`,
    );
  }
}
