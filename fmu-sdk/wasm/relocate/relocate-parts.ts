import { type Outline, sectionIds } from '../module-outline.ts';
import { op, valueTypes } from '../opcodes.ts';
import { Reader } from '../wasm-reader.ts';
import { NotRelocatable } from './not-relocatable.ts';

/**
 * A mutable global becomes a word of the record, `at` bytes from its start. An immutable global
 * keeps an index.
 */
export type Global = { kind: 'moved'; type: number; at: number } | { kind: 'kept'; index: number };

/** Bytes and where they stand. */
export interface DataSegment {
  at: number;
  bytes: Uint8Array;
}

export interface Globals {
  globals: Global[];
  /** Bytes of a record, and what the moved ones begin with. */
  record: number;
  initial: DataSegment[];
  /** Unchanged globals, as in the binary. */
  constants: Uint8Array[];
}

export function globalsOf(outline: Outline): Globals {
  const globals: Global[] = [];
  const constants: Uint8Array[] = [];
  const initial: DataSegment[] = [];
  // The region's address comes first.
  let at = 8;
  forEachItem(outline, sectionIds.global, (reader) => {
    const from = reader.at;
    const type = reader.byte();
    const mutable = reader.byte() === 1;
    const bytes = constant(reader);
    if (!mutable) {
      globals.push({ kind: 'kept', index: constants.length });
      constants.push(reader.bytes.subarray(from, reader.at));
      return;
    }
    if (type < valueTypes.f64) throw new NotRelocatable('a mutable global of its type');
    globals.push({ kind: 'moved', type, at });
    initial.push({ at, bytes });
    at += 8;
  });
  return { globals, constants, initial, record: at };
}

/** The value of a constant expression. */
function constant(reader: Reader): Uint8Array {
  const which = reader.byte();
  const value = new Uint8Array(8);
  const view = new DataView(value.buffer);
  if (which === op.i32Const) view.setInt32(0, reader.signed(), true);
  else if (which === 0x42) view.setBigInt64(0, signed64(reader), true);
  else if (which === 0x43 || which === op.f64Const) {
    const from = reader.at;
    reader.skip(which === op.f64Const ? 8 : 4);
    value.set(reader.bytes.subarray(from, reader.at));
  } else throw new NotRelocatable('a global without an initial number');
  if (reader.byte() !== op.end) throw new NotRelocatable('a computed constant');
  return value;
}

function signed64(reader: Reader): bigint {
  let value = 0n;
  for (let shift = 0n; ; shift += 7n) {
    const byte = reader.byte();
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return (byte & 0x40) === 0 ? value : value - (1n << (shift + 7n));
  }
}

/** Bodies of the module's own functions. */
export function bodiesOf(outline: Outline): Uint8Array[] {
  const bodies: Uint8Array[] = [];
  forEachItem(outline, sectionIds.code, (reader) => bodies.push(sized(reader)));
  return bodies;
}

/** The function that runs when an instance is made. */
export function startOf(outline: Outline): number | undefined {
  const section = outline.sections.find(({ id }) => id === sectionIds.start);
  return section === undefined ? undefined : new Reader(section.body).number();
}

/** Indexes of the exported functions of these names. */
export function exportsOf(outline: Outline, names: readonly string[]): Map<string, number> {
  const indexes = new Map<string, number>();
  forEachItem(outline, sectionIds.export, (reader) => {
    const name = reader.name();
    const kind = reader.byte();
    const index = reader.number();
    if (kind === 0 && names.includes(name)) indexes.set(name, index);
  });
  return indexes;
}

/** Functions that stand in the table from `at` on. */
export interface Elements {
  at: number;
  functions: number[];
}

export function elementsOf(outline: Outline): Elements[] {
  const elements: Elements[] = [];
  forEachItem(outline, sectionIds.element, (reader) => {
    const at = segmentOffset(reader);
    const functions: number[] = [];
    reader.list(() => functions.push(reader.number()));
    elements.push({ at, functions });
  });
  return elements;
}

/** Returns the initial content of the memory. */
export function dataOf(outline: Outline): DataSegment[] {
  const data: DataSegment[] = [];
  forEachItem(outline, sectionIds.data, (reader) =>
    data.push({ at: segmentOffset(reader), bytes: sized(reader) }),
  );
  return data;
}

/** Returns the start of an active segment of memory or table 0. */
function segmentOffset(reader: Reader): number {
  if (reader.number() !== 0 || reader.byte() !== op.i32Const)
    throw new NotRelocatable('a segment of an unsupported form');
  const at = reader.signed() >>> 0;
  if (reader.byte() !== op.end) throw new NotRelocatable('a computed offset');
  return at;
}

function sized(reader: Reader): Uint8Array {
  const length = reader.number();
  const from = reader.at;
  reader.skip(length);
  return reader.bytes.subarray(from, from + length);
}

function forEachItem(outline: Outline, id: number, item: (reader: Reader) => void): void {
  for (const section of outline.sections) {
    if (section.id !== id) continue;
    const reader = new Reader(section.body);
    reader.list(() => item(reader));
  }
}
