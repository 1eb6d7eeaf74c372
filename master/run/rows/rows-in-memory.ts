import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { standardOutput } from '../../../fmu-sdk/util/files/output-target.ts';
import type { HeldRows } from '../../observe/formats/result-format.ts';

/** Rows that are not in the result file yet, in memory that other threads can read. */
export interface SharedRows {
  /**
   * Two states of three numbers (`place`). `turn` selects the present one, so that readers never see
   * a partial change.
   */
  readonly states: Float64Array;
  readonly turn: Int32Array;
  /** Buffered rows, if any. */
  readonly memory?: Uint8Array;
}

/**
 * Fields of a state: bytes of whole rows in the file, start of the buffered rows, and bytes of whole
 * buffered rows.
 */
const place = { whole: 0, begin: 1, held: 2 } as const;
const size = 3;

/**
 * Tracks buffered rows in memory that the watching thread can read. If a unit never returns, the
 * watching thread ends the thread and saves the rows.
 */
export class BufferedRows {
  private shared: SharedRows;
  private readonly states: Float64Array = new Float64Array(new SharedArrayBuffer(2 * size * 8));
  private readonly turn: Int32Array = new Int32Array(new SharedArrayBuffer(4));
  private readonly onRows: (shared: SharedRows) => void;
  /** Offset of the present state. */
  private now = 0;

  /** `tell` receives the memory once it is allocated. */
  constructor(onRows: (shared: SharedRows) => void = () => {}) {
    this.onRows = onRows;
    this.shared = { states: this.states, turn: this.turn };
    onRows(this.shared);
  }

  /** Bytes of whole rows in the file. */
  get whole(): number {
    return this.states[this.now + place.whole];
  }

  set whole(bytes: number) {
    this.states[this.now + place.whole] = bytes;
  }

  hold(bytes: number): HeldRows {
    const memory = new Uint8Array(new SharedArrayBuffer(bytes));
    this.shared = { ...this.shared, memory };
    this.onRows(this.shared);
    return {
      memory,
      keep: (heldBytes) => {
        this.states[this.now + place.held] = heldBytes;
      },
    };
  }

  /** Sets a new state at once. */
  private change(whole: number, begin: number, heldBytes: number): void {
    const next = size - this.now;
    this.states[next + place.whole] = whole;
    this.states[next + place.begin] = begin;
    this.states[next + place.held] = heldBytes;
    this.now = next;
    Atomics.store(this.turn, 0, next);
  }

  /**
   * Updates the state after these bytes were written up to `end`. They were buffered or precede the
   * buffered ones.
   */
  moved(bytes: Uint8Array, end: number): void {
    const { states, now, shared } = this;
    const [whole, begin, heldBytes] = [0, 1, 2].map((k) => states[now + k]);
    const isBuffered = bytes.buffer === shared.memory?.buffer;
    this.change(isBuffered && heldBytes > 0 ? begin + heldBytes : whole, end, isBuffered ? 0 : heldBytes);
  }

  /** Discards buffered rows that the disk did not accept. */
  drop(): void {
    this.change(this.whole, this.states[this.now + place.begin], 0);
  }

  /** Writes buffered rows to the file. Returns the size of whole rows in it. */
  writeOut(path: string, direct: boolean): number {
    return writeOut(path, direct, this.shared);
  }
}

/**
 * Writes buffered rows after the writing thread has ended. If the disk is full, the earlier rows
 * count. With a device or a pipe (`direct`), rows are appended.
 */
export function writeOut(path: string, direct: boolean, { states, turn, memory }: SharedRows): number {
  const now = Atomics.load(turn, 0);
  const [whole, begin, heldBytes] = [0, 1, 2].map((k) => states[now + k]);
  if (memory === undefined || !(heldBytes > 0)) return whole;
  const { O_WRONLY, O_NONBLOCK } = constants;
  try {
    const rows = memory.subarray(0, heldBytes);
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
