/** Quantity over time [s], recorded by a reference run. */
export class Series {
  constructor(
    readonly name: string,
    readonly times: Float64Array,
    readonly values: Float64Array,
  ) {}

  /**
   * Returns a reader for increasing times. It interpolates linearly between recorded points. Within
   * a millionth of the interval at a point it returns the value of that point, and after the end
   * the last.
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
