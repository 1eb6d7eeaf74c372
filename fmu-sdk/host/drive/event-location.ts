/**
 * Shares of a step at whose ends event indicators are looked at, so that two changes in one step are seen; the first `near` of them where an indicator
 * begins at 0: it may leave that at once, and be back before the others.
 */
const shares = [2 ** -40, 2 ** -20, 0.25, 0.5, 0.75, 1];
const near = 2;
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
  private readonly left: Float64Array;
  private readonly middle: Float64Array;
  private readonly right: Float64Array;
  private readonly probe: Float64Array;

  constructor(count: number) {
    this.left = new Float64Array(count);
    this.middle = new Float64Array(count);
    this.right = new Float64Array(count);
    this.probe = new Float64Array(count);
  }

  /**
   * First time after a change in (from, to], where z at `from` is `start`, or NaN when there is none; `end` is left with z
   * at `to` in that case. The time is the bracket's right end: there the change has happened.
   */
  locate(indicators: Indicators, from: number, to: number, start: Float64Array, end: Float64Array): number {
    const { left, right } = this;
    left.set(start);
    let a = from;
    for (let k = start.includes(0) ? 0 : near; k < shares.length; k++) {
      const b = shares[k] === 1 ? to : from + shares[k] * (to - from);
      if (b <= a) continue;
      indicators(b, right);
      if (crossed(start, right) >= 0) return this.close(indicators, a, b, start);
      left.set(right);
      a = b;
    }
    end.set(right);
    return Number.NaN;
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
