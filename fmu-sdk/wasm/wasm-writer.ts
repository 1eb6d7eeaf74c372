/** Writes the parts of a wasm binary one after the other. */
export class Writer {
  readonly bytes: number[] = [];

  byte(...values: readonly number[]): this {
    for (let i = 0; i < values.length; i++) this.bytes.push(values[i]);
    return this;
  }

  copy(values: ArrayLike<number>): this {
    for (let i = 0; i < values.length; i++) this.bytes.push(values[i]);
    return this;
  }

  /** Unsigned LEB128 of 32 bits. */
  number(value: number): this {
    let rest = value >>> 0;
    for (; rest >= 0x80; rest >>>= 7) this.bytes.push((rest & 0x7f) | 0x80);
    this.bytes.push(rest);
    return this;
  }

  /** Signed LEB128 of 32 bits, as `i32.const` takes it: an address beyond 2³¹ is the same bits. */
  signed(value: number): this {
    let rest = value | 0;
    for (; rest < -0x40 || rest >= 0x40; rest >>= 7) this.bytes.push((rest & 0x7f) | 0x80);
    this.bytes.push(rest & 0x7f);
    return this;
  }

  f64(value: number): this {
    return this.copy(new Uint8Array(new Float64Array([value]).buffer));
  }

  name(text: string): this {
    return this.sized(new TextEncoder().encode(text));
  }

  /** Bytes with their count before them. */
  sized(values: ArrayLike<number>): this {
    return this.number(values.length).copy(values);
  }

  /** Writes a counted list. Each function of `items` writes one item. */
  list(items: readonly ((writer: Writer) => void)[]): this {
    this.number(items.length);
    for (const item of items) item(this);
    return this;
  }

  section(id: number, items: readonly ((writer: Writer) => void)[]): this {
    if (items.length === 0) return this;
    return this.byte(id).sized(new Writer().list(items).bytes);
  }
}
