/**
 * Value of a String (UTF-8) or Binary variable: at most `data.length` bytes, of which the first `length` count.
 * The capacity is the variable's `maxSize`, so that a unit never allocates in a step.
 */
export class Bytes {
  length: i32 = 0;
  data: StaticArray<u8>;

  constructor(maxSize: i32) {
    this.data = new StaticArray<u8>(maxSize);
  }

  /** The value of an array variable of `n` elements. */
  static array(n: i32, maxSize: i32): StaticArray<Bytes> {
    const list: StaticArray<Bytes> = new StaticArray<Bytes>(n);
    for (let i: i32 = 0; i < n; i++) list[i] = new Bytes(maxSize);
    return list;
  }
}
