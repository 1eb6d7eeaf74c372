/** Kinds of values in Thrift's compact protocol, as its fields and lists name them. */
const [truth, falsehood, byte, i32, i64, binary, list, struct] = [1, 2, 3, 5, 6, 8, 9, 12];

/** A field of a struct: its number, and its value. */
export type Field = readonly [id: number, value: Value];

/** A value with its kind. */
export type Value =
  | { kind: 'bool'; value: boolean }
  | { kind: 'byte' | 'i32' | 'i64'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'list'; of: readonly Value[] }
  | { kind: 'struct'; fields: readonly Field[] };

export const int = (value: number): Value => ({ kind: 'i32', value });
export const long = (value: number): Value => ({ kind: 'i64', value });
export const text = (value: string): Value => ({ kind: 'text', value });
export const listOf = (of: readonly Value[]): Value => ({ kind: 'list', of });
export const structOf = (...fields: readonly (Field | undefined)[]): Value => ({
  kind: 'struct',
  fields: fields.filter((field) => field !== undefined),
});

/** A struct in Thrift's compact protocol, which is what Parquet's headers are written in. Fields go by ascending numbers. */
export function compact(value: Value): Uint8Array {
  const bytes: number[] = [];
  put(bytes, value);
  return Uint8Array.from(bytes);
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
      return list;
    default:
      return struct;
  }
}

function put(bytes: number[], value: Value): void {
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
      for (const each of utf8) bytes.push(each);
      return;
    }
    case 'list': {
      const kind = value.of.length === 0 ? struct : kindOf(value.of[0]);
      if (value.of.length < 15) bytes.push((value.of.length << 4) | kind);
      else {
        bytes.push(0xf0 | kind);
        varint(bytes, value.of.length);
      }
      for (const each of value.of) put(bytes, each);
      return;
    }
    default: {
      let last = 0;
      for (const [id, field] of value.fields) {
        // Numbers go up by less than 16 in all that Parquet has.
        bytes.push(((id - last) << 4) | kindOf(field));
        put(bytes, field);
        last = id;
      }
      bytes.push(0);
    }
  }
}

/** Seven bits a byte, the lowest first; whole numbers up to 2⁵³. */
function varint(bytes: number[], value: number): void {
  while (value > 0x7f) {
    bytes.push((value % 128) | 0x80);
    value = Math.floor(value / 128);
  }
  bytes.push(value);
}
