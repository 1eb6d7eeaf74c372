import type { StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import type { Column, Observer, RunView } from './observer.ts';

/** Statistics of one column of a run. */
export interface ColumnSummary {
  name: string;
  unit: string;
  min: number;
  max: number;
  /**
   * Time average: the integral by the trapezoidal rule over the rows, divided by their time span.
   */
  mean: number;
  final: number;
  /** Values at about equal distances in time. */
  curve: number[];
}

/** Number of values of a curve. */
const curvePoints = 24;

/**
 * Computes minimum, maximum, mean and last value of every column. 64-bit integers count as the
 * nearest double.
 */
export class Statistics implements Observer {
  private readonly read: readonly Column[];
  private readonly from: number;
  private readonly span: number;
  private readonly min: Float64Array;
  private readonly max: Float64Array;
  private readonly integral: Float64Array;
  private readonly last: Float64Array;
  /** Curves, column by column. */
  private readonly curves: Float64Array;
  private time = Number.NaN;
  private first = Number.NaN;

  constructor({ columns, system }: RunView) {
    const { length } = columns;
    this.read = columns;
    this.from = system.startTime;
    this.span = system.stopTime - system.startTime;
    this.min = new Float64Array(length).fill(Number.POSITIVE_INFINITY);
    this.max = new Float64Array(length).fill(Number.NEGATIVE_INFINITY);
    this.integral = new Float64Array(length);
    this.last = new Float64Array(length);
    this.curves = new Float64Array(curvePoints * length).fill(Number.NaN);
  }

  row(t: number): void {
    const { read, min, max, integral, last, curves } = this;
    const h = t - this.time;
    const place = Math.min(curvePoints - 1, Math.floor((curvePoints * (t - this.from)) / this.span));
    for (let k = 0; k < read.length; k++) {
      const x = Number(read[k].read());
      if (x < min[k]) min[k] = x;
      if (x > max[k]) max[k] = x;
      if (h > 0) integral[k] += 0.5 * h * (last[k] + x);
      last[k] = x;
      curves[curvePoints * k + place] = x;
    }
    if (Number.isNaN(this.first)) this.first = t;
    this.time = t;
  }

  event(t: number): void {
    this.row(t);
  }

  result(): ColumnSummary[] {
    const seconds = this.time - this.first;
    return this.read.map(({ name, unit }, k) => ({
      name,
      unit,
      min: this.min[k],
      max: this.max[k],
      // Rounding could move the mean of equal values outside their range.
      mean:
        seconds > 0 ? Math.min(this.max[k], Math.max(this.min[k], this.integral[k] / seconds)) : this.last[k],
      final: this.last[k],
      curve: [...this.curves.subarray(curvePoints * k, curvePoints * (k + 1))].filter(
        (x) => !Number.isNaN(x),
      ),
    }));
  }

  visitState(state: StateVisitor): void {
    this.time = state.number('time', this.time);
    this.first = state.number('first', this.first);
    state.array('min', this.min);
    state.array('max', this.max);
    state.array('integral', this.integral);
    state.array('last', this.last);
    state.array('curves', this.curves);
  }
}
