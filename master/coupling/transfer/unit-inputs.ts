import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { rowRounding } from '../../../fmu-sdk/util/time/same-time.ts';
import type { CheckedSystem, InputSeries } from '../../system/system.ts';
import { type DrivenElement, drivenElement, lastAt } from './driven-elements.ts';

/** Parts of a system that concern the inputs of files. */
export type DrivenSystem = Pick<
  CheckedSystem,
  'units' | 'inputs' | 'connections' | 'interfaceModels' | 'record' | 'startTime' | 'stopTime' | 'step'
>;

/**
 * Rows inside a step at which the unit ends it: all rows where an input bends or jumps, jumps alone,
 * or none.
 */
export type FollowedRows = 'all' | 'jumps' | 'none';

/** Communication points: from a start time, at a distance [s]. */
export interface PointGrid {
  readonly startTime: number;
  readonly stopTime: number;
  readonly step: number;
}

/** Inputs of one unit that a file drives. */
export class UnitInputs implements Stateful {
  /** Times [s] at which a jump is an event, at which an input jumps, and at which one jumps or bends. */
  private readonly eventTimes: Float64Array;
  private readonly jumpTimes: Float64Array;
  private readonly allTimes: Float64Array;
  private readonly elements: readonly DrivenElement[];
  private followedRows: FollowedRows = 'none';
  private isFollowing = false;
  /** Time of the last jump that was announced [s], or −∞. */
  private announced = Number.NEGATIVE_INFINITY;

  constructor(
    series: readonly InputSeries[],
    private readonly instance: Instance,
    private readonly grid: PointGrid,
  ) {
    this.elements = series.map((s) => drivenElement(s, instance, () => this.isFollowing));
    instance.followInputs?.((t) => this.hold(t));
    this.eventTimes = timesWhere(
      this.elements.filter(({ isClocked }) => isClocked !== true),
      (element, i) => element.jumps(i),
    );
    this.jumpTimes = timesWhere(this.elements, (element, i) => element.jumps(i));
    this.allTimes = timesWhere(this.elements, (element, i) => element.jumps(i) || element.bends(i));
  }

  /** Chooses the rows at which steps end. Rows at communication points alone need no such steps. */
  follow(rows: FollowedRows): void {
    this.followedRows = rows;
    this.isFollowing = rows !== 'none';
  }

  /** Reports whether steps of the unit have to end at rows inside them. */
  get endsSteps(): boolean {
    return this.stops.some((time) => this.isInside(time));
  }

  /** Number of times inside communication steps that the unit does not see, or sees late. */
  get unseenRows(): number {
    const seen = new Set(this.stops);
    return this.allTimes.filter((time) => this.isInside(time) && !seen.has(time)).length;
  }

  private get stops(): Float64Array {
    if (this.followedRows === 'none') return noTimes;
    return this.followedRows === 'all' ? this.allTimes : this.jumpTimes;
  }

  private isInside(time: number): boolean {
    const { startTime, stopTime, step } = this.grid;
    if (!(time > startTime && time < stopTime)) return false;
    const n = (time - startTime) / step;
    return Math.abs(n - Math.round(n)) > rowRounding;
  }

  /**
   * Returns the time of the first row inside a step from t by H [s] at which the step must end, or
   * ∞.
   */
  nextStop(t: number, H: number): number {
    const { stops } = this;
    const slack = rowRounding * H;
    const at = firstAfter(stops, t + slack);
    return at < stops.length && stops[at] < t + H - slack ? stops[at] : Number.POSITIVE_INFINITY;
  }

  /** Reports whether an input jumps or ticks at t, within `slack` [s], which is an event. */
  jumpsAt(t: number, slack: number): boolean {
    const { eventTimes } = this;
    const after = firstAfter(eventTimes, t + slack);
    return after > 0 && eventTimes[after - 1] >= t - slack;
  }

  /**
   * Sets the inputs for a step from t by H [s], with the slope of the secant if an input accepts it.
   */
  set(t: number, H: number): void {
    const { elements, instance, grid } = this;
    // Equal times of a row and a communication point may differ in their last bits.
    const slack = rowRounding * H;
    const continues = this.followedRows === 'all' && t > grid.startTime + slack;
    for (let i = 0; i < elements.length; i++) elements[i].set(t, H, slack, continues);
    const isNew = t > grid.startTime + slack && Math.abs(t - this.announced) > slack;
    if (instance.announceJump === undefined || !isNew || !this.jumpsBy(t, H)) return;
    this.announced = t;
    instance.announceJump(t);
  }

  /**
   * Reports whether an input changes at the end of a step of H [s] that ended at t [s], which is an
   * event. Rows inside the step count if the unit did not follow them.
   */
  changesBy(t: number, H: number): boolean {
    const { elements } = this;
    const slack = rowRounding * H;
    const from = this.isFollowing ? t - slack : t + slack - H;
    for (let i = 0; i < elements.length; i++) if (elements[i].changesBy(t + slack, from)) return true;
    return false;
  }

  /** Reports whether an input has jumped at t, or inside the step of H [s] before it if unfollowed. */
  private jumpsBy(t: number, H: number): boolean {
    return this.isFollowing
      ? this.jumpsAt(t, rowRounding * H)
      : this.jumpsAt(t - 0.5 * H, (0.5 + rowRounding) * H);
  }

  /** Sets inputs that the unit holds over a step to their values at t [s]. */
  private hold(t: number): void {
    const { elements } = this;
    for (let i = 0; i < elements.length; i++) elements[i].hold?.(t);
  }

  visitState(state: StateVisitor): void {
    const { elements } = this;
    this.announced = state.number('announced', this.announced);
    for (let i = 0; i < elements.length; i++) elements[i].visitState(state);
  }
}

const noTimes = new Float64Array(0);

/** Returns the different times of rows for which a condition holds, in rising order. */
function timesWhere(
  elements: readonly DrivenElement[],
  holds: (element: DrivenElement, i: number) => boolean,
): Float64Array {
  const times = new Set<number>();
  for (const element of elements)
    for (let i = 0; i < element.times.length; i = lastAt(element.times, i) + 1)
      if (holds(element, i)) times.add(element.times[i]);
  return Float64Array.from(times).sort();
}

/** Returns the index of the first number above a bound in a rising list. */
function firstAfter(list: Float64Array, bound: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle] > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}
