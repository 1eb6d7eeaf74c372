import { wholeText } from '../utf8.ts';
import { DifferentStateError } from './stateful.ts';

/** Writes numbers and texts in sequence, little endian. */
export class StateBytesWriter {
  private buffer = new Uint8Array(1 << 16);
  private view = new DataView(this.buffer.buffer);
  private used = 0;
  private readonly texts = new Map<string, number>();

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

  /** Writes a text. Equal texts are stored once. */
  text(value: string): void {
    const known = this.texts.get(value);
    this.count(known ?? this.texts.size);
    if (known !== undefined) return;
    this.texts.set(value, this.texts.size);
    this.bytes(new TextEncoder().encode(value));
  }

  bytes(value: Uint8Array): void {
    this.count(value.length);
    this.room(value.length);
    this.buffer.set(value, this.used);
    this.used += value.length;
  }

  done(): Uint8Array {
    return this.buffer.slice(0, this.used);
  }

  private room(bytes: number): void {
    if (this.used + bytes <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(2 * this.buffer.length, this.used + bytes));
    larger.set(this.buffer);
    this.buffer = larger;
    this.view = new DataView(larger.buffer);
  }
}

/** Reads the output of `StateBytesWriter` in order. Throws a `DifferentStateError` at a premature end. */
export class StateBytesReader {
  private at = 0;
  private readonly view: DataView;
  private readonly texts: string[] = [];

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

  text(): string {
    const number = this.count();
    if (number === this.texts.length) this.texts.push(wholeText(this.bytes()));
    return this.texts[number];
  }

  bytes(): Uint8Array {
    const length = this.count();
    const begin = this.skip(length);
    return this.buffer.subarray(begin, begin + length);
  }

  /** Passes so many bytes, and returns the position before them. */
  private skip(length: number): number {
    if (length > this.rest) throw new DifferentStateError('the bytes end too early');
    this.at += length;
    return this.at - length;
  }
}
