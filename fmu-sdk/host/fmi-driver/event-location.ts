/** Into how many parts of equal length a step is divided, at whose ends event indicators are looked at, so that two changes in one step are seen. */
const parts = 4;
/**
 * An indicator that is no more than this share of its change in the first part away from 0 begins there, but for rounding: it may leave that at once,
 * and be back before the others. It is looked at after these shares of the step too.
 */
const tiny = 2 ** -20;
const near = [2 ** -40, 2 ** -20];
/** Iterations of the location; each halves the interval at least. */
const most = 60;

/** Event indicators at a time inside the last step. */
export type Indicators = (t: number, z: Float64Array) => void;

/**
 * Finds the first change of an event indicator's domain, z > 0 or z ≤ 0 (FMI 3.0.2, 3.1.1), inside a step: Ridders' method
 * (1979) on the indicator that seems to change first, with a bracket closed from both sides to the last digits.
 */
export class EventLocation {
  /** First of the indicators that changed at the time that was found last; −1: none. */
  changed = -1;
  /** At the ends of the parts; the first is where the step begins. */
  private readonly looks: readonly Float64Array[];
  private readonly left: Float64Array;
  private readonly middle: Float64Array;
  private readonly right: Float64Array;
  private readonly probe: Float64Array;
  /** The step in which it looks [s]. */
  private from = 0;
  private to = 0;
  /** Whether it has looked inside of parts, after their ends. */
  private inside = false;

  constructor(count: number) {
    this.looks = Array.from({ length: parts + 1 }, () => new Float64Array(count));
    this.left = new Float64Array(count);
    this.middle = new Float64Array(count);
    this.right = new Float64Array(count);
    this.probe = new Float64Array(count);
  }

  /**
   * First time after a change in (from, to], where z at `from` is `start`, or NaN when there is none; `end` is left with z
   * at `to` in that case, which was then looked at last. The time is the bracket's right end: there the change has happened.
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
    return this.within(indicators, a, last, end);
  }

  private look(indicators: Indicators, part: number): void {
    indicators(this.timeOf(part), this.looks[part]);
  }

  /** End of a part [s]. */
  private timeOf(part: number): number {
    const { from, to } = this;
    return part === parts ? to : from + (part / parts) * (to - from);
  }

  /** The first change in parts up to the last one looked at, at whose end alone there may be one; before a [s] there is none. */
  private within(indicators: Indicators, a: number, last: number, end: Float64Array): number {
    const { looks, left, right } = this;
    const start = looks[0];
    for (let part = 1; part <= last; part++) {
      const over = crossed(start, looks[part]) >= 0;
      // A parabola needs three neighbours.
      if (over && last === 1) this.look(indicators, 2);
      const b = this.beyond(indicators, part, Math.max(2, last));
      if (b <= a) {
        // Before what was looked at just behind the begin.
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

  /** The earliest time [s] inside of a part at which an indicator is on the other side, which `right` is left with; NaN: none. */
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
      // The estimate, then a point close beyond it: together they close the bracket once the estimate is good.
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

  /** Ridders' estimate for the earliest of the indicators that change between a and b. */
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

/** First indicator that is in another domain than at first; −1: none. */
export function crossed(start: Float64Array, z: Float64Array): number {
  for (let j = 0; j < z.length; j++) if (start[j] > 0 !== z[j] > 0) return j;
  return -1;
}

/** Whether an indicator is 0 where a step begins, but for rounding. */
function beginsAtZero(start: Float64Array, next: Float64Array): boolean {
  for (let j = 0; j < start.length; j++)
    if (Math.abs(start[j]) <= tiny * Math.abs(next[j] - start[j])) return true;
  return start.includes(0);
}

/**
 * Where inside of a part indicator j may be beyond 0 while it is not at its ends, in parts from the step's begin; −1: nowhere. It is where the parabola through three
 * neighbours up to `last`, in the middle of which is the end that is nearer to 0, comes half as near as those, or over.
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
