import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { standardOutput } from '../../fmu-sdk/util/files/output-target.ts';
import { textOf } from '../observe/csv-format.ts';
import type { HeldRows, WaitingRows } from '../observe/result-format.ts';

/** What of a file of results is not in the file yet: memory that another thread can see too. */
export interface SharedRows {
  /** Two states of four numbers (`place`), of which `turn` says the present one: who looks never sees half a change. */
  readonly states: Float64Array;
  readonly turn: Int32Array;
  /** The rows that are held back, where there are any. */
  readonly memory?: Uint8Array;
  /** Rows behind them that are numbers still. */
  readonly waiting?: WaitingRows;
}

/** Bytes of the file that are whole rows; where the held rows begin in it; bytes of them that are whole rows; rows of numbers behind these. */
const place = { whole: 0, begin: 1, held: 2, waiting: 3 } as const;
const size = 4;

/**
 * Keeps account of the rows that are held back, in memory that the thread which watches the run sees as well. So rows of
 * a unit that never comes back are kept by whoever ends its thread.
 */
export class RowsInMemory {
  private shared: SharedRows;
  private readonly states: Float64Array = new Float64Array(new SharedArrayBuffer(2 * size * 8));
  private readonly turn: Int32Array = new Int32Array(new SharedArrayBuffer(4));
  private readonly tell: (shared: SharedRows) => void;
  /** Where the present state begins. */
  private now = 0;

  /** `tell` is told of the memory as soon as there is any. */
  constructor(tell: (shared: SharedRows) => void = () => {}) {
    this.tell = tell;
    this.shared = { states: this.states, turn: this.turn };
    tell(this.shared);
  }

  /** Bytes of the file that are whole rows. */
  get whole(): number {
    return this.states[this.now + place.whole];
  }

  set whole(bytes: number) {
    this.states[this.now + place.whole] = bytes;
  }

  hold(bytes: number, own?: Uint8Array, waiting?: WaitingRows): HeldRows {
    const memory = own ?? new Uint8Array(new SharedArrayBuffer(bytes));
    this.shared = { ...this.shared, memory, waiting };
    this.tell(this.shared);
    return {
      memory,
      keep: (held) => {
        if (this.states[this.now + place.waiting] === 0) this.states[this.now + place.held] = held;
        else this.change(this.whole, this.states[this.now + place.begin], held);
      },
      wait: (held, rows) => {
        this.states[this.now + place.held] = held;
        this.states[this.now + place.waiting] = rows;
      },
    };
  }

  /** A new state, in which no numbers wait. */
  private change(whole: number, begin: number, held: number): void {
    const next = size - this.now;
    this.states[next + place.whole] = whole;
    this.states[next + place.begin] = begin;
    this.states[next + place.held] = held;
    this.states[next + place.waiting] = 0;
    this.now = next;
    Atomics.store(this.turn, 0, next);
  }

  /** The file ends at `end` now, because these bytes were written: those that were held back, or others before them. */
  moved(bytes: Uint8Array, end: number): void {
    const { states, now, shared } = this;
    const [whole, begin, held] = [0, 1, 2].map((k) => states[now + k]);
    const given = bytes.buffer === shared.memory?.buffer;
    this.change(given && held > 0 ? begin + held : whole, end, given ? 0 : held);
  }

  /** What is held back is not kept: the disk did not take it. */
  drop(): void {
    this.change(this.whole, this.states[this.now + place.begin], 0);
  }

  /** Brings what is held back into the file; how many bytes of it are whole rows then. */
  writeOut(path: string, direct: boolean): number {
    return writeOut(path, direct, this.shared);
  }
}

/**
 * The same, for another thread when the one that writes has ended. Where the disk takes no more, the rows before count. Into
 * a device or a pipe (`direct`) they go behind what is there.
 */
export function writeOut(
  path: string,
  direct: boolean,
  { states, turn, memory, waiting }: SharedRows,
): number {
  const now = Atomics.load(turn, 0);
  const [whole, begin, held, numbers] = [0, 1, 2, 3].map((k) => states[now + k]);
  if (memory === undefined || !(held + numbers > 0)) return whole;
  const { O_WRONLY, O_NONBLOCK } = constants;
  try {
    const rows = bytesOf(memory.subarray(0, held), numbers, waiting);
    const handle = path === standardOutput ? 1 : openSync(path, direct ? O_WRONLY | O_NONBLOCK : O_WRONLY);
    try {
      for (let at = 0; at < rows.length; )
        at += writeSync(handle, rows, at, rows.length - at, direct ? null : begin + at);
    } finally {
      if (handle !== 1) closeSync(handle);
    }
    return begin + rows.length;
  } catch {
    return whole;
  }
}

/** What is text already, and the rows of numbers behind it. */
function bytesOf(text: Uint8Array, rows: number, waiting: WaitingRows | undefined): Uint8Array {
  if (waiting === undefined || rows === 0) return text;
  const { numbers, width } = waiting;
  const more = textOf(numbers.subarray(0, rows * width), width);
  const bytes = new Uint8Array(text.length + more.length);
  bytes.set(text);
  bytes.set(more, text.length);
  return bytes;
}
