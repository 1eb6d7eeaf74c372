import { bandName } from '../error/band-columns.ts';
import { placesOf } from './column-places.ts';
import type { TimeTable } from './read-table.ts';

/** Half width of the bands of one column in two results together, over increasing times. */
export class BothBands {
  private readonly bands: readonly BandCurve[];

  private constructor(bands: readonly BandCurve[]) {
    this.bands = bands;
  }

  /** Returns the bands of a column. Undefined if neither table has one. */
  static of(name: string, tables: readonly TimeTable[]): BothBands | undefined {
    const bands = tables.flatMap(({ names, times, columns }) => {
      const at = placesOf(names).get(bandName(name));
      const isBand = at !== undefined && columns[at].every((x) => x >= 0);
      return isBand ? [new BandCurve(times, columns[at])] : [];
    });
    return bands.length === 0 ? undefined : new BothBands(bands);
  }

  /** Returns the sum of the half widths at t [s], which must not decrease from call to call. */
  at(t: number): number {
    return this.bands.reduce((sum, band) => sum + band.at(t), 0);
  }
}

/** Band over time. Between two rows the wider one counts. */
class BandCurve {
  private row = 0;

  constructor(
    private readonly times: Float64Array,
    private readonly values: Float64Array,
  ) {}

  at(t: number): number {
    const { times, values } = this;
    while (this.row + 1 < times.length && times[this.row + 1] <= t) this.row++;
    const { row } = this;
    return times[row] >= t || row + 1 === times.length ? values[row] : Math.max(values[row], values[row + 1]);
  }
}
