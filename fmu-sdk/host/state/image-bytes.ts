import { wholeText } from '../../util/utf8.ts';
/** Writes numbers and texts in sequence, little endian. */
export class ImageWriter {
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

/** Reads the output of `ImageWriter` in order. Throws a RangeError at a premature end. */
export class ImageReader {
  private at = 0;
  private readonly view: DataView;
  private readonly texts: string[] = [];

  constructor(private readonly buffer: Uint8Array) {
    this.view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  }

  byte(): number {
    this.at++;
    return this.view.getUint8(this.at - 1);
  }

  count(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  real(): number {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }

  text(): string {
    const number = this.count();
    if (number === this.texts.length) this.texts.push(wholeText(this.bytes()));
    return this.texts[number];
  }

  bytes(): Uint8Array {
    const length = this.count();
    if (this.at + length > this.buffer.length) throw new RangeError('the bytes end too early');
    this.at += length;
    return this.buffer.subarray(this.at - length, this.at);
  }
}
