import type { Instance, NumericArray } from '../../../fmu-sdk/host/instance.ts';
import type { InputSeries } from '../../system/system.ts';

/** A series with the place where its value goes and the row it has reached. */
interface Feed {
  times: Float64Array;
  values: InputSeries['values'];
  view: NumericArray;
  at: number;
  /** Slot of [u, u', u''], −1 where the input takes no polynomial. */
  slot: number;
  continuous: boolean;
  /** A Clock: its rows are ticks, and not values that are held. */
  ticks: boolean;
  /** Last row whose time is not after the present. */
  row: number;
}

/**
 * Drives inputs from time series as FMI reads them: continuous ones are interpolated linearly, others keep the last row's
 * value; before the first row and after the last its value is held. Where a time repeats, the last row counts from then on. A Clock
 * ticks at the first communication point that is not before a row that says so.
 */
export class Inputs {
  private readonly feeds: Feed[];

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

  /** Sets every driven input for a step from t to t + H [s]; with the slope of the secant where the input takes one. */
  set(t: number, H: number): void {
    const { feeds } = this;
    // A row's time and a communication point that mean the same may differ in their last bits.
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
}

/** 1 where a row after `from` and up to `to` says that the clock ticks, else 0. */
function ticksWithin({ times, values, row }: Feed, from: number, to: number): number {
  for (let k = row; k >= 0 && times[k] > from; k--) if (times[k] <= to && Number(values[k]) === 1) return 1;
  return 0;
}

/** Value at t, between the rows `row` and `row + 1`. */
function interpolate({ times, values: all }: Feed, row: number, t: number): number {
  const values = all as Float64Array;
  if (row + 1 >= times.length || t <= times[row]) return values[row];
  const share = (t - times[row]) / (times[row + 1] - times[row]);
  return values[row] + share * (values[row + 1] - values[row]);
}

/** Value just before t, which may be wrong by `slack`: a jump at t itself belongs to the next step. */
function before(f: Feed, t: number, slack: number): number {
  let row = f.row;
  while (row + 1 < f.times.length && f.times[row + 1] < t - slack) row++;
  return row + 1 < f.times.length
    ? interpolate(f, row, Math.min(t, f.times[row + 1]))
    : Number(f.values[row]);
}
