import type { Instance, NumericArray } from '../../../fmu-sdk/host/instance/instance.ts';
import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { InputSeries } from '../../system/system.ts';

/** Element of an input with its time series. */
export interface DrivenElement {
  readonly times: Float64Array;
  /**
   * Sets the input at t [s], for a step of H [s]. Rows up to `slack` [s] after t are at t. With
   * `continues`, the step continues another step, and the view has the value at its end.
   */
  set(t: number, H: number, slack: number, continues: boolean): void;
  /** Sets a continuous input that the unit holds over a step to its value at t [s]. */
  hold?(t: number): void;
  /**
   * Reports whether the input jumps or ticks after `from` and up to t [s], and still has the value
   * before.
   */
  changesBy(t: number, from: number): boolean;
  /** Reports whether the input jumps or ticks at the row `i`, the first row of its time. */
  jumps(i: number): boolean;
  /** Reports whether the input bends at the row `i`. */
  bends(i: number): boolean;
  readonly continuous: boolean;
  /** A change causes no event, because the input waits for its Clock. */
  readonly isClocked?: boolean;
  visitState(state: StateVisitor): void;
}

/** Distance of values that only rounding separates, relative to them. */
const rounding = 1e-12;

/** Returns the elements that the series of one unit drive. `ticksAtRows`: see `DrivenClock`. */
export function drivenElement(
  series: InputSeries,
  instance: Instance,
  ticksAtRows: () => boolean,
): DrivenElement {
  const { variable } = series.port;
  if (variable.type === 'String' || variable.type === 'Binary') return new DrivenText(series, instance);
  if (variable.type === 'Clock') return new DrivenClock(series, instance, ticksAtRows);
  const continuous = variable.type.startsWith('Float') && variable.variability === 'continuous';
  return continuous ? new DrivenContinuous(series, instance) : new DrivenHeld(series, instance);
}

/**
 * Reports whether an input has a value only while a Clock ticks (FMI 3.0.2, 2.2.8.3). Its rows are
 * no events: the Clock takes the value of the last row at its next tick.
 */
function isClocked({ port: { variable } }: InputSeries): boolean {
  return (variable.clocks?.length ?? 0) > 0;
}

/** Present row of a series: the last row whose time is not after the present. */
class RowFinder {
  row = 0;

  constructor(readonly times: Float64Array) {}

  /** Moves to the last row up to a time [s]. The first row also stands for all times before it. */
  find(now: number): number {
    const { times } = this;
    while (this.row > 0 && times[this.row] > now) this.row--;
    while (this.row + 1 < times.length && times[this.row + 1] <= now) this.row++;
    return this.row;
  }

  visitState(state: StateVisitor): void {
    this.row = state.count('row', this.row, this.times.length);
  }
}

/** Returns the last row with the time of row `i`. */
export function lastAt(times: Float64Array, i: number): number {
  let last = i;
  while (last + 1 < times.length && times[last + 1] === times[i]) last++;
  return last;
}

/** Returns the first row with the time of row `i`. */
function firstAt(times: Float64Array, i: number): number {
  let first = i;
  while (first > 0 && times[first - 1] === times[i]) first--;
  return first;
}

abstract class DrivenNumber {
  readonly times: Float64Array;
  protected readonly rows: RowFinder;
  protected readonly view: NumericArray;
  protected readonly at: number;

  constructor({ port, element, times }: InputSeries, instance: Instance) {
    const { view, offset } = instance.view(port.variable);
    this.times = times;
    this.rows = new RowFinder(times);
    this.view = view;
    this.at = offset + element;
  }

  visitState(state: StateVisitor): void {
    this.rows.visitState(state);
  }
}

/** Continuous input, which is interpolated linearly between rows. */
class DrivenContinuous extends DrivenNumber implements DrivenElement {
  readonly continuous = true;
  private readonly values: Float64Array;
  /** Slot of [u, u', u''], or −1 if the input does not accept polynomials. */
  private readonly slot: number;

  constructor(series: InputSeries, instance: Instance) {
    super(series, instance);
    const { variable } = series.port;
    const slots = variable.type === 'Float64' ? instance.polynomial(variable).offset : -1;
    this.values = series.values as Float64Array;
    this.slot = slots < 0 ? -1 : slots + 3 * series.element;
  }

  set(t: number, H: number, slack: number, continues: boolean): void {
    const { view, at, slot, values } = this;
    const row = this.rows.find(t + slack);
    const u = this.interpolate(row, t);
    const [before, after] = [Math.max(0, row - 1), Math.min(row + 1, values.length - 1)];
    const scale = Math.abs(values[before]) + Math.abs(values[row]) + Math.abs(values[after]);
    // The end of the last step has this value up to rounding, which must not look like a jump.
    const stays = continues && Math.abs(u - Number(view[at])) <= rounding * scale;
    if (!stays) view[at] = u;
    if (slot >= 0) view[slot + 1] = (this.before(row, t + H, slack) - u) / H;
  }

  changesBy(t: number, from: number): boolean {
    const { times } = this;
    for (let i = this.rows.find(t); i > 0 && times[i] > from; i--)
      if (times[i - 1] === times[i] && this.jumps(firstAt(times, i))) return true;
    return false;
  }

  hold(t: number): void {
    const { view, at, slot } = this;
    if (slot < 0) view[at] = this.interpolate(this.rows.find(t), t);
  }

  jumps(i: number): boolean {
    const { values, times } = this;
    return values[lastAt(times, i)] !== values[i];
  }

  bends(i: number): boolean {
    const { values, times } = this;
    const [before, after] = [i - 1, lastAt(times, i) + 1];
    if (before < 0 || after >= times.length)
      return values[i] !== (values[before] ?? values[after] ?? values[i]);
    const share = (times[i] - times[before]) / (times[after] - times[before]);
    const line = values[before] + share * (values[after] - values[before]);
    return !(Math.abs(line - values[i]) <= rounding * (Math.abs(values[before]) + Math.abs(values[after])));
  }

  /** Returns the value at t between the rows `row` and `row + 1`. */
  private interpolate(row: number, t: number): number {
    const { values, times } = this;
    if (row + 1 >= times.length || t <= times[row]) return values[row];
    const share = (t - times[row]) / (times[row + 1] - times[row]);
    return values[row] + share * (values[row + 1] - values[row]);
  }

  /**
   * Returns the value just before t, within the tolerance `slack`. A jump at t belongs to the next
   * step.
   */
  private before(from: number, t: number, slack: number): number {
    const { values, times } = this;
    let row = from;
    while (row + 1 < times.length && times[row + 1] < t - slack) row++;
    // Before the first row, the input has its value.
    if (t <= times[row] + slack) return values[row];
    return row + 1 < times.length ? this.interpolate(row, Math.min(t, times[row + 1])) : values[row];
  }
}

/** Discrete number, which keeps the value of the last row. */
class DrivenHeld extends DrivenNumber implements DrivenElement {
  readonly continuous = false;
  private readonly values: ArrayLike<number | bigint>;
  readonly isClocked: boolean;

  constructor(series: InputSeries, instance: Instance) {
    super(series, instance);
    this.values = series.values as Float64Array | BigInt64Array;
    this.isClocked = isClocked(series);
  }

  set(t: number, _H: number, slack: number): void {
    this.view[this.at] = this.values[this.rows.find(t + slack)];
  }

  changesBy(t: number): boolean {
    if (this.isClocked) return false;
    const [now, next] = [this.view[this.at], this.values[this.rows.find(t)]];
    return typeof now === typeof next ? !Object.is(now, next) : Number(now) !== Number(next);
  }

  jumps(i: number): boolean {
    const { values, times } = this;
    return values[lastAt(times, i)] !== values[Math.max(0, i - 1)];
  }

  bends(): boolean {
    return false;
  }
}

/**
 * Clock, whose rows are ticks. It ticks at the rows if steps end there, and else at the first
 * communication point at or after a row.
 */
class DrivenClock extends DrivenNumber implements DrivenElement {
  readonly continuous = false;
  private readonly values: Float64Array;
  /** Last row that ticked. It does not tick again at the same time. */
  private ticked = -1;

  constructor(
    series: InputSeries,
    instance: Instance,
    private readonly ticksAtRows: () => boolean,
  ) {
    super(series, instance);
    this.values = series.values as Float64Array;
  }

  set(t: number, H: number, slack: number): void {
    const { view, at } = this;
    const row = this.tickBy(t + slack, this.ticksAtRows() ? t - slack : t + slack - H);
    if (row >= 0 && row === this.ticked) return;
    view[at] = Number(row >= 0);
    this.ticked = row;
  }

  changesBy(t: number, from: number): boolean {
    const row = this.tickBy(t, from);
    return row >= 0 && row !== this.ticked;
  }

  /** Returns the last row with a tick after `from` and up to t [s], or −1. */
  private tickBy(t: number, from: number): number {
    const { values, times } = this;
    for (let k = this.rows.find(t); k >= 0 && times[k] > from; k--)
      if (values[k] === 1 && times[k] <= t) return k;
    return -1;
  }

  /** The unit may have handled the tick since, so it is not set again. */
  override visitState(state: StateVisitor): void {
    super.visitState(state);
    this.ticked = state.count('ticked', this.ticked + 1, this.times.length) - 1;
  }

  jumps(i: number): boolean {
    const { values, times } = this;
    for (let k = i; k <= lastAt(times, i); k++) if (values[k] === 1) return true;
    return false;
  }

  bends(): boolean {
    return false;
  }
}

/** String or Binary, which keeps the value of the last row. */
class DrivenText implements DrivenElement {
  readonly continuous = false;
  readonly times: Float64Array;
  private readonly rows: RowFinder;
  private readonly values: Uint8Array[];
  readonly isClocked: boolean;
  /** Row whose value was passed last, or −1. */
  private passed = -1;

  constructor(
    private readonly series: InputSeries,
    private readonly instance: Instance,
  ) {
    this.times = series.times;
    this.rows = new RowFinder(series.times);
    this.values = series.values as Uint8Array[];
    this.isClocked = isClocked(series);
  }

  set(t: number, _H: number, slack: number): void {
    const row = this.rows.find(t + slack);
    if (row === this.passed) return;
    const isNew = this.passed < 0 || !equalBytes(this.values[row], this.values[this.passed]);
    this.passed = row;
    if (isNew) this.instance.setBytes(this.series.port.variable, this.series.element, this.values[row]);
  }

  changesBy(t: number): boolean {
    const row = this.rows.find(t);
    if (this.isClocked) return false;
    return this.passed >= 0 && row !== this.passed && !equalBytes(this.values[row], this.values[this.passed]);
  }

  jumps(i: number): boolean {
    return !equalBytes(this.values[lastAt(this.times, i)], this.values[Math.max(0, i - 1)]);
  }

  bends(): boolean {
    return false;
  }

  visitState(state: StateVisitor): void {
    this.rows.visitState(state);
    this.passed = state.number('passed', this.passed);
  }
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
