/**
 * Number of equal parts of a step at whose ends event indicators are evaluated, so that two changes
 * in one step are detected.
 */
const parts = 4;
/**
 * An indicator within this share of its first change counts as zero at the start of the step. It
 * may leave and return before the first part ends. Therefore it is also evaluated after these
 * shares of the step.
 */
const tiny = 2 ** -20;
const near = [2 ** -40, 2 ** -20];
/** Largest number of iterations. Each at least halves the interval. */
const most = 60;

/** Evaluates event indicators at a time inside the last step. */
export type Indicators = (t: number, z: Float64Array) => void;

/**
 * Finds the first domain change of an event indicator, z > 0 or z ≤ 0 (FMI 3.0.2, 3.1.1), inside a
 * step. Uses Ridders' method (1979) on the indicator that seems to change first, and closes the
 * bracket from both sides to the last digits.
 */
export class EventLocation {
  /** Index of the first indicator that changed at the located time, or −1. */
  changed = -1;
  /** Indicators at the ends of the parts, with the start of the step first. */
  private readonly looks: readonly Float64Array[];
  private readonly left: Float64Array;
  private readonly middle: Float64Array;
  private readonly right: Float64Array;
  private readonly probe: Float64Array;
  /** Limits of the examined step [s]. */
  private from = 0;
  private to = 0;
  /** Marks that points inside the parts were evaluated after their ends. */
  private inside = false;

  constructor(count: number) {
    this.looks = Array.from({ length: parts + 1 }, () => new Float64Array(count));
    this.left = new Float64Array(count);
    this.middle = new Float64Array(count);
    this.right = new Float64Array(count);
    this.probe = new Float64Array(count);
  }

  /**
   * Returns the first time after a change in (from, to], or NaN. `start` holds z at `from`. Without
   * a change, `end` receives z at `to`, which is evaluated last. The returned time is the right end
   * of the bracket, where the change has happened.
   */
  locate(indicators: Indicators, from: number, to: number, start: Float64Array, end: Float64Array): number {
    const { looks } = this;
    this.from = from;
    this.to = to;
    this.inside = false;
    looks[0].set(start);
    this.left.set(start);
    this.look(indicators, 1);
    let a = from;
    if (beginsAtZero(start, looks[1]))
      for (let k = 0; k < near.length; k++) {
        const b = from + near[k] * (to - from);
        if (b <= a) continue;
        indicators(b, this.right);
        if (crossed(start, this.right) >= 0) return this.close(indicators, a, b, start);
        this.left.set(this.right);
        a = b;
      }
    let last = 1;
    while (last < parts && crossed(start, looks[last]) < 0) this.look(indicators, ++last);
    return this.findFirstChange(indicators, a, last, end);
  }

  private look(indicators: Indicators, part: number): void {
    indicators(this.timeOf(part), this.looks[part]);
  }

  /** Returns the end of a part [s]. */
  private timeOf(part: number): number {
    const { from, to } = this;
    return part === parts ? to : from + (part / parts) * (to - from);
  }

  /**
   * Finds the first change in the parts up to the last evaluated one. A change can be only at the
   * end of that part, and not before a [s].
   */
  private findFirstChange(indicators: Indicators, a: number, last: number, end: Float64Array): number {
    const { looks, left, right } = this;
    const start = looks[0];
    for (let part = 1; part <= last; part++) {
      const over = crossed(start, looks[part]) >= 0;
      // A parabola needs three neighbours.
      if (over && last === 1) this.look(indicators, 2);
      const b = this.beyond(indicators, part, Math.max(2, last));
      if (b <= a) {
        // Starts before the point just after the start of the step.
        a = this.from;
        left.set(start);
      }
      if (b > a) return this.close(indicators, a, b, start);
      right.set(looks[part]);
      if (over) return this.close(indicators, a, this.timeOf(part), start);
      a = this.timeOf(part);
      left.set(right);
    }
    if (this.inside) this.look(indicators, parts);
    end.set(looks[parts]);
    return Number.NaN;
  }

  /**
   * Returns the earliest time [s] inside a part at which an indicator has changed its side, and
   * stores z there in `right`. Returns NaN without a change.
   */
  private beyond(indicators: Indicators, part: number, last: number): number {
    const { looks, right, probe, from, to } = this;
    let earliest = Number.NaN;
    for (let j = 0; j < right.length; j++) {
      const share = vertexOf(looks, j, part, last);
      const b = from + (share / parts) * (to - from);
      if (!(b > this.timeOf(part - 1) && b < this.timeOf(part)) || b >= earliest) continue;
      this.inside = true;
      indicators(b, probe);
      if (crossed(looks[0], probe) < 0) continue;
      earliest = b;
      right.set(probe);
    }
    return earliest;
  }

  private close(indicators: Indicators, a: number, b: number, start: Float64Array): number {
    const { left, middle, right, probe } = this;
    const least = 2 * Number.EPSILON * Math.max(Math.abs(a), Math.abs(b));
    for (let n = 0; n < most && b - a > least; n++) {
      const m = a + 0.5 * (b - a);
      if (m <= a || m >= b) break;
      indicators(m, middle);
      const s = this.estimate(a, m, b, start);
      if (crossed(start, middle) >= 0) {
        b = m;
        right.set(middle);
      } else {
        a = m;
        left.set(middle);
      }
      // Evaluates the estimate, then a point just beyond it. Together they close the bracket once
      // the estimate is good.
      for (let side = 0; side < 2; side++) {
        const t = side === 0 ? s : s <= a ? s + least : s - least;
        if (!(t > a && t < b)) continue;
        indicators(t, probe);
        if (crossed(start, probe) >= 0) {
          b = t;
          right.set(probe);
        } else {
          a = t;
          left.set(probe);
        }
      }
    }
    this.changed = crossed(start, right);
    return b;
  }

  /** Returns Ridders' estimate for the earliest indicator that changes between a and b. */
  private estimate(a: number, m: number, b: number, start: Float64Array): number {
    const { left, middle, right } = this;
    let earliest = b;
    for (let j = 0; j < start.length; j++) {
      if (start[j] > 0 === right[j] > 0) continue;
      const root = Math.sqrt(middle[j] * middle[j] - left[j] * right[j]);
      const s = root > 0 ? m + ((m - a) * Math.sign(left[j] - right[j]) * middle[j]) / root : m;
      if (s < earliest) earliest = s;
    }
    return earliest;
  }
}

/** Returns the first indicator whose domain differs from `start`, or −1. */
export function crossed(start: Float64Array, z: Float64Array): number {
  for (let j = 0; j < z.length; j++) if (start[j] > 0 !== z[j] > 0) return j;
  return -1;
}

/** Reports whether an indicator is 0 within rounding at the start of the step. */
function beginsAtZero(start: Float64Array, next: Float64Array): boolean {
  for (let j = 0; j < start.length; j++)
    if (Math.abs(start[j]) <= tiny * Math.abs(next[j] - start[j])) return true;
  return start.includes(0);
}

/**
 * Estimates where indicator j may change its side inside a part without doing so at its ends.
 * Returns the position in parts from the start, or −1. Fits a parabola through three neighbours up
 * to `last`, centred at the end that is nearer to 0. Its vertex must halve the distance to 0, or
 * cross it.
 */
function vertexOf(looks: readonly Float64Array[], j: number, part: number, last: number): number {
  const side = looks[0][j] > 0 ? 1 : -1;
  const before = side * looks[part - 1][j];
  const after = side * looks[part][j];
  if (before < 0 || after < 0) return -1;
  const centre = Math.min(Math.max(before < after ? part - 1 : part, 1), last - 1);
  const middle = side * looks[centre][j];
  const left = side * looks[centre - 1][j];
  const right = side * looks[centre + 1][j];
  const bend = left - 2 * middle + right;
  if (!(bend > 0)) return -1;
  const away = (0.5 * (left - right)) / bend;
  const vertex = centre + away;
  if (!(vertex > part - 1 && vertex < part)) return -1;
  return middle - 0.5 * bend * away * away < 0.5 * Math.min(before, after) ? vertex : -1;
}
