import type { Outline } from './module-outline.ts';
import { op, valueTypes } from './opcodes.ts';
import { Reader } from './wasm-reader.ts';
import { Writer } from './wasm-writer.ts';

/** Numbers after 0xfc. */
const [memoryInit, memoryCopy, tableInit, tableCopy, tableFill] = [8, 10, 12, 14, 17];
/** Instructions whose second operand is a place. That of a fill is a value. */
const movesSecond: ReadonlySet<number> = new Set([memoryInit, memoryCopy, tableInit, tableCopy]);

/**
 * Largest count that one instruction handles [bytes, table entries]. Either takes less than 0.3 ms.
 */
const [mostBytes, mostEntries] = [2 ** 18, 2 ** 12];

/** A function that stands for one bulk instruction. */
interface Stand {
  index: number;
  type: readonly number[];
  body: readonly number[];
}

/**
 * Functions that stand for the bulk instructions of a module, one for each different instruction.
 * They do the work in pieces.
 *
 * V8 looks for a request to end when a function is entered, and at a loop only now and then. A
 * single `memory.fill` may take 50 ms, so that a loop of 3000 could run for minutes after the
 * request. Here each piece enters a function.
 */
export class DividedInstructions {
  private readonly stands = new Map<string, Stand>();

  constructor(private readonly outline: Outline) {}

  /** Returns the call that stands for a bulk instruction. */
  call(instruction: Uint8Array): number[] {
    const key = instruction.join();
    let stand = this.stands.get(key);
    if (stand === undefined) {
      stand = this.standFor(instruction);
      this.stands.set(key, stand);
    }
    return new Writer().byte(op.call).number(stand.index).bytes;
  }

  /** Bodies of the functions, to be added to the code section. */
  get bodies(): readonly (readonly number[])[] {
    return [...this.stands.values()].map(({ body }) => body);
  }

  /** Adds the types of the functions to the body of the section of types. */
  addTypes(section: Uint8Array): Uint8Array {
    return withItems(
      section,
      [...this.stands.values()].map(({ type }) => type),
    );
  }

  /** Adds the functions to the body of the section of functions. */
  addFunctions(section: Uint8Array): Uint8Array {
    const { types } = this.outline;
    return withItems(
      section,
      [...this.stands.keys()].map((_, i) => new Writer().number(types.length + i).bytes),
    );
  }

  private standFor(instruction: Uint8Array): Stand {
    const which = new Reader(instruction).numberAt(1);
    const index = this.outline.functions.length + this.stands.size;
    const second = which === tableFill ? this.tableType(instruction) : valueTypes.i32;
    const type = [0x60, 3, valueTypes.i32, second, valueTypes.i32, 0];
    return { index, type, body: bodyOf(instruction, which, index) };
  }

  /** Returns the type of the references in the table of a `table.fill`. */
  private tableType(instruction: Uint8Array): number {
    const reader = new Reader(instruction);
    reader.skip(1);
    reader.number();
    const { imports, tables } = this.outline;
    const types = [...imports.flatMap(({ tableType }) => tableType ?? []), ...tables.map(({ type }) => type)];
    const type = types[reader.number()];
    if (type === undefined) throw new RangeError('its code fills a table that does not exist');
    return type;
  }
}

const get = (local: number): number[] => [op.localGet, local];
const [first, second, count] = [0, 1, 2].map(get);
const sum = (a: readonly number[], b: readonly number[]): number[] => [...a, ...b, op.i32Add];

/**
 * Returns the code of a function (first, second, count) with the effect of an instruction. If a
 * range ends outside, it traps before it writes anything, as the instruction does.
 */
function bodyOf(instruction: Uint8Array, which: number, self: number): readonly number[] {
  const isOnTables = which >= tableInit;
  const piece = new Writer().byte(op.i32Const).signed(isOnTables ? mostEntries : mostBytes).bytes;
  const end = movesSecond.has(which) ? sum(second, count) : second;
  const isAbove = [...count, ...piece, op.i32GtU];
  const call = new Writer().byte(op.call).number(self).bytes;
  const w = new Writer().number(0);
  // A small count, or one that passes the end of all addresses: the instruction itself.
  w.copy([...isAbove, op.i32Eqz, ...sum(first, count), ...first, op.i32LtU, op.i32Or]);
  if (movesSecond.has(which)) w.copy([...end, ...second, op.i32LtU, op.i32Or]);
  w.byte(op.if, valueTypes.none)
    .copy([...first, ...second, ...count])
    .copy(instruction);
  w.byte(op.return, op.end);
  // A count of 0 at the ends traps if they are outside.
  w.copy([...sum(first, count), ...end, op.i32Const, 0]).copy(instruction);
  if (which === memoryCopy || which === tableCopy) w.copy(backward(piece, call, isAbove));
  w.byte(op.loop, valueTypes.none).copy([...first, ...second, ...piece, ...call]);
  w.copy([...sum(first, piece), op.localSet, 0]);
  if (movesSecond.has(which)) w.copy([...sum(second, piece), op.localSet, 1]);
  w.copy([...count, ...piece, op.i32Sub, op.localSet, 2, ...isAbove, op.brIf, 0, op.end]);
  return w.copy([...first, ...second, ...count, ...call, op.end]).bytes;
}

/** Returns code that copies from the end on, if the ranges may overlap that way. */
function backward(
  piece: readonly number[],
  call: readonly number[],
  isAbove: readonly number[],
): readonly number[] {
  const shorten = [...count, ...piece, op.i32Sub, op.localSet, 2];
  const last = [...sum(first, count), ...sum(second, count), ...piece, ...call];
  return [
    ...[...first, ...second, op.i32GtU, op.if, valueTypes.none, op.loop, valueTypes.none],
    ...[...shorten, ...last, ...isAbove, op.brIf, 0, op.end],
    ...[...first, ...second, ...count, ...call, op.return, op.end],
  ];
}

/** Adds items to a list of the binary format. */
function withItems(section: Uint8Array, items: readonly (readonly number[])[]): Uint8Array {
  const reader = new Reader(section);
  const length = reader.number();
  const w = new Writer().number(length + items.length);
  const added = items.flat();
  const out = new Uint8Array(w.bytes.length + section.length - reader.at + added.length);
  out.set(w.bytes);
  out.set(section.subarray(reader.at), w.bytes.length);
  out.set(added, out.length - added.length);
  return out;
}
