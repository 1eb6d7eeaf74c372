import { UserError } from '../../util/user-error.ts';
import { isFastPathOn } from '../fast-path/fast-path-switch.ts';
import {
  control,
  ended,
  type LoopableInstance,
  type LoopColumn,
  type LoopParts,
  loopOf,
} from '../fast-path/multi-step-loop.ts';
import type { Instance } from './instance.ts';

/** Access of rows to their instance, besides its memory. */
interface RowStepper {
  /** Rejects invalid steps from t by H [s], and steps beyond the stop time. */
  refuse(t: number, H: number, count: number): void;
  /** Makes a single step and handles events at its end. */
  step(t: number, H: number): void;
  /**
   * Completes a step from t by H [s] with an action, reports its failure with that time, and
   * handles events at its end.
   */
  resume(t: number, H: number, action: () => void): void;
  /** Records the current time t [s]. */
  recordTime(t: number): void;
}

/**
 * Rows of steps of one instance with inputs that are known in advance. Step i reads its inputs from
 * `inputs[k][i]` and stores its outputs in `outputs[k][i]`. The results equal separate calls of
 * set, step and get bit for bit. A native FMU in this process makes all steps in one crossing.
 */
export interface Rows {
  /** One column per input and output, in the order in which they were named. */
  readonly inputs: readonly Float64Array[];
  readonly outputs: readonly Float64Array[];
  /** Largest number of steps in a call. */
  readonly capacity: number;
  /**
   * Makes `count` steps, the i-th from t + i H to t + (i + 1) H [s], with the first rows of the
   * columns.
   */
  step(t: number, H: number, count: number): void;
}

/** Rows that use the instance's memory, and a native loop where possible. */
export class NativeLoopRows implements Rows {
  readonly inputs: readonly Float64Array[];
  readonly outputs: readonly Float64Array[];
  private readonly name: string;
  private readonly member: LoopableInstance | undefined;
  private readonly control: Float64Array = new Float64Array(control.size);
  private readonly until: Float64Array = new Float64Array(1);
  private readonly cells: Int32Array = new Int32Array(2);
  private size = Number.NaN;
  private parts: LoopParts | undefined;
  private run: (() => void) | undefined;

  /** Use `FmuInstance.rows` to create it. */
  constructor(
    instance: Instance,
    private readonly inputColumns: readonly LoopColumn[],
    private readonly outputColumns: readonly LoopColumn[],
    readonly capacity: number,
    private readonly unit: RowStepper,
  ) {
    this.name = instance.name;
    this.member = isFastPathOn() ? loopOf(instance) : undefined;
    this.inputs = inputColumns.map(({ column }) => column);
    this.outputs = outputColumns.map(({ column }) => column);
  }

  step(t: number, H: number, count: number): void {
    if (!Number.isInteger(count) || count < 0 || count > this.capacity)
      throw new UserError(
        `step ${this.name}: ${count} rows requested, but the columns have ${this.capacity}. Request fewer, or create longer columns.`,
      );
    this.unit.refuse(t, H, count);
    let i = 0;
    while (i < count) {
      // A single step reports why the FMU cannot make it.
      this.single(t, H, i++);
      if (i === count) return;
      i = this.together(t, H, i, count);
      this.unit.recordTime(t + i * H);
    }
  }

  private single(t: number, H: number, i: number): void {
    const from = t + i * H;
    for (const { column, memory, at } of this.inputColumns) memory[at] = column[i];
    this.unit.step(from, t + (i + 1) * H - from);
    for (const { column, memory, at } of this.outputColumns) column[i] = memory[at];
  }

  /**
   * Makes as many steps from the i-th on as possible in a native loop. Returns the index of the
   * first remaining step.
   */
  private together(t: number, H: number, i: number, count: number): number {
    const { member } = this;
    const run = this.prepareLoop(H);
    if (run === undefined || member === undefined) return i;
    const c = this.control;
    c[control.n] = c[control.row] = i;
    c[control.count] = count - i;
    c[control.from] = 0;
    c[control.start] = t;
    c[control.pace] = H;
    c[control.scale] = 1;
    run();
    const n = c[control.n];
    const end = c[control.end];
    if (end !== ended.calls && end !== ended.slopes) return n;
    const from = t + n * H;
    const size = t + (n + 1) * H - from;
    this.unit.resume(from, size, () =>
      member.resume(from, size, end === ended.calls ? 'calls' : 'slopes', c[control.status]),
    );
    for (const { column, memory, at } of this.outputColumns) column[n] = memory[at];
    return n + 1;
  }

  private prepareLoop(H: number): (() => void) | undefined {
    const { member } = this;
    if (member === undefined) return undefined;
    this.until[0] = member.until;
    if (this.run !== undefined && this.parts === member.parts && this.size === H) return this.run;
    this.parts = member.parts;
    this.size = H;
    const { inputColumns: given, outputColumns: taken, capacity: rows, control, cells, until, parts } = this;
    const places = { unitCell: 0, stepsCell: 1 };
    const nothing = { transfers: [], history: new Float64Array(0), bonds: [], records: new Float64Array(0) };
    const plan = {
      step: H,
      control,
      cells,
      ...places,
      ...nothing,
      rows,
      inputColumns: given,
      outputColumns: taken,
      units: [parts],
      until,
    };
    this.run = member.loops.make(plan)?.run;
    return this.run;
  }
}
