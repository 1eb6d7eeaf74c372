import { control, ended, type LoopBuilder, type LoopPlan } from '../../fast-path/multi-step-loop.ts';
import { type Status, status } from '../../instance/fmi-api.ts';
import type { NumericArray } from '../../wasm/numeric-array.ts';
import type { Addon, Handle } from '../addon.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import type { Memory } from '../shared-buffers.ts';
import { LoopProgram } from './loop-program.ts';

/** An FMU of a process, with its number there. */
export interface ProcessMember {
  readonly number: number;
  readonly unit: Handle;
  readonly line: EngineClient;
  readonly memory: Memory;
}

/** Numbers of `napi_typedarray_type`. */
const kinds: readonly string[] = [
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
];
/** Stands for the first block of the process instead of a segment. */
const inBlock = 0xffffffff;
/** Stands for no loop to replace. */
const noLoop = 0xffffffff;
const largestStatus = 5;

/**
 * Builds loops over the FMUs of one process, which run there (`process-loop.c`). A call crosses to
 * the process once for a step of all FMUs, or for a series of steps. The process is not trusted:
 * its answer is checked, and what a loop needs from this side is copied to shared memory and back.
 */
export class ProcessLoops implements LoopBuilder {
  changes = 0;
  private mirror: { readonly buffer: ArrayBuffer; readonly offset: number; readonly bytes: number } | undefined;
  private number = noLoop;

  constructor(
    private readonly addon: Addon,
    private readonly members: readonly ProcessMember[],
  ) {}

  make(plan: LoopPlan): (() => void) | undefined {
    const { addon, members } = this;
    const [first] = members;
    const { block } = first.line;
    const { loopUnit, loopStep } = addon.places;
    const cells = new Int32Array(block);
    const program = new MirroredProgram(members, block);
    program.whole({ ...plan, cells, unitCell: loopUnit / 4, stepsCell: loopStep / 4 });
    const numbers = program.seats.map(({ unit }) => members.findIndex((each) => each.unit === unit));
    if (numbers.includes(-1)) return undefined;
    const memory = this.mirrorOf(program.mirrorBytes());
    const { table, copies } = program.placed(memory);
    const operands = first.line.begin().word(this.number).array(Uint32Array.from(program.words));
    operands.array(Float64Array.from(program.reals)).array(Uint32Array.from(table));
    operands.array(Uint32Array.from(numbers));
    if (first.line.transact('loop') !== status.ok) return undefined;
    this.number = first.line.result(8).word();
    return this.runner(plan, cells, copies);
  }

  /** Returns shared memory of this size. A new loop replaces the one before, so both may use it. */
  private mirrorOf(bytes: number): { segment: number; buffer: ArrayBuffer; offset: number } {
    const { memory } = this.members[0];
    if (this.mirror === undefined || this.mirror.bytes < bytes)
      this.mirror = { ...memory.place(2 * bytes), bytes: 2 * bytes };
    const { buffer, offset } = this.mirror;
    return { segment: memory.buffers.indexOf(buffer), buffer, offset };
  }

  private runner(plan: LoopPlan, cells: Int32Array, copies: readonly MirrorCopy[]): () => void {
    const { addon } = this;
    const { line, unit } = this.members[0];
    const { control: c, units } = plan;
    const desk = new Int32Array(addon.desk);
    const call = addon.bind(unit, addon.operations.runLoop, this.number);
    const { make } = addon;
    const unitCell = addon.places.loopUnit / 4;
    const stepsCell = addon.places.loopStep / 4;
    return () => {
      const n = c[control.n];
      const count = c[control.count];
      const row = c[control.row];
      for (let i = 0; i < copies.length; i++) copyTo(copies[i]);
      desk[0] = call;
      make();
      const isGone = desk[1] < 0;
      const k = Math.min(Math.max(cells[unitCell], 0), units.length - 1);
      plan.cells[plan.unitCell] = k;
      if (isGone) {
        // The next call of the FMU that was computing reports how the process ended.
        const isSingle = c[control.single] !== 0;
        const done = isSingle ? 0 : Math.min(Math.max(cells[stepsCell] - n, 0), count - 1);
        c[control.n] = n + done;
        c[control.count] = count - done;
        c[control.row] = row + done;
        c[control.end] = ended.aside;
        c[control.unit] = k;
        return;
      }
      for (let i = 0; i < copies.length; i++) copyFrom(copies[i]);
      if (c[control.single] === 0) plan.cells[plan.stepsCell] = c[control.n];
      if (desk[1] !== status.ok || !isSound(c, { n, count, row }, units.length))
        line.rejectAnswer('runLoop', desk[1] as Status);
    };
  }
}

/** The request of a loop: its first step, number of steps, and first row. */
interface Request {
  readonly n: number;
  readonly count: number;
  readonly row: number;
}

/** Checks the answer of a process that is not trusted. */
function isSound(c: Float64Array, { n, count, row }: Request, units: number): boolean {
  const done = c[control.n] - n;
  const end = c[control.end];
  const isCounted = Number.isInteger(done) && done >= 0 && done <= count;
  const isPaired = c[control.count] === count - done && c[control.row] === row + done;
  const unit = c[control.unit];
  const isUnit = Number.isInteger(unit) && unit >= 0 && (end >= ended.aside ? unit < units : unit <= units);
  const answer = c[control.status];
  const isKnown = Number.isInteger(end) && end >= ended.done && end <= ended.slopes;
  // A loop that is done has made a step.
  const isMoved = end !== ended.done || done > 0 || count === 0;
  return isCounted && isPaired && isUnit && isKnown && isMoved && answer >= 0 && answer <= largestStatus;
}

/** Words of this side, and their copy in shared memory. */
interface MirrorCopy {
  readonly own: Int32Array | Uint8Array;
  readonly copy: Int32Array | Uint8Array;
}

function copyTo({ own, copy }: MirrorCopy): void {
  for (let i = 0; i < own.length; i++) copy[i] = own[i];
}

function copyFrom({ own, copy }: MirrorCopy): void {
  for (let i = 0; i < own.length; i++) own[i] = copy[i];
}

/** Bytes of a buffer of this side, from `start` to `end`, that a loop uses. */
interface Range {
  start: number;
  end: number;
}

/** A place whose array number is not known yet: position in `words`, kind, location [bytes]. */
interface OpenPlace {
  readonly at: number;
  readonly array: NumericArray;
  readonly byte: number;
}

/** A plan whose places outside shared memory are moved to a mirror. */
class MirroredProgram extends LoopProgram {
  private readonly open: OpenPlace[] = [];
  private readonly segments = new Map<ArrayBufferLike, { number: number; segment: number }>();
  private readonly ranges = new Map<ArrayBufferLike, Range[]>();

  constructor(members: readonly ProcessMember[], block: ArrayBuffer) {
    super();
    this.segments.set(block, { number: 0, segment: inBlock });
    for (const { number, memory } of members)
      for (const [segment, buffer] of memory.buffers.entries()) this.segments.set(buffer, { number, segment });
  }

  protected override place(array: NumericArray, at: number, length = 1): void {
    const byte = array.byteOffset + at * array.BYTES_PER_ELEMENT;
    this.open.push({ at: this.words.push(0, 0) - 2, array, byte });
    if (this.segments.has(array.buffer)) return;
    const ranges = this.ranges.get(array.buffer) ?? [];
    this.ranges.set(array.buffer, ranges);
    // Whole groups of eight bytes, so that every kind of number keeps its alignment.
    ranges.push({ start: byte & ~7, end: (byte + length * array.BYTES_PER_ELEMENT + 7) & ~7 });
  }

  /** Joins the ranges of each buffer and returns their total size [bytes]. */
  mirrorBytes(): number {
    let bytes = 0;
    for (const [buffer, ranges] of this.ranges) {
      const joined: Range[] = [];
      for (const range of ranges.sort((a, b) => a.start - b.start)) {
        const last = joined.at(-1);
        if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end);
        else joined.push({ ...range });
      }
      this.ranges.set(buffer, joined);
      for (const { start, end } of joined) bytes += end - start;
    }
    return bytes;
  }

  /** Places all ranges in this memory, and returns the table of arrays and the copies. */
  placed(memory: { segment: number; buffer: ArrayBuffer; offset: number }): {
    table: number[];
    copies: MirrorCopy[];
  } {
    const table: number[] = [];
    const numbers = new Map<string, number>();
    const copies: MirrorCopy[] = [];
    const offsets = new Map<Range, number>();
    let at = memory.offset;
    for (const [buffer, ranges] of this.ranges)
      for (const range of ranges) {
        offsets.set(range, at);
        const bytes = Math.min(range.end, buffer.byteLength) - range.start;
        const Words = bytes % 4 === 0 ? Int32Array : Uint8Array;
        const length = bytes / Words.BYTES_PER_ELEMENT;
        copies.push({
          own: new Words(buffer as ArrayBuffer, range.start, length),
          copy: new Words(memory.buffer, at, length),
        });
        at += range.end - range.start;
      }
    for (const { at: word, array, byte } of this.open) {
      const kind = kinds.indexOf(array.constructor.name);
      const shared = this.segments.get(array.buffer);
      const range = shared === undefined ? rangeOf(this.ranges.get(array.buffer), byte) : undefined;
      const start = range === undefined ? array.byteOffset : range.start;
      const bytes = range === undefined ? array.byteLength : range.end - range.start;
      const place =
        range === undefined
          ? [shared?.number ?? 0, shared?.segment ?? 0, start]
          : [0, memory.segment, offsets.get(range) ?? 0];
      const entry = [...place, Math.floor(bytes / array.BYTES_PER_ELEMENT), kind];
      const key = entry.join();
      const number = numbers.get(key) ?? table.push(...entry) / entry.length - 1;
      numbers.set(key, number);
      this.words[word] = number;
      this.words[word + 1] = (byte - start) / array.BYTES_PER_ELEMENT;
    }
    return { table, copies };
  }
}

/** Returns the range with a byte. */
function rangeOf(ranges: readonly Range[] = [], byte: number): Range | undefined {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (byte < ranges[middle].start) high = middle - 1;
    else if (byte >= ranges[middle].end) low = middle + 1;
    else return ranges[middle];
  }
  return undefined;
}
