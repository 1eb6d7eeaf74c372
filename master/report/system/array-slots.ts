/** Values of a page in one array. Each column array is stored once, and referred to by position. */
export class Slots {
  private readonly arrays: Float64Array[] = [];
  private readonly places = new Map<Float64Array, [number, number]>();
  private length = 0;

  place(values: Float64Array): [at: number, count: number] {
    const known = this.places.get(values);
    if (known !== undefined) return known;
    const place: [number, number] = [this.length, values.length];
    this.arrays.push(values);
    this.places.set(values, place);
    this.length += values.length;
    return place;
  }

  all(): Float64Array {
    const whole = new Float64Array(this.length);
    let at = 0;
    for (const array of this.arrays) {
      whole.set(array, at);
      at += array.length;
    }
    return whole;
  }
}
