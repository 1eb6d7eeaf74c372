import { wholeText } from '../../../util/utf8.ts';
import { claim, objectBytes } from '../bounds/transfer-limits.ts';
import { aliases, enumerations, records } from './wit-interfaces.ts';

/** The memory of a core module, and its allocator. */
export interface CoreMemory {
  readonly buffer: ArrayBuffer;
  readonly view: DataView;
  /** Allocates memory and returns its address. */
  allocate(align: number, bytes: number): number;
}

/** Numbers that a core function receives and returns. */
export type Flat = number | bigint;

/**
 * Conversion of a component model type by the Canonical ABI (WebAssembly Component Model,
 * CanonicalABI.md). Values have the form that jco's bindings use.
 */
export interface AbiType {
  readonly size: number;
  readonly align: number;
  /** Converts a value to arguments of a core function. */
  flatten(value: unknown, room: CoreMemory): Flat[];
  store(value: unknown, at: number, room: CoreMemory): void;
  load(at: number, room: CoreMemory): unknown;
}

/**
 * Converts a core function's result to a value of the type. The result is the number itself, or the
 * address of the value.
 */
export function lifted(type: string, returned: Flat, room: CoreMemory): unknown {
  const passed = abiTypeOf(type);
  const enumeration = enumerations[type];
  return enumeration === undefined
    ? passed.load(Number(returned) >>> 0, room)
    : itemOf(enumeration, Number(returned));
}

/**
 * A result that carries a status instead of a value. It is thrown as it is, as the bindings expect.
 */
class Err {
  constructor(readonly value: unknown) {}
}

/**
 * Returns the value of an `ok`, or a value that is not a result. Throws the payload of an `err`.
 */
export function unwrapped(value: unknown): unknown {
  if (value instanceof Err) throw value.value;
  return value;
}

const known = new Map<string, AbiType>();

/** Returns the conversion of a type given as WIT text: `list<value-reference>`. */
export function abiTypeOf(type: string): AbiType {
  const abiType = known.get(type) ?? createType(type);
  known.set(type, abiType);
  return abiType;
}

function createType(type: string): AbiType {
  const number = numbers[type];
  if (number !== undefined) return numeric(...number);
  if (type === 'bool') return bool;
  if (type === 'string') return list('u8', true);
  if (aliases[type] !== undefined) return abiTypeOf(aliases[type]);
  if (enumerations[type] !== undefined) return enumeration(enumerations[type]);
  const fields = records[type];
  if (fields !== undefined)
    return record(
      fields.map(([, fieldType]) => fieldType),
      (values) => Object.fromEntries(fields.map(([key], i) => [camel(key), values[i]])),
      (value) => fields.map(([key]) => (value as Record<string, unknown>)[camel(key)]),
    );
  const [, kind, inner] = /^(list|option|tuple|result)<(.*)>$/.exec(type) ?? [];
  if (kind === 'list') return list(inner);
  if (kind === 'option') return option(inner);
  if (kind === 'tuple')
    return record(
      split(inner),
      (values) => values,
      (value) => value as unknown[],
    );
  if (kind === 'result') return result(split(inner)[0], split(inner)[1]);
  // A resource of the FMU is passed as its handle.
  return numeric(4, 'Int32');
}

/** Splits `a, b<c, d>` into `a` and `b<c, d>`. */
function split(inner: string): string[] {
  return inner.split(/,\s*(?![^<]*>)/);
}

/** Converts `do-step` to `doStep`. */
export function camel(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

type Accessor =
  | 'Int8'
  | 'Uint8'
  | 'Int16'
  | 'Uint16'
  | 'Int32'
  | 'Uint32'
  | 'Float32'
  | 'Float64'
  | 'BigInt64'
  | 'BigUint64';

const numbers: Readonly<Record<string, [size: number, accessor: Accessor]>> = {
  s8: [1, 'Int8'],
  u8: [1, 'Uint8'],
  s16: [2, 'Int16'],
  u16: [2, 'Uint16'],
  s32: [4, 'Int32'],
  u32: [4, 'Uint32'],
  f32: [4, 'Float32'],
  f64: [8, 'Float64'],
  s64: [8, 'BigInt64'],
  u64: [8, 'BigUint64'],
};

function numeric(size: number, accessor: Accessor): AbiType {
  type Plain = Record<string, (at: number, value?: Flat | boolean, little?: boolean) => Flat>;
  return {
    size,
    align: size,
    flatten: (value) => [value as Flat],
    store: (value, at, { view }) => {
      (view as unknown as Plain)[`set${accessor}`](at, value as Flat, true);
    },
    load: (at, { view }) => (view as unknown as Plain)[`get${accessor}`](at, true),
  };
}

const bool: AbiType = {
  size: 1,
  align: 1,
  flatten: (value) => [value ? 1 : 0],
  store: (value, at, { view }) => view.setUint8(at, value ? 1 : 0),
  load: (at, { view }) => {
    const value = view.getUint8(at);
    if (value > 1) throw new TypeError('invalid variant discriminant for bool');
    return value === 1;
  },
};

function enumeration(items: readonly string[]): AbiType {
  return {
    size: 1,
    align: 1,
    flatten: (value) => [items.indexOf(value as string)],
    store: (value, at, { view }) => view.setUint8(at, items.indexOf(value as string)),
    load: (at, { view }) => itemOf(items, view.getUint8(at)),
  };
}

function itemOf(items: readonly string[], at: number): string {
  const item = items[at];
  if (item === undefined) throw new TypeError('invalid discriminant specified for an enumeration');
  return item;
}

/** Converts records: fields in order, each at a multiple of its alignment. */
function record(
  types: readonly string[],
  join: (values: unknown[]) => unknown,
  part: (value: unknown) => readonly unknown[],
): AbiType {
  const fields = types.map(abiTypeOf);
  let end = 0;
  const offsets = fields.map(({ size, align }) => {
    const at = aligned(end, align);
    end = at + size;
    return at;
  });
  const align = Math.max(1, ...fields.map((field) => field.align));
  return {
    size: aligned(end, align),
    align,
    flatten: (value, room) => part(value).flatMap((item, i) => fields[i].flatten(item, room)),
    store: (value, at, room) => {
      part(value).forEach((item, i) => {
        fields[i].store(item, at + offsets[i], room);
      });
    },
    load: (at, room) => join(fields.map((field, i) => field.load(at + offsets[i], room))),
  };
}

/** Typed arrays for lists of numbers. Other lists become ordinary arrays. */
const arrays: Readonly<Record<string, new (buffer: ArrayBuffer) => ArrayBufferView>> = {
  s8: Int8Array,
  u8: Uint8Array,
  s16: Int16Array,
  u16: Uint16Array,
  s32: Int32Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
  s64: BigInt64Array,
  u64: BigUint64Array,
};

const encoder = new TextEncoder();

/** Converts lists: address and number of elements. A string is a list of UTF-8 bytes. */
function list(of: string, isText = false): AbiType {
  const type = aliases[of] ?? of;
  const item = abiTypeOf(type);
  const put = (input: unknown, room: CoreMemory): [number, number] => {
    const value = isText ? encoder.encode(input as string) : (input as ArrayLike<unknown>);
    const at = room.allocate(item.align, item.size * value.length) >>> 0;
    if (ArrayBuffer.isView(value) && value.byteLength === item.size * value.length && type !== 'bool')
      new Uint8Array(room.buffer).set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), at);
    else for (let i = 0; i < value.length; i++) item.store(value[i], at + item.size * i, room);
    return [at, value.length];
  };
  return {
    size: 8,
    align: 4,
    flatten: put,
    store: (value, at, room) => {
      const [from, length] = put(value, room);
      room.view.setUint32(at, from, true);
      room.view.setUint32(at + 4, length, true);
    },
    load: (at, room) => {
      const from = room.view.getUint32(at, true);
      const length = room.view.getUint32(at + 4, true);
      if (from + item.size * length > room.buffer.byteLength)
        throw new RangeError(`the FMU returned a list of ${length} elements at address ${from}`);
      claim(length, isText || arrays[type] !== undefined ? item.size : objectBytes);
      if (isText) return wholeText(new Uint8Array(room.buffer, from, length));
      const Elements = arrays[type];
      if (Elements !== undefined) return new Elements(room.buffer.slice(from, from + item.size * length));
      return Array.from({ length }, (_, i) => item.load(from + item.size * i, room));
    },
  };
}

/**
 * Converts options. The payload follows the discriminant, at a multiple of the largest alignment.
 */
function option(type: string): AbiType {
  const payload = abiTypeOf(type);
  const behind = aligned(1, payload.align);
  return {
    size: aligned(behind + payload.size, payload.align),
    align: payload.align,
    flatten: (value, room) => (value === undefined ? [0, 0] : [1, ...payload.flatten(value, room)]),
    store: (value, at, room) => {
      room.view.setUint8(at, value === undefined ? 0 : 1);
      if (value !== undefined) payload.store(value, at + behind, room);
    },
    load: (at, room) => (room.view.getUint8(at) === 0 ? undefined : payload.load(at + behind, room)),
  };
}

function result(type: string, error: string): AbiType {
  const [good, bad] = [abiTypeOf(type), abiTypeOf(error)];
  const align = Math.max(good.align, bad.align);
  const behind = aligned(1, align);
  const never = (): never => {
    throw new TypeError('a result cannot be an argument of an FMU');
  };
  return {
    size: aligned(behind + Math.max(good.size, bad.size), align),
    align,
    flatten: never,
    store: never,
    load: (at, room) =>
      room.view.getUint8(at) === 0 ? good.load(at + behind, room) : new Err(bad.load(at + behind, room)),
  };
}

function aligned(at: number, align: number): number {
  return Math.ceil(at / align) * align;
}
