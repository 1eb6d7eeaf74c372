import { type BytesReader, type BytesWriter, bytesOf } from '../../util/state/byte-stream.ts';

/** Values of operands and answers of calls, except prepared buffers. */
export type OperandValue =
  | undefined
  | boolean
  | number
  | bigint
  | string
  | PlainArray
  | readonly OperandValue[]
  | { readonly [name: string]: OperandValue };

type PlainArray = Uint8Array | Int32Array | Uint32Array | Float64Array;

const arrays = [Uint8Array, Int32Array, Uint32Array, Float64Array] as const;
const kinds = {
  undefined: 0,
  false: 1,
  true: 2,
  number: 3,
  bigint: 4,
  text: 5,
  list: 6,
  object: 7,
  array: 8,
};

/** Nesting depth that operands never reach. */
const deepest = 8;

/** Writes a value, each double bit for bit. */
export function writeOperand(out: BytesWriter, value: unknown): void {
  if (value === undefined || value === null) out.byte(kinds.undefined);
  else if (typeof value === 'boolean') out.byte(value ? kinds.true : kinds.false);
  else if (typeof value === 'number') {
    out.byte(kinds.number);
    out.real(value);
  } else if (typeof value === 'bigint' || typeof value === 'string') {
    out.byte(typeof value === 'bigint' ? kinds.bigint : kinds.text);
    out.text(String(value));
  } else if (ArrayBuffer.isView(value)) {
    const kind = arrays.findIndex((Array) => value instanceof Array);
    if (kind < 0) throw new TypeError(`calls do not have values of type ${value.constructor.name}`);
    out.byte(kinds.array + kind);
    out.bytes(bytesOf(value));
  } else if (Array.isArray(value)) {
    out.byte(kinds.list);
    out.count(value.length);
    for (const item of value) writeOperand(out, item);
  } else {
    const fields = Object.entries(value as object);
    out.byte(kinds.object);
    out.count(fields.length);
    for (const [name, field] of fields) {
      out.text(name);
      writeOperand(out, field);
    }
  }
}

/** Reads a value. Throws a RangeError for invalid bytes. */
export function readOperand(from: BytesReader, depth = 0): OperandValue {
  if (depth > deepest) throw new RangeError('values are nested too deep');
  const kind = from.byte();
  if (kind === kinds.undefined) return undefined;
  if (kind === kinds.false || kind === kinds.true) return kind === kinds.true;
  if (kind === kinds.number) return from.real();
  if (kind === kinds.bigint) return integerOf(from.text());
  if (kind === kinds.text) return from.text();
  if (kind === kinds.list) {
    const list: OperandValue[] = [];
    for (let n = from.count(); n > 0; n--) list.push(readOperand(from, depth + 1));
    return list;
  }
  if (kind === kinds.object) {
    const fields: [string, OperandValue][] = [];
    for (let n = from.count(); n > 0; n--) fields.push([from.text(), readOperand(from, depth + 1)]);
    return Object.fromEntries(fields);
  }
  const Elements = arrays[kind - kinds.array];
  if (Elements === undefined) throw new RangeError(`a value of the unknown kind ${kind}`);
  const bytes = from.bytes();
  if (bytes.length % Elements.BYTES_PER_ELEMENT !== 0) throw new RangeError('an array has half an element');
  return new Elements(bytes.slice().buffer);
}

function integerOf(text: string): bigint {
  if (!/^-?[0-9]{1,20}$/.test(text)) throw new RangeError('an invalid integer');
  return BigInt(text);
}
