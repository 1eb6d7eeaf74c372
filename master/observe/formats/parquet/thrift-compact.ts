import type { Stateful, StateVisitor } from '../../../../fmu-sdk/util/state/stateful.ts';

/** Value types of Thrift's compact protocol, as fields and lists encode them. */
const [truth, falsehood, byte, i32, i64, binary, list, struct] = [1, 2, 3, 5, 6, 8, 9, 12];

/** Field of a struct: its number and value. */
export type Field = readonly [id: number, value: Value];

/** Value with its type. */
export type Value =
  | { kind: 'bool'; value: boolean }
  | { kind: 'byte' | 'i32' | 'i64'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'list'; of: readonly Value[] }
  | { kind: 'structs'; count: number; bytes: Uint8Array }
  | { kind: 'struct'; fields: readonly Field[] };

export const int = (value: number): Value => ({ kind: 'i32', value });
export const long = (value: number): Value => ({ kind: 'i64', value });
export const text = (value: string): Value => ({ kind: 'text', value });
export const listOf = (of: readonly Value[]): Value => ({ kind: 'list', of });
export const structOf = (...fields: readonly (Field | undefined)[]): Value => ({
  kind: 'struct',
  fields: fields.filter((field) => field !== undefined),
});

/** Returns a list of structs that are already encoded, one after the other. */
export const structsOf = (count: number, bytes: Uint8Array): Value => ({ kind: 'structs', count, bytes });

/**
 * Encodes a struct in Thrift's compact protocol, as in Parquet headers. Fields have ascending
 * numbers.
 */
export function compact(value: Value): Uint8Array {
  const bytes = new Bytes();
  put(bytes, value);
  return bytes.getBytes();
}

/** Growing byte buffer. */
export class Bytes implements Stateful {
  private bytes = new Uint8Array(256);
  private length = 0;

  push(value: number): void {
    if (this.length === this.bytes.length) this.grow(1);
    this.bytes[this.length++] = value;
  }

  add(more: Uint8Array): void {
    if (this.length + more.length > this.bytes.length) this.grow(more.length);
    this.bytes.set(more, this.length);
    this.length += more.length;
  }

  clear(): void {
    this.length = 0;
  }

  /** Returns all bytes. They are valid until the next write. */
  getBytes(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private grow(by: number): void {
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.length + by));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  visitState(state: StateVisitor): void {
    const saved = state.resizable('bytes', this.getBytes());
    this.clear();
    this.add(saved);
  }
}

function kindOf(value: Value): number {
  switch (value.kind) {
    case 'bool':
      return value.value ? truth : falsehood;
    case 'byte':
      return byte;
    case 'i32':
      return i32;
    case 'i64':
      return i64;
    case 'text':
      return binary;
    case 'list':
    case 'structs':
      return list;
    default:
      return struct;
  }
}

function put(bytes: Bytes, value: Value): void {
  switch (value.kind) {
    case 'bool':
      return;
    case 'byte':
      bytes.push(value.value & 0xff);
      return;
    case 'i32':
    case 'i64':
      varint(bytes, value.value >= 0 ? 2 * value.value : -2 * value.value - 1);
      return;
    case 'text': {
      const utf8 = new TextEncoder().encode(value.value);
      varint(bytes, utf8.length);
      bytes.add(utf8);
      return;
    }
    case 'list':
      begin(bytes, value.of.length, value.of.length === 0 ? struct : kindOf(value.of[0]));
      for (const item of value.of) put(bytes, item);
      return;
    case 'structs':
      begin(bytes, value.count, struct);
      bytes.add(value.bytes);
      return;
    default: {
      let last = 0;
      for (const [id, field] of value.fields) {
        // Parquet field numbers increase by less than 16.
        bytes.push(((id - last) << 4) | kindOf(field));
        put(bytes, field);
        last = id;
      }
      bytes.push(0);
    }
  }
}

/** Writes the head of a list: number and type of its elements. */
function begin(bytes: Bytes, count: number, kind: number): void {
  if (count < 15) bytes.push((count << 4) | kind);
  else {
    bytes.push(0xf0 | kind);
    varint(bytes, count);
  }
}

/** Writes a whole number up to 2⁵³, seven bits a byte, lowest bits first. */
function varint(bytes: Bytes, value: number): void {
  while (value > 0x7f) {
    bytes.push((value % 128) | 0x80);
    value = Math.floor(value / 128);
  }
  bytes.push(value);
}
