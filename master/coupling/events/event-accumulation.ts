import { AccumulatingEvents, zenoHint } from '../../../fmu-sdk/host/fmi-driver/events/closing-events.ts';
import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../../system/system.ts';

/** Limit of events at one time. */
const most = 1000;

/** Detects events that get ever closer (Zeno behavior), and events that stop time. */
export class EventAccumulation implements Stateful {
  private readonly closer = new AccumulatingEvents();
  private last = Number.NEGATIVE_INFINITY;
  private simultaneousEvents = 0;
  private changesInARow = 0;

  constructor(private readonly system: CheckedSystem) {}

  /** Begins a communication step from t by H [s]. */
  begin(t: number, H: number): void {
    this.closer.begin(t, H);
  }

  /** Records an event at t [s] that started in this unit. Times within `near` count as equal. */
  note(t: number, near: number, unit: number): void {
    const interval = t - this.last;
    this.last = t;
    this.simultaneousEvents = interval <= near ? this.simultaneousEvents + 1 : 0;
    if (this.simultaneousEvents >= most) this.refuse(t, unit, `${most} events occurred at one time (Zeno)`);
    if (this.closer.add(t)) this.refuse(t, unit, this.closer.words);
  }

  /**
   * Records a change of a discrete output of this unit at t [s]. `atOnce` is true if it also
   * changed in the shortest tried step, so that every step has an event.
   */
  noteChange(t: number, unit: number, atOnce: boolean): void {
    this.changesInARow = atOnce ? this.changesInARow + 1 : 0;
    if (this.changesInARow < most) return;
    this.refuse(
      t,
      unit,
      `a discrete output changed in each of ${most} steps, however short (Zeno)`,
      'Declare it continuous, change it at certain times or values instead of each step, or choose a scheme with the constant step H.',
    );
  }

  private refuse(t: number, unit: number, what: string, next = `${zenoHint}.`): never {
    const { name, units } = this.system;
    throw new UserError(
      `step ${name}: up to t = ${t} s ${what}. The last event began in ${units[unit]?.name ?? 'none'}. ${next}`,
    );
  }

  visitState(state: StateVisitor): void {
    this.closer.visitState(state);
    this.last = state.number('last', this.last);
    this.simultaneousEvents = state.number('simultaneousEvents', this.simultaneousEvents);
    this.changesInARow = state.number('changesInARow', this.changesInARow);
  }
}
