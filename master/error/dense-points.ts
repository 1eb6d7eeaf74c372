import {
  bandOver,
  type CommonRows,
  commonRows,
  placesOf,
  type RecordedColumns,
  type RowPlaces,
  valuesAt,
} from './common-points.ts';
import { type BandStretch, shareOf } from './error-band.ts';

/**
 * Points that the two finest runs have in common. About half of them lie between the points of all
 * runs, where an error can be larger, as at the start of a transient.
 */
export class DensePoints {
  private readonly common: CommonRows;
  /** Places of these points between those of all runs. */
  private readonly among: RowPlaces;
  /** Places of the rows of the result between these points. */
  private readonly places: RowPlaces;

  /**
   * @param pair the two finest runs
   * @param times common points of all runs [s]
   * @param rows times of the rows that get a band [s]
   * @param step smallest step [s], to compare times
   */
  constructor(
    private readonly pair: readonly [RecordedColumns, RecordedColumns],
    times: Float64Array,
    rows: Float64Array,
    step: number,
  ) {
    this.common = commonRows(pair, step);
    this.among = placesOf(this.common.times, times);
    this.places = placesOf(rows, this.common.times);
  }

  /**
   * Widens a band at each row by the differences of the two runs: as estimated errors where they
   * follow an order, else as they are.
   *
   * @param items the column's place in both runs
   * @param more 1 if the difference itself counts, too, because the coarser of both is the result
   */
  widen(band: Float64Array, items: readonly number[], stretches: readonly BandStretch[], more: 0 | 1): void {
    const { common, among, places, pair } = this;
    const [fine, coarse] = pair.map(({ data }, k) => valuesAt(data[items[k]], common.rows[k]));
    const shares = sharesAt(stretches, among.before[among.before.length - 1] + 1);
    for (let k = 0; k < fine.length; k++)
      fine[k] = (shares[among.before[k]] + more) * Math.abs(fine[k] - coarse[k]);
    const wide = bandOver(places, fine);
    for (let row = 0; row < band.length; row++) if (wide[row] > band[row]) band[row] = wide[row];
  }
}

/** Returns the estimated error in differences, at each common point. */
function sharesAt(stretches: readonly BandStretch[], count: number): Float64Array {
  const shares = new Float64Array(count).fill(1);
  for (const stretch of stretches) shares.fill(shareOf(stretch), stretch.from, stretch.to);
  return shares;
}
