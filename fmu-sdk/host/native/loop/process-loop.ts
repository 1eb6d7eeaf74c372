import {
  control,
  ended,
  type LoopBuilder,
  type LoopPlan,
  type LoopRows,
  type RunnableLoop,
} from '../../fast-path/multi-step-loop.ts';
import { status } from '../../instance/fmi-api.ts';
import type { NumericArray } from '../../wasm/numeric-array.ts';
import type { Addon, Handle } from '../addon.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import type { Memory, SharedPlace } from '../shared-buffers.ts';
import { type Access, LoopProgram } from './loop-program.ts';

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
const byteKind = 1;

/** Limits of rows: their number, and their memory [bytes]. */
const [mostRows, mostRowBytes] = [4096, 2 ** 20];
/** Marks a call that keeps rows (`with_rows`). */
const withRows = 2 ** 30;

/**
 * Builds loops over the FMUs of one process, which run there (`process-loop.c`). A call crosses to
 * the process once for a step of all FMUs, or for a series of steps. The process is not trusted:
 * its answer is checked, and what a loop needs from this side is copied to shared memory and back.
 */
export class ProcessLoops implements LoopBuilder {
  changes = 0;
  readonly limitsTime = true;
  private mirror: { readonly place: SharedPlace; readonly bytes: number } | undefined;
  private number = noLoop;

  constructor(
    private readonly addon: Addon,
    private readonly members: readonly ProcessMember[],
  ) {}

  make(plan: LoopPlan): RunnableLoop | undefined {
    const { addon, members } = this;
    const [{ line, memory, unit }] = members;
    const { loopUnit, loopStep } = addon.places;
    const cells = new Int32Array(line.block);
    const program = new MirroredProgram(members, line.block);
    program.whole({ ...plan, cells, unitCell: loopUnit / 4, stepsCell: loopStep / 4 });
    const numbers = program.seats.map((seat) => members.findIndex((each) => each.unit === seat.unit));
    if (numbers.includes(-1)) return undefined;
    const { bytes, shownBytes } = program.mirrorSize();
    const place = this.mirrorOf(bytes);
    const { table, copies } = program.placed(place);
    const operands = line.begin().word(this.number).array(Uint32Array.from(program.words));
    operands.array(Float64Array.from(program.reals)).array(Uint32Array.from(table));
    operands.array(Uint32Array.from(numbers));
    if (line.transact('loop') !== status.ok) return undefined;
    this.number = line.result(8).word();
    const call = addon.bind(unit, addon.operations.runLoop, this.number);
    const loop = new ProcessLoop(addon, line, plan, { cells, copies, call });
    return {
      run: () => loop.run(),
      rows: this.rowsOf(loop, { place, bytes: shownBytes }, memory),
    };
  }

  /** Returns shared memory of this size. A new loop replaces the one before, so both may use it. */
  private mirrorOf(bytes: number): SharedPlace {
    if (this.mirror === undefined || this.mirror.bytes < bytes)
      this.mirror = { place: this.members[0].memory.place(2 * bytes), bytes: 2 * bytes };
    return this.mirror.place;
  }

  /** Returns the rows of a loop, whose memory is shared at the first use. */
  private rowsOf(
    loop: ProcessLoop,
    { place, bytes }: { place: SharedPlace; bytes: number },
    memory: Memory,
  ): LoopRows {
    const { addon, number } = this;
    const [{ line, unit }] = this.members;
    const most = Math.max(1, Math.min(mostRows, Math.floor(mostRowBytes / Math.max(8, bytes))));
    let call: number | undefined;
    const share = (): number => {
      const rows = memory.place(most * bytes);
      const array = (at: SharedPlace, length: number): number[] => [
        0,
        at.segment,
        at.offset,
        length,
        byteKind,
      ];
      line.begin().word(number);
      line.operands
        .array(Uint32Array.from([...array(place, bytes), ...array(rows, most * bytes)]))
        .word(most);
      if (line.transact('keepRows') !== status.ok) line.rejectAnswer('keepRows', status.error);
      loop.showFrom(rows, place, bytes);
      return addon.bind(unit, addon.operations.runLoop, number + withRows);
    };
    return {
      most,
      get isOver() {
        return loop.isOver;
      },
      run: () => {
        call ??= share();
        return loop.ahead(call);
      },
      show: (row) => loop.show(row),
      finish: () => loop.finish(),
    };
  }
}

/** Data of a loop of a process: progress in the first block, copies, number of the call. */
interface LoopMemory {
  readonly cells: Int32Array;
  readonly copies: readonly MirrorCopy[];
  readonly call: number;
}

/** A loop that runs in another process. */
class ProcessLoop {
  private readonly desk: Int32Array;
  private readonly controlCopy: MirrorCopy;
  private readonly unitCell: number;
  private readonly stepsCell: number;
  /** Step, FMU, number of steps, and row of the last request. */
  private n = 0;
  private from = 0;
  private count = 0;
  private row = 0;
  private isGone = false;
  /** True if the last request ended with a step that needs attention. */
  isOver = false;
  private readonly answer = new Float64Array(control.size);
  private readonly answerWords = new Int32Array(this.answer.buffer);
  private rows: readonly RowCopy[] = [];
  private rowCount = 0;

  constructor(
    private readonly addon: Addon,
    private readonly line: EngineClient,
    private readonly plan: LoopPlan,
    private readonly memory: LoopMemory,
  ) {
    this.desk = new Int32Array(addon.desk);
    this.controlCopy = memory.copies.find(({ own }) => own.buffer === plan.control.buffer) as MirrorCopy;
    this.unitCell = addon.places.loopUnit / 4;
    this.stepsCell = addon.places.loopStep / 4;
  }

  run(): void {
    this.request(this.memory.call);
    this.finish();
  }

  /** Makes steps that keep rows. Returns their number. */
  ahead(call: number): number {
    this.request(call);
    const done = this.isGone ? this.stepsBegun() : this.stepsDone();
    if (!this.isGone && this.desk[1] !== status.ok) this.line.rejectAnswer('runLoop', this.desk[1]);
    this.rowCount = done;
    this.isOver = this.isGone || this.answer[control.end] !== ended.done;
    return done;
  }

  private request(call: number): void {
    const { control: c } = this.plan;
    const { copies } = this.memory;
    this.n = c[control.n];
    this.from = c[control.from];
    this.count = c[control.count];
    this.row = c[control.row];
    for (let i = 0; i < copies.length; i++) copyTo(copies[i]);
    this.desk[0] = call;
    this.addon.make();
    this.isGone = this.desk[1] < 0;
  }

  /** Takes the values and `control` from the process. If it has ended, lets its FMU report that. */
  finish(): void {
    const { plan, desk, n, count, row, from } = this;
    const { control: c, units } = plan;
    const { copies, cells } = this.memory;
    const k = Math.min(Math.max(cells[this.unitCell], 0), units.length - 1);
    plan.cells[plan.unitCell] = k;
    if (this.isGone) {
      const done = c[control.single] === 0 ? this.stepsBegun() : 0;
      c[control.n] = n + done;
      c[control.count] = count - done;
      c[control.row] = row + done;
      c[control.end] = ended.aside;
      c[control.unit] = k;
      return;
    }
    for (let i = 0; i < copies.length; i++) copyFrom(copies[i]);
    if (c[control.single] === 0) plan.cells[plan.stepsCell] = c[control.n];
    if (desk[1] !== status.ok || !isSound(c, { n, count, row, from }, units.length))
      this.line.rejectAnswer('runLoop', desk[1]);
  }

  /** Returns the number of complete steps when the process ended. */
  private stepsBegun(): number {
    return Math.min(Math.max(this.memory.cells[this.stepsCell] - this.n, 0), this.count - 1);
  }

  /** Returns the number of complete steps of an answer that is not checked yet. */
  private stepsDone(): number {
    const { answer, answerWords } = this;
    const { copy } = this.controlCopy;
    for (let i = 0; i < answerWords.length; i++) answerWords[i] = copy[i];
    const done = answer[control.n] - this.n;
    return Number.isInteger(done) && done >= 0 && done <= this.count ? done : 0;
  }

  /** Sets where the rows lie, each like the mirror. */
  showFrom(rows: SharedPlace, mirror: SharedPlace, bytes: number): void {
    const shown = this.memory.copies.filter(({ isShown }) => isShown);
    this.rows = shown.map(({ own, copy }) => {
      const Words = own instanceof Int32Array ? Int32Array : Uint8Array;
      const size = Words.BYTES_PER_ELEMENT;
      const first = (copy.byteOffset - mirror.offset) / size;
      return { own, rows: new Words(rows.buffer, rows.offset), first, stride: bytes / size };
    });
  }

  /** Sets the values of a row. The last row also brings what later steps need. */
  show(row: number): void {
    if (row === this.rowCount - 1 && !this.isOver) {
      const { copies } = this.memory;
      for (let i = 0; i < copies.length; i++) copyFrom(copies[i]);
      return;
    }
    for (let k = 0; k < this.rows.length; k++) {
      const { own, rows, first, stride } = this.rows[k];
      const from = first + row * stride;
      for (let i = 0; i < own.length; i++) own[i] = rows[from + i];
    }
  }
}

/** Words of this side, and where they lie in the rows. */
interface RowCopy {
  readonly own: MirrorCopy['own'];
  readonly rows: MirrorCopy['own'];
  readonly first: number;
  readonly stride: number;
}

/** The request of a loop: its first step and the FMU there, number of steps, and first row. */
interface Request {
  readonly from: number;
  readonly n: number;
  readonly count: number;
  readonly row: number;
}

/** Checks the answer of a process that is not trusted. */
function isSound(c: Float64Array, { n, count, row, from }: Request, units: number): boolean {
  const done = c[control.n] - n;
  const end = c[control.end];
  const isCounted = Number.isInteger(done) && done >= 0 && done <= count;
  const isPaired = c[control.count] === count - done && c[control.row] === row + done;
  const unit = c[control.unit];
  const isUnit = Number.isInteger(unit) && unit >= 0 && (end >= ended.aside ? unit < units : unit <= units);
  const answer = c[control.status];
  const isKnown = Number.isInteger(end) && end >= ended.done && end <= ended.slopes;
  const isStatus = Number.isInteger(answer) && answer >= 0 && answer <= largestStatus;
  // A loop that is done has made a step. Another one ended in a step that was left to do, at an FMU
  // that had not stepped, so that no series of answers is endless.
  const isMoved = end === ended.done ? done > 0 || count === 0 : done < count && (done > 0 || unit >= from);
  return isCounted && isPaired && isUnit && isKnown && isMoved && isStatus;
}

/** Words of this side, and their copy in shared memory. */
interface MirrorCopy {
  /** True if rows contain it. */
  readonly isShown: boolean;
  /** True if the loop changes the words. The process must not change others. */
  readonly isChanged: boolean;
  readonly own: Int32Array | Uint8Array;
  readonly copy: Int32Array | Uint8Array;
}

function copyTo({ own, copy }: MirrorCopy): void {
  for (let i = 0; i < own.length; i++) copy[i] = own[i];
}

function copyFrom({ isChanged, own, copy }: MirrorCopy): void {
  if (!isChanged) return;
  for (let i = 0; i < own.length; i++) own[i] = copy[i];
}

/** Bytes of a buffer of this side, from `start` to `end`, that a loop uses. */
interface Range {
  start: number;
  end: number;
  isShown: boolean;
  isChanged: boolean;
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
      for (const [segment, buffer] of memory.buffers.entries())
        this.segments.set(buffer, { number, segment });
  }

  protected override place(array: NumericArray, at: number, length = 1, access: Access = 'reads'): void {
    const byte = array.byteOffset + at * array.BYTES_PER_ELEMENT;
    this.open.push({ at: this.words.push(0, 0) - 2, array, byte });
    if (this.segments.has(array.buffer)) return;
    const ranges = this.ranges.get(array.buffer) ?? [];
    this.ranges.set(array.buffer, ranges);
    // Whole groups of eight bytes, so that every kind of number keeps its alignment.
    const end = (byte + length * array.BYTES_PER_ELEMENT + 7) & ~7;
    ranges.push({ start: byte & ~7, end, isShown: access === 'shows', isChanged: access !== 'reads' });
  }

  /** Joins the ranges of each buffer. Returns their total size, and that of the shown ones [bytes]. */
  mirrorSize(): { bytes: number; shownBytes: number } {
    let [bytes, shownBytes] = [0, 0];
    for (const [buffer, ranges] of this.ranges) {
      const joined: Range[] = [];
      for (const range of ranges.sort((a, b) => a.start - b.start)) {
        const last = joined.at(-1);
        if (last !== undefined && range.start < last.end) {
          last.end = Math.max(last.end, range.end);
          last.isShown ||= range.isShown;
          last.isChanged ||= range.isChanged;
        } else joined.push({ ...range });
      }
      this.ranges.set(buffer, joined);
      for (const { start, end, isShown } of joined) {
        bytes += end - start;
        if (isShown) shownBytes += end - start;
      }
    }
    return { bytes, shownBytes };
  }

  /** Places all ranges in this memory, and returns the table of arrays and the copies. */
  placed(memory: SharedPlace): {
    table: number[];
    copies: MirrorCopy[];
  } {
    const table: number[] = [];
    const numbers = new Map<string, number>();
    const copies: MirrorCopy[] = [];
    const offsets = new Map<Range, number>();
    let at = memory.offset;
    const all = [...this.ranges].flatMap(([buffer, ranges]) => ranges.map((range) => ({ buffer, range })));
    // Shown ranges come first, because rows contain only them.
    for (const isShown of [true, false])
      for (const { buffer, range } of all) {
        if (range.isShown !== isShown) continue;
        offsets.set(range, at);
        const bytes = Math.min(range.end, buffer.byteLength) - range.start;
        const Words = bytes % 4 === 0 ? Int32Array : Uint8Array;
        const length = bytes / Words.BYTES_PER_ELEMENT;
        copies.push({
          isShown,
          isChanged: range.isChanged,
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
