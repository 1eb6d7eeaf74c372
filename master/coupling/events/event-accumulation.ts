import { ClosingEvents, wayToRest } from '../../../fmu-sdk/host/fmi-driver/closing-events.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../../system/system.ts';

/** Events at one time. */
const most = 1000;

/** Sees events that come ever closer, and those that do not let time go on. */
export class Accumulation {
  private readonly closer = new ClosingEvents();
  private last = Number.NEGATIVE_INFINITY;
  private standing = 0;
  private restless = 0;

  constructor(private readonly system: CheckedSystem) {}

  /** A communication step from t by H [s] begins. */
  begin(t: number, H: number): void {
    this.closer.begin(t, H);
  }

  /** An event at t [s], first of this unit; times within `near` are the same. */
  note(t: number, near: number, unit: number): void {
    const interval = t - this.last;
    this.last = t;
    this.standing = interval <= near ? this.standing + 1 : 0;
    if (this.standing >= most) this.refuse(t, unit, `${most} events are there at one time (Zeno)`);
    if (this.closer.add(t)) this.refuse(t, unit, this.closer.words);
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
      `a discrete output has changed in each of ${most} steps, however short they were (Zeno)`,
      'Declare it continuous, let it change at times or at values and not with each step, or choose another scheme, whose steps are of H.',
    );
  }

  private refuse(t: number, unit: number, what: string, next = `${wayToRest}.`): never {
    const { name, units } = this.system;
    throw new UserError(
      `step ${name}: up to t = ${t} s ${what}; the last began in ${units[unit]?.name ?? 'none'}. ${next}`,
    );
  }
}
