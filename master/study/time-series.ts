/** A quantity over time [s], as a reference run has recorded it. */
export class Series {
  constructor(
    readonly name: string,
    readonly times: Float64Array,
    readonly values: Float64Array,
  ) {}

  /**
   * A reader for times that do not go back: the value at t, linear between the points that were recorded (on a point, to a
   * millionth of the interval, its own value), and beyond them the last one.
   */
  reader(): { name: string; at: (t: number) => number; largest: number } {
    const { name, times, values } = this;
    const last = times.length - 1;
    let i = 0;
    let largest = 0;
    for (const value of values) largest = Math.max(largest, Math.abs(value));
    const at = (t: number): number => {
      if (t < times[i]) i = 0;
      while (i < last && times[i + 1] <= t) i++;
      if (i === last) return values[last];
      const share = (t - times[i]) / (times[i + 1] - times[i]);
      if (share < 1e-6) return values[i];
      if (share > 1 - 1e-6) return values[i + 1];
      return values[i] + share * (values[i + 1] - values[i]);
    };
    return { name, at, largest };
  }
}
