import { wholeText } from '../utf8.ts';

/**
 * Writes numbers, texts and bytes in sequence, little endian. `take` returns the output and starts
 * again.
 */
export class BytesWriter {
  private buffer = new Uint8Array(1 << 12);
  private view = new DataView(this.buffer.buffer);
  private used = 0;

  byte(value: number): void {
    this.room(1);
    this.buffer[this.used++] = value;
  }

  count(value: number): void {
    this.room(4);
    this.view.setUint32(this.used, value, true);
    this.used += 4;
  }

  real(value: number): void {
    this.room(8);
    this.view.setFloat64(this.used, value, true);
    this.used += 8;
  }

  bytes(value: Uint8Array): void {
    this.count(value.length);
    this.room(value.length);
    this.buffer.set(value, this.used);
    this.used += value.length;
  }

  text(value: string): void {
    this.bytes(new TextEncoder().encode(value));
  }

  /**
   * Writes the differences from `before` to `now`, and updates `before`. Writes a byte 0 without
   * differences, else 1, a bit for each 8 bytes, and the bytes whose bit is set.
   */
  changes(now: Uint8Array, before: Uint8Array): void {
    const { length } = now;
    let first = 0;
    while (first < length && now[first] === before[first]) first++;
    if (first === length) {
      this.byte(0);
      return;
    }
    this.byte(1);
    const words = Math.ceil(length / 8);
    const masks = Math.ceil(words / 8);
    this.room(masks + length);
    const at = this.used;
    this.buffer.fill(0, at, at + masks);
    this.used += masks;
    for (let word = first >> 3; word < words; word++) {
      const [from, to] = [8 * word, Math.min(length, 8 * word + 8)];
      let k = from;
      while (k < to && now[k] === before[k]) k++;
      if (k === to) continue;
      this.buffer[at + (word >> 3)] |= 1 << (word & 7);
      for (k = from; k < to; k++) {
        this.buffer[this.used++] = now[k];
        before[k] = now[k];
      }
    }
  }

  get length(): number {
    return this.used;
  }

  /** Returns the output, valid until the next write. */
  take(): Uint8Array {
    const bytes = this.buffer.subarray(0, this.used);
    this.used = 0;
    return bytes;
  }

  private room(bytes: number): void {
    if (this.used + bytes <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(2 * this.buffer.length, this.used + bytes));
    larger.set(this.buffer.subarray(0, this.used));
    this.buffer = larger;
    this.view = new DataView(larger.buffer);
  }
}

/** Reads the output of `BytesWriter` in order. Throws a RangeError at a premature end. */
export class BytesReader {
  private at = 0;
  private readonly view: DataView;

  constructor(private readonly buffer: Uint8Array) {
    this.view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  }

  /** Number of bytes that are left. */
  get rest(): number {
    return this.buffer.length - this.at;
  }

  byte(): number {
    return this.view.getUint8(this.skip(1));
  }

  count(): number {
    return this.view.getUint32(this.skip(4), true);
  }

  real(): number {
    return this.view.getFloat64(this.skip(8), true);
  }

  bytes(): Uint8Array {
    return this.takeBytes(this.count());
  }

  text(): string {
    return wholeText(this.bytes());
  }

  /** Applies the written differences to `into`. */
  changes(into: Uint8Array): void {
    if (this.byte() === 0) return;
    const words = Math.ceil(into.length / 8);
    const masks = this.takeBytes(Math.ceil(words / 8));
    for (let word = 0; word < words; word++) {
      if ((masks[word >> 3] & (1 << (word & 7))) === 0) continue;
      into.set(this.takeBytes(Math.min(8, into.length - 8 * word)), 8 * word);
    }
  }

  /** Returns the error for a premature end. */
  protected endsEarly(): Error {
    return new RangeError('the bytes end too early');
  }

  private takeBytes(length: number): Uint8Array {
    const begin = this.skip(length);
    return this.buffer.subarray(begin, begin + length);
  }

  /** Passes so many bytes, and returns the position before them. */
  private skip(length: number): number {
    if (length > this.rest) throw this.endsEarly();
    this.at += length;
    return this.at - length;
  }
}

/** Returns the bytes of a typed array. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Compares two byte arrays. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
