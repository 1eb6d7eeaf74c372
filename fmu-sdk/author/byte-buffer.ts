import { fail, numberText } from './safe-text';

/**
 * Value of a String (UTF-8) or Binary variable. It has room for `data.length` bytes, and the first
 * `length` bytes count. The capacity is the `maxSize` of the variable, so that a unit never
 * allocates in a step.
 *
 * @example
 * const label: Bytes = this.label; // a String variable: 'on'
 * label.length = 2;
 * label.data[0] = 0x6f;
 * label.data[1] = 0x6e;
 */
export class Bytes {
  // The first of its fields: hosts read it in memory.
  private count: i32 = 0;
  readonly data: StaticArray<u8>;

  constructor(maxSize: i32) {
    this.data = new StaticArray<u8>(maxSize);
  }

  get length(): i32 {
    return this.count;
  }

  /**
   * Sets the number of bytes. Fails for a negative number and for more bytes than the variable
   * holds.
   */
  set length(count: i32) {
    if (count < 0 || count > this.data.length)
      fail(
        'a text or binary value of ' +
          numberText(f64(count)) +
          ' bytes is set, and its variable holds ' +
          numberText(f64(this.data.length)),
      );
    this.count = count;
  }

  /** The value of an array variable of `n` elements. */
  static array(n: i32, maxSize: i32): StaticArray<Bytes> {
    const list: StaticArray<Bytes> = new StaticArray<Bytes>(n);
    for (let i: i32 = 0; i < n; i++) list[i] = new Bytes(maxSize);
    return list;
  }
}
