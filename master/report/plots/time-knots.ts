const most = 2000;
/** First tolerance as a share of the duration, and the factor to the next one. */
const [share, factor] = [1e-7, 10];

/**
 * Approximates the time column by a polygon over the rows: pairs (row, time [s]). Between them time
 * is linear in the row to within 2e-7 of the duration. A run with constant step needs two pairs. If
 * more than 2000 pairs are needed, the tolerance grows tenfold until they suffice.
 */
export function knots(time: Float64Array): [number, number][] {
  const polygons = new TimeKnots(time[0]!, time[time.length - 1]!, time.length);
  polygons.take(time.length, time);
  return polygons.result();
}

/** Computes `knots` while the times are read: a polygon for each tolerance, until it is too long. */
export class TimeKnots {
  private readonly polygons: Polygon[] = [];

  /** @param count rows of the column */
  constructor(begin: number, end: number, count: number) {
    const duration = Math.abs(end - begin);
    // No row is further from a line through two others.
    const largest = duration * (count + 1);
    let bound = share * duration;
    for (; bound < largest; bound *= factor) this.polygons.push(new Polygon(bound));
    this.polygons.push(new Polygon(bound));
  }

  /** Takes the next times [s]. */
  take(count: number, times: Float64Array): void {
    for (const [k, polygon] of this.polygons.entries())
      if (k === this.polygons.length - 1 || polygon.pairs.length <= most) polygon.take(count, times);
  }

  result(): [number, number][] {
    const ended = this.polygons.map((polygon) => polygon.result());
    return ended.find((pairs) => pairs.length <= most) ?? ended[ended.length - 1]!;
  }
}

/**
 * Adds a knot where time deviates by more than `bound` [s] from the line through the last knot and
 * the row after it.
 */
class Polygon {
  readonly pairs: [number, number][] = [];
  private row = 0;
  private from = 0;
  /** Time of the last knot, slope after it, and time before [s]. */
  private begin = 0;
  private slope = 0;
  private before = 0;

  constructor(private readonly bound: number) {}

  take(count: number, times: Float64Array): void {
    for (let n = 0; n < count; n++, this.row++) {
      const t = times[n]!;
      if (this.row === 0) this.add(0, t);
      else if (this.row === this.from + 1) this.slope = t - this.begin;
      else if (Math.abs(t - this.begin - (this.row - this.from) * this.slope) > this.bound) {
        this.add(this.row - 1, this.before);
        this.slope = t - this.begin;
      }
      this.before = t;
    }
  }

  /** Returns the knots with the last row. */
  result(): [number, number][] {
    return this.row > 1 ? [...this.pairs, [this.row - 1, this.before]] : this.pairs;
  }

  private add(row: number, time: number): void {
    if (this.pairs.length <= most) this.pairs.push([row, time]);
    this.from = row;
    this.begin = time;
  }
}
