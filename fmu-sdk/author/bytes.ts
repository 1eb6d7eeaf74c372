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
}
