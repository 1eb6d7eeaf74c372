/** Value of Thrift's compact protocol. A struct maps field numbers to values. */
export type ThriftValue = number | boolean | Uint8Array | ThriftValue[] | ThriftStruct;
export type ThriftStruct = Map<number, ThriftValue>;

/** Largest nesting of values. */
const mostDepth = 16;

/** Limit of values. A struct counts as eight, because it takes more memory than a number. */
const mostValues = 2 ** 24;
const valuesOfStruct = 8;

/** Reads values of Thrift's compact protocol. Throws an Error at the end of the bytes. */
export class ThriftReader {
  private left = mostValues;

  constructor(
    private readonly bytes: Uint8Array,
    /** Position of the next byte. */
    public at = 0,
  ) {}

  struct(depth = 0): ThriftStruct {
    if (depth > mostDepth) throw new Error('its metadata is nested too deeply');
    this.take(valuesOfStruct);
    const fields: ThriftStruct = new Map();
    for (let id = 0; ; ) {
      const head = this.byte();
      const type = head & 15;
      if (type === 0) return fields;
      id = head >> 4 === 0 ? this.whole() : id + (head >> 4);
      fields.set(id, type <= 2 ? type === 1 : this.value(type, depth));
    }
  }

  private value(type: number, depth: number): ThriftValue {
    this.take(1);
    if (type <= 2) return this.byte() === 1;
    if (type === 3) return this.byte();
    if (type <= 6) return this.whole();
    if (type === 7) return this.double();
    if (type === 8) return this.binary();
    if (type === 9 || type === 10) return this.list(depth + 1);
    if (type === 12) return this.struct(depth + 1);
    throw new Error(`its metadata has a value of the unknown type ${type}`);
  }

  private take(values: number): void {
    this.left -= values;
    if (this.left < 0) throw new Error(`its metadata has more than ${mostValues / valuesOfStruct} structs`);
  }

  private list(depth: number): ThriftValue[] {
    if (depth > mostDepth) throw new Error('its metadata is nested too deeply');
    const head = this.byte();
    const count = head >> 4 === 15 ? this.unsigned() : head >> 4;
    const items: ThriftValue[] = [];
    // Every item takes a byte, so that a wrong count ends at the end of the bytes.
    for (let i = 0; i < count; i++) items.push(this.value(head & 15, depth));
    return items;
  }

  private double(): number {
    const { bytes, at } = this;
    this.at += 8;
    return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(at, true);
  }

  private binary(): Uint8Array {
    const length = this.unsigned();
    const { at, bytes } = this;
    if (at + length > bytes.length) throw new Error('its metadata is cut off');
    this.at = at + length;
    return bytes.subarray(at, at + length);
  }

  private byte(): number {
    if (this.at >= this.bytes.length) throw new Error('its metadata is cut off');
    return this.bytes[this.at++];
  }

  /** Reads an unsigned integer, seven bits a byte. Above 2⁵³ it is rounded. */
  private unsigned(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  /** Reads a signed integer: 0, −1, 1, −2, … are 0, 1, 2, 3, … */
  private whole(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
