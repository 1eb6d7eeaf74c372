import { bandName } from '../error/band-columns.ts';
import type { RowWindow } from './rows/row-window.ts';

/** Columns of results: their places by name, and which of them can be bands. */
export interface BandColumns {
  readonly places: ReadonlyMap<string, number>;
  readonly isBand: readonly boolean[];
  readonly window: RowWindow;
}

/** Half width of the bands of one column in two results together, over increasing times. */
export class BothBands {
  private readonly bands: readonly BandCurve[];

  private constructor(bands: readonly BandCurve[]) {
    this.bands = bands;
  }

  /** Returns the bands of a column. Undefined if neither of the results has one. */
  static of(name: string, results: readonly BandColumns[]): BothBands | undefined {
    const bands = results.flatMap(({ places, isBand, window }) => {
      const at = places.get(bandName(name));
      return at !== undefined && isBand[at] ? [new BandCurve(window, at)] : [];
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
    private readonly window: RowWindow,
    private readonly column: number,
  ) {}

  at(t: number): number {
    const { times, mask, count, first } = this.window;
    const values = this.window.columns[this.column];
    this.row = Math.max(this.row, first);
    while (this.row + 1 < count && times[(this.row + 1) & mask] <= t) this.row++;
    const [here, next] = [this.row & mask, (this.row + 1) & mask];
    return times[here] >= t || this.row + 1 === count ? values[here] : Math.max(values[here], values[next]);
  }
}
