import { wholeText } from '../../../util/utf8.ts';

const encoder = new TextEncoder();

/**
 * Writes the operands of a call in the layout that the engine's `take` reads. Each begins at a
 * multiple of 8 bytes, and an array is its length followed by its elements. Operands that exceed
 * the area are sent in pieces.
 */
export class Operands {
  private readonly words: Uint32Array;
  private readonly doubles: Float64Array;
  private readonly bytes: Uint8Array;
  private at = 0;
  private sent = false;

  /** `send` transfers this number of bytes from the start of the area. */
  constructor(
    area: Uint8Array,
    private readonly send: (bytes: number) => void,
  ) {
    this.bytes = area;
    this.words = new Uint32Array(area.buffer, area.byteOffset, area.length / 4);
    this.doubles = new Float64Array(area.buffer, area.byteOffset, area.length / 8);
  }

  begin(): this {
    this.at = 0;
    this.sent = false;
    return this;
  }

  /** Returns the number of bytes in the area, or 0 if they were sent in pieces. */
  end(): number {
    if (this.sent) this.flush();
    return this.at;
  }

  word(value: number): this {
    if (this.at + 8 > this.bytes.length) this.flush();
    this.words[this.at / 4] = value;
    this.at += 8;
    return this;
  }

  double(value: number): this {
    if (this.at + 8 > this.bytes.length) this.flush();
    this.doubles[this.at / 8] = value;
    this.at += 8;
    return this;
  }

  array(values: Uint32Array | Int32Array | Float64Array | BigUint64Array | Uint8Array): this {
    this.word(values.length);
    if (values instanceof Float64Array && this.at + values.byteLength <= this.bytes.length) {
      this.doubles.set(values, this.at / 8);
      this.at += values.byteLength;
    } else if (values instanceof Uint32Array && this.at + values.byteLength + 8 <= this.bytes.length) {
      this.words.set(values, this.at / 4);
      this.at += (values.byteLength + 7) & ~7;
    } else this.raw(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    return this;
  }

  /** Writes a text with a terminating zero for C. Its length excludes the zero. */
  text(text: string): this {
    const bytes = encoder.encode(`${text}\0`);
    return this.array(bytes);
  }

  private raw(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      if (this.at === this.bytes.length) this.flush();
      const piece = bytes.subarray(from, from + this.bytes.length - this.at);
      this.bytes.set(piece, this.at);
      this.at += piece.length;
      from += piece.length;
    }
    this.at = (this.at + 7) & ~7;
  }

  private flush(): void {
    this.send(this.at);
    this.sent = true;
    this.at = 0;
  }
}

/** Reads a result written by the engine's `put`. Bytes beyond its end read as zero. */
export class Result {
  private readonly view: DataView;
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  word(): number {
    const at = this.skip(8);
    return at + 4 <= this.bytes.length ? this.view.getUint32(at, true) : 0;
  }

  double(): number {
    const at = this.skip(8);
    return at + 8 <= this.bytes.length ? this.view.getFloat64(at, true) : 0;
  }

  /** Reads a count of items of this size, limited by the bytes left. */
  count(size = 1): number {
    return Math.min(this.word(), Math.floor(this.bytes.length / size));
  }

  /** Returns a copy of the next bytes. The caller must know that they exist. */
  take(bytes: number): Uint8Array {
    const at = this.skip(Math.ceil(bytes / 8) * 8);
    const copy = new Uint8Array(bytes);
    copy.set(this.bytes.subarray(at, at + bytes));
    return copy;
  }

  doubles(count: number): Float64Array {
    return new Float64Array(this.take(8 * count).buffer);
  }

  bigs(count: number): BigUint64Array {
    return new BigUint64Array(this.take(8 * count).buffer);
  }

  integers(count: number): Int32Array {
    return new Int32Array(this.take(4 * count).buffer);
  }

  /** Returns the bytes of an array, which its length precedes, limited to the available bytes. */
  array(): Uint8Array {
    const bytes = this.word();
    return this.take(Math.min(bytes, Math.max(0, this.bytes.length - this.at)));
  }

  text(): string {
    return wholeText(this.array());
  }

  private skip(bytes: number): number {
    const at = this.at;
    this.at += bytes;
    return at;
  }
}
