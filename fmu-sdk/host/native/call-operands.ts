import { wholeText } from '../../util/utf8.ts';

const encoder = new TextEncoder();

/**
 * Writes the operands of a call, as `take` of the engine reads them: each begins at a multiple of 8 bytes; an array is
 * its length and its elements. What does not fit the area goes over in pieces.
 */
export class Operands {
  private readonly words: Uint32Array;
  private readonly doubles: Float64Array;
  private readonly bytes: Uint8Array;
  private readonly send: (bytes: number) => void;
  private at = 0;
  private sent = false;

  /** `send` hands the first so many bytes of the area over. */
  constructor(area: Uint8Array, send: (bytes: number) => void) {
    this.bytes = area;
    this.words = new Uint32Array(area.buffer, area.byteOffset, area.length / 4);
    this.doubles = new Float64Array(area.buffer, area.byteOffset, area.length / 8);
    this.send = send;
  }

  begin(): this {
    this.at = 0;
    this.sent = false;
    return this;
  }

  /** Bytes that stand in the area when all is written; 0 when they have gone over in pieces. */
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

  /** With a zero at its end, as C has it; its length counts the text alone. */
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

/** Reads a result, as `put` of the engine has written it. What lies beyond its end reads as zero. */
export class Result {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
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

  /** A number of things that follow, of so many bytes each, no more than there can be. */
  count(size = 1): number {
    return Math.min(this.word(), Math.floor(this.bytes.length / size));
  }

  /** A copy of the next bytes; there are as many as the caller knows that it wants. */
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

  /** The bytes of an array, whose length stands before it; none beyond those that are there. */
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
