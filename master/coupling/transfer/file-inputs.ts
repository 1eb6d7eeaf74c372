import type { Instance, NumericArray } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { InputSeries } from '../../system/system.ts';

/** Series with the location of its input and its present row. */
interface DrivenElement {
  times: Float64Array;
  values: InputSeries['values'];
  view: NumericArray;
  at: number;
  /** Slot of [u, u', u''], or −1 if the input does not accept polynomials. */
  slot: number;
  continuous: boolean;
  /** True for a Clock, whose rows are ticks instead of held values. */
  ticks: boolean;
  /** Last row whose time is not after the present. */
  row: number;
}

/**
 * Drives inputs from time series. Continuous inputs are interpolated linearly, others keep the
 * value of the last row. Before the first and after the last row the value is held. If a time
 * repeats, the last row counts from then on. A Clock ticks at the first communication point at or
 * after a row with a tick.
 */
export class FileInputs implements Stateful {
  private readonly feeds: DrivenElement[];

  constructor(series: readonly InputSeries[], instances: readonly Instance[]) {
    this.feeds = series.map(({ port, element, times, values }) => {
      const { variable } = port;
      const { view, offset } = instances[port.unit].view(variable);
      const slots =
        variable.type === 'Float64' && variable.variability === 'continuous'
          ? instances[port.unit].polynomial(variable).offset
          : -1;
      return {
        times,
        values,
        view,
        at: offset + element,
        slot: slots < 0 ? -1 : slots + 3 * element,
        continuous: variable.type.startsWith('Float') && variable.variability === 'continuous',
        ticks: variable.type === 'Clock',
        row: 0,
      };
    });
  }

  /**
   * Sets every driven input for a step from t to t + H [s], with the slope of the secant if the
   * input accepts it.
   */
  set(t: number, H: number): void {
    const { feeds } = this;
    // Equal times of a row and a communication point may differ in their last bits.
    const now = t + 1e-9 * H;
    for (let i = 0; i < feeds.length; i++) {
      const f = feeds[i];
      while (f.row + 1 < f.times.length && f.times[f.row + 1] <= now) f.row++;
      if (!f.continuous) {
        f.view[f.at] = f.ticks ? ticksWithin(f, now - H, now) : f.values[f.row];
        continue;
      }
      const u = interpolate(f, f.row, t);
      f.view[f.at] = u;
      if (f.slot >= 0) f.view[f.slot + 1] = (before(f, t + H, 1e-9 * H) - u) / H;
    }
  }

  visitState(state: StateVisitor): void {
    const { feeds } = this;
    for (let i = 0; i < feeds.length; i++)
      feeds[i].row = state.count('row', feeds[i].row, feeds[i].times.length);
  }
}

/** Returns 1 if a row after `from` and up to `to` has a tick, otherwise 0. */
function ticksWithin({ times, values, row }: DrivenElement, from: number, to: number): number {
  for (let k = row; k >= 0 && times[k] > from; k--) if (times[k] <= to && Number(values[k]) === 1) return 1;
  return 0;
}

/** Returns the value at t between the rows `row` and `row + 1`. */
function interpolate({ times, values: all }: DrivenElement, row: number, t: number): number {
  const values = all as Float64Array;
  if (row + 1 >= times.length || t <= times[row]) return values[row];
  const share = (t - times[row]) / (times[row + 1] - times[row]);
  return values[row] + share * (values[row + 1] - values[row]);
}

/**
 * Returns the value just before t, within the tolerance `slack`. A jump at t belongs to the next
 * step.
 */
function before(f: DrivenElement, t: number, slack: number): number {
  let row = f.row;
  while (row + 1 < f.times.length && f.times[row + 1] < t - slack) row++;
  return row + 1 < f.times.length
    ? interpolate(f, row, Math.min(t, f.times[row + 1]))
    : Number(f.values[row]);
}
