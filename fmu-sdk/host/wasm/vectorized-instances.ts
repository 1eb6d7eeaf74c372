import { UserError } from '../../util/user-error.ts';
import type { Instance } from '../instance.ts';
import {
  control,
  ended,
  type LoopColumn,
  type Looped,
  type LoopParts,
  loopedOf,
} from '../multi-step-loop.ts';

/** What rows know of their unit beside its memory. */
interface Stepped {
  /** Refuses what are no steps from t by H [s], and such as go beyond its stop time. */
  refuse(t: number, H: number, count: number): void;
  /** Makes one by itself. */
  step(t: number, H: number): void;
  /** Runs an action of a step from t [s], whose failure is told with that time. */
  guard(t: number, action: () => void): void;
  /** It stands at t [s] now. */
  left(t: number): void;
}

/**
 * Rows of steps of one unit whose inputs are known before: step i takes `inputs[k][i]` as its inputs and leaves `outputs[k][i]`. Each is what
 * setting, stepping and getting would be, bit for bit; a native unit in this process does them in one crossing.
 */
export interface Rows {
  /** One column for each of the inputs and outputs, in the order in which they were named. */
  readonly inputs: readonly Float64Array[];
  readonly outputs: readonly Float64Array[];
  /** Most steps of a call. */
  readonly capacity: number;
  /** Does `count` steps, the i-th from t + i H to t + (i + 1) H [s], by the first rows of the columns. */
  step(t: number, H: number, count: number): void;
}

/** Rows by the unit's memory, and by a loop outside of JavaScript where one can make its steps. */
export class LoopedRows implements Rows {
  readonly inputs: readonly Float64Array[];
  readonly outputs: readonly Float64Array[];
  readonly capacity: number;
  private readonly name: string;
  private readonly member: Looped | undefined;
  private readonly unit: Stepped;
  private readonly given: readonly LoopColumn[];
  private readonly taken: readonly LoopColumn[];
  private readonly control: Float64Array = new Float64Array(control.size);
  private readonly until: Float64Array = new Float64Array(1);
  private readonly cells: Int32Array = new Int32Array(2);
  private size = Number.NaN;
  private parts: LoopParts | undefined;
  private run: (() => void) | undefined;

  /** Made by `UnitInstance.rows`. */
  constructor(
    instance: Instance,
    given: readonly LoopColumn[],
    taken: readonly LoopColumn[],
    capacity: number,
    unit: Stepped,
  ) {
    this.name = instance.name;
    this.member = loopedOf(instance);
    this.given = given;
    this.taken = taken;
    this.inputs = given.map(({ column }) => column);
    this.outputs = taken.map(({ column }) => column);
    this.capacity = capacity;
    this.unit = unit;
  }

  step(t: number, H: number, count: number): void {
    if (!Number.isInteger(count) || count < 0 || count > this.capacity)
      throw new UserError(
        `step ${this.name}: ${count} rows, where its columns have ${this.capacity}. Ask for fewer, or make columns that have more.`,
      );
    this.unit.refuse(t, H, count);
    let i = 0;
    while (i < count) {
      // One by itself refuses a step that the unit cannot make.
      this.single(t, H, i++);
      if (i === count) return;
      i = this.together(t, H, i, count);
      this.unit.left(t + i * H);
    }
  }

  private single(t: number, H: number, i: number): void {
    const from = t + i * H;
    for (const { column, memory, at } of this.given) memory[at] = column[i];
    this.unit.step(from, t + (i + 1) * H - from);
    for (const { column, memory, at } of this.taken) column[i] = memory[at];
  }

  /** As many from the i-th on as can be made outside of JavaScript; the number of the first that was not. */
  private together(t: number, H: number, i: number, count: number): number {
    const { member } = this;
    const run = this.made(H);
    if (run === undefined || member === undefined) return i;
    const c = this.control;
    c[control.n] = c[control.row] = i;
    c[control.count] = count - i;
    c[control.from] = 0;
    c[control.start] = t;
    run();
    const n = c[control.n];
    const end = c[control.end];
    if (end !== ended.calls && end !== ended.slopes) return n;
    const from = t + n * H;
    const size = t + (n + 1) * H - from;
    this.unit.guard(from, () =>
      member.resume(from, size, end === ended.calls ? 'calls' : 'slopes', c[control.status]),
    );
    for (const { column, memory, at } of this.taken) column[n] = memory[at];
    return n + 1;
  }

  private made(H: number): (() => void) | undefined {
    const { member } = this;
    if (member === undefined) return undefined;
    this.until[0] = member.until;
    if (this.run !== undefined && this.parts === member.parts && this.size === H) return this.run;
    this.parts = member.parts;
    this.size = H;
    const { given, taken, capacity: rows, control, cells, until, parts } = this;
    const places = { unitCell: 0, stepsCell: 1 };
    const nothing = { transfers: [], history: new Float64Array(0), bonds: [], records: new Float64Array(0) };
    const plan = {
      step: H,
      control,
      cells,
      ...places,
      ...nothing,
      rows,
      given,
      taken,
      units: [parts],
      until,
    };
    this.run = member.loops.make(plan);
    return this.run;
  }
}
