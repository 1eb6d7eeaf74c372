/** Reads the parts of a WebAssembly binary in order. Throws a RangeError beyond its end. */
export class Reader {
  at = 0;

  constructor(readonly bytes: Uint8Array) {}

  get done(): boolean {
    return this.at >= this.bytes.length;
  }

  byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new RangeError('it is cut short');
    return byte;
  }

  skip(count: number): void {
    this.at += count;
    if (this.at > this.bytes.length) throw new RangeError('it is cut short');
  }

  /** Unsigned LEB128 of 32 bits. */
  number(): number {
    // Most have one byte.
    const first = this.bytes[this.at];
    if (first < 0x80) {
      this.at++;
      return first;
    }
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('a number in it is too long');
  }

  /** Reads the number at a place without moving. */
  numberAt(place: number): number {
    const { at } = this;
    this.at = place;
    const number = this.number();
    this.at = at;
    return number;
  }

  /** LEB128 of any sort, to behind its end. */
  skipNumber(): void {
    if (this.bytes[this.at] < 0x80) {
      this.at++;
      return;
    }
    for (let length = 1; this.byte() >= 0x80; length++)
      if (length > 9) throw new RangeError('a number in it is too long');
  }

  /** Signed LEB128 of 33 bits, as types of blocks are written. */
  signed(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return (byte & 0x40) === 0 ? value : value - 2 ** (shift + 7);
    }
    throw new RangeError('a number in it is too long');
  }

  name(): string {
    const length = this.number();
    const begin = this.at;
    this.skip(length);
    if (length > longestName)
      throw new RangeError(`a name in it has ${length} bytes, and the limit is ${longestName}`);
    return utf8.decode(this.bytes.subarray(begin, this.at));
  }

  /** Calls `item` for each of a counted list, which has at least a byte each. */
  list(item: (i: number) => void): number {
    const count = this.number();
    for (let i = 0; i < count; i++) item(i);
    return count;
  }
}

const longestName = 4096;
const utf8 = new TextDecoder();
