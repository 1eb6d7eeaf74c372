import type { RowCounter } from '../../../../fmu-sdk/util/files/row-count.ts';
import type { StateVisitor } from '../../../../fmu-sdk/util/state/stateful.ts';
import { type ColumnLocations, gather, placesOf } from '../../column-layout.ts';
import type { Column } from '../../observer.ts';
import {
  type HeldRows,
  type Hold,
  type OpenSink,
  type Sink,
  unsharedHold,
  type Write,
} from '../result-format.ts';
import { columnsAt, doubles, head, integers, texts } from './mat-matrix.ts';

/**
 * MAT version 4 with the trajectory matrices of Dymola and OpenModelica (`Aclass`, `name`,
 * `description`, `dataInfo`, `data_1`, `data_2`, transposed). OMEdit, DyMat and buildingspy read
 * it, and MATLAB, Octave and `scipy.io.loadmat` read its matrices. 64-bit integers become the
 * nearest double, because the format lacks such integers.
 */
export const mat: Sink = {
  name: 'mat',
  extensions: ['.mat'],
  open: (columns, write, hold) => new MatSink(columns, write, hold),
};

/** Bytes that are collected before they go to the file. */
const blockBytes = 65536;

class MatSink implements OpenSink {
  readonly count: RowCounter;
  private readonly columns: readonly Column[];
  private readonly write: Write;
  private readonly heldRows: HeldRows;
  private readonly places: ColumnLocations;
  /** A row as numbers and as bytes. Rows in the file are not aligned. */
  private readonly numbers: Float64Array;
  private readonly bytes: Uint8Array;
  private header: number;
  private used: number;
  /** Position of the times of `data_1` in the header, until the header is written. */
  private readonly timesAt: number;
  private begun = false;

  constructor(columns: readonly Column[], write: Write, hold: Hold = unsharedHold) {
    this.columns = columns;
    this.write = write;
    const { parts, timesAt } = before(columns);
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const last = parts[parts.length - 1].length;
    const value = 8 * (columns.length + 1);
    this.count = { at: length - last + columnsAt, digits: 0, from: length, each: value };
    this.timesAt = timesAt;
    this.heldRows = hold(length + blockBytes + value);
    const { memory } = this.heldRows;
    this.places = placesOf(columns);
    this.numbers = new Float64Array(columns.length + 1);
    this.bytes = new Uint8Array(this.numbers.buffer);
    let at = 0;
    for (const part of parts) {
      memory.set(part, at);
      at += part.length;
    }
    this.header = length;
    this.used = length;
  }

  row(t: number): void {
    const { columns, numbers, bytes, heldRows } = this;
    const { groups, others } = this.places;
    numbers[0] = t;
    gather(groups, numbers, 1);
    for (let i = 0; i < others.length; i++) numbers[others[i] + 1] = Number(columns[others[i]].read());
    if (!this.begun) {
      // `data_1` holds constants. Here it holds only the first and last time.
      heldRows.memory.set(bytes.subarray(0, 8), this.timesAt);
      heldRows.memory.set(bytes.subarray(0, 8), this.timesAt + 8);
      this.begun = true;
    }
    heldRows.memory.set(bytes, this.used);
    const at = this.used + bytes.length;
    this.used = at;
    heldRows.keep(at);
    if (at > blockBytes) this.flush();
  }

  flush(): void {
    const { used } = this;
    this.used = 0;
    if (used > 0) this.write(this.heldRows.memory.subarray(0, used), this.whole);
    this.header = 0;
  }

  close(): void {
    this.flush();
  }

  private readonly whole = (written: number): number => {
    const { header, count } = this;
    const rows = Math.floor((written - header) / count.each);
    return rows > 0 ? header + rows * count.each : 0;
  };

  visitState(state: StateVisitor): void {
    this.used = state.count('used', this.used, 0);
    this.header = state.count('header', this.header, 0);
    this.begun = state.boolean('begun', this.begun);
  }
}

/** Returns all matrices before the rows, with the head of `data_2` last. */
function before(columns: readonly Column[]): { parts: Uint8Array[]; timesAt: number } {
  const names = ['time', ...columns.map(({ name }) => name)];
  const units = ['s', ...columns.map(({ unit }) => unit)];
  // Columns: matrix, row in it, linear interpolation, undefined outside.
  const info = names.map((_, k) => (k === 0 ? [0, 1, 0, -1] : [2, k + 1, 0, -1]));
  const first = [
    texts('Aclass', ['Atrajectory', '1.1', '', 'binTrans']),
    texts('name', names, true, 0),
    texts(
      'description',
      units.map((unit) => `[${unit}]`),
      true,
      0,
    ),
    integers('dataInfo', info),
  ];
  const constants = doubles('data_1', [[0, 0]], 2);
  const at = first.reduce((sum, { length }) => sum + length, 0);
  return {
    parts: [...first, constants, head('data_2', 'Float64', names.length, 0)],
    timesAt: at + constants.length - 16,
  };
}
