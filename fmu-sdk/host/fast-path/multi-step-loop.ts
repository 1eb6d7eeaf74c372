import type { NumericArray } from '../wasm/numeric-array.ts';

/** A value transferred from an output to an input. */
export interface LoopTransfer {
  source: NumericArray;
  from: number;
  target: NumericArray;
  to: number;
  /**
   * Conversion of a real input: order of its polynomial, slot of its [u, u', u''] in the target,
   * factor and offset.
   */
  real?: { order: number; slot: number; factor?: number; offset?: number };
}

/** One scalar effort–flow pair: the location of each of its four values in its FMU's memory. */
export interface ResidualTerm {
  weight: number;
  /** Output e of the FMU that provides the effort. */
  effort: Float64Array;
  effortAt: number;
  /** Input ẽ of the other FMU. */
  effortInput: Float64Array;
  effortInputAt: number;
  /** Output f of the FMU that provides the flow. */
  flow: Float64Array;
  flowAt: number;
  /** Input f̃ of the other FMU. */
  flowInput: Float64Array;
  flowInputAt: number;
}

/** A power bond: three numbers that each step updates, and the values they are computed from. */
export interface LoopBond {
  power: number;
  energy: number;
  magnitude: number;
  readonly trapezoidal: boolean;
  readonly terms: readonly ResidualTerm[];
}

/** Values of a call, and the location of each in a memory. */
export interface LoopValues {
  readonly values: { readonly view: NumericArray; readonly offset: number };
  readonly memory: NumericArray;
  /** Index of each value in the memory. */
  readonly at: Int32Array;
}

/** Information about an instance from the time when its calls are prepared. */
export interface LoopParts {
  /** The instance and the calls of its step, for the builder of loops. */
  readonly seat: object;
  /** Nominal step that the FMU receives in place of one that differs by rounding [s], or 0. */
  readonly step: number;
  /** Values copied from the memory into these calls before the step, and back after it. */
  readonly sets: readonly LoopValues[];
  readonly reads: readonly LoopValues[];
  /** While these values equal the ones in the calls, a step consists only of the calls. */
  readonly watched: readonly LoopValues[];
  /** Inputs as polynomials over a step: [u, u', u''] of each, and its location in the memory. */
  readonly polynomials: {
    readonly slots: Float64Array;
    readonly memory: Float64Array;
    readonly at: Int32Array;
  };
  /**
   * Form in which the FMU receives the polynomials: coefficients (FMI 3.0), or operands of a call
   * for order 1 and for order 2.
   */
  readonly slopes:
    | { readonly coefficients: Float64Array }
    | {
        readonly highestOrderSet: Int32Array;
        readonly references: readonly Uint32Array[];
        readonly orders: readonly Int32Array[];
        readonly values: readonly Float64Array[];
      };
  /** Locations of the time in the memory. */
  readonly times: readonly { view: NumericArray; offset: number }[];
}

/** An instance whose steps a native loop can make. */
export interface LoopableInstance {
  readonly loops: LoopBuilder;
  /** Replaced by a new object after each preparation. */
  readonly parts: LoopParts;
  /**
   * Steps that end before this time [s] consist only of calls. −∞: the next step must be made in
   * JavaScript.
   */
  readonly until: number;
  /**
   * Continues a step from t by H [s] after a loop got this status from its calls, or from the call
   * that sets slopes.
   */
  resume(t: number, H: number, from: 'calls' | 'slopes', status: number): void;
}

const known = new WeakMap<object, LoopableInstance>();

/** Registers how a loop makes the steps of an instance. */
export function registerLoop(instance: object, looped: LoopableInstance): void {
  known.set(instance, looped);
}

/** Returns how a native loop makes the steps of an instance, or undefined if it cannot. */
export function loopOf(instance: object): LoopableInstance | undefined {
  return known.get(instance);
}

/** Builds loops over instances. All instances of a loop share one builder. */
export interface LoopBuilder {
  /** Increases whenever `until` or `parts` of an instance may have changed. */
  changes: number;
  /** True if a call of several steps ends early after some time. */
  readonly limitsTime?: boolean;
  /**
   * Builds the loop controlled by `control`. Returns undefined if a value's type cannot be converted
   * to its target's type.
   */
  make(plan: LoopPlan): RunnableLoop | undefined;
}

/** A loop that was built. */
export interface RunnableLoop {
  /** Makes steps as `control` says. Needs no `this`. */
  readonly run: () => void;
  /** Makes steps in advance, if one call of several steps is much cheaper than several calls. */
  readonly rows?: LoopRows;
}

/**
 * Steps in advance whose values are shown one after the other.
 *
 * Call order: (`run` → `show` for each row → `finish` if the loop ended before its count)*
 */
export interface LoopRows {
  /** Limit of rows of one call. */
  readonly most: number;
  /** True if the loop ended after the rows with a step that needs attention. */
  readonly isOver: boolean;
  /** Makes steps as `control` says. Returns the number of rows. */
  run(): number;
  /** Sets all values to those after the step of this row, from 0. */
  show(row: number): void;
  /** Sets all values and `control` as `run` of the loop leaves them. */
  finish(): void;
}

/** A column of numbers, and the value that each number sets or records. */
export interface LoopColumn {
  column: Float64Array;
  memory: Float64Array;
  at: number;
}

export interface LoopPlan {
  /** Communication step [s] for histories and residuals. */
  step: number;
  /** See `control`. */
  control: Float64Array;
  /** Cells that receive the index of the computing instance and the number of completed steps. */
  cells: Int32Array;
  unitCell: number;
  stepsCell: number;
  transfers: readonly LoopTransfer[];
  /** The last two values of each transfer. */
  history: Float64Array;
  bonds: readonly LoopBond[];
  /** Power, energy and magnitude of each bond. */
  records: Float64Array;
  /** Rows of the columns. Each step reads its inputs from one row and stores its outputs there. */
  rows?: number;
  inputColumns?: readonly LoopColumn[];
  outputColumns?: readonly LoopColumn[];
  units: readonly LoopParts[];
  /** `until` of each instance. */
  until: Float64Array;
}

/**
 * Positions in `control`. Before the loop they hold the next step, the number of steps, and the
 * first instance that has not made it. A flag selects a single step from `t` by `H` [s]. Otherwise
 * step n goes
 * from (start + n · pace) / scale to the next such time.
 *
 * After the loop they hold the remaining work, the result, and the instance and status at which it
 * ended. `row` is the next row of the columns.
 */
export const control = {
  n: 0,
  count: 1,
  from: 2,
  single: 3,
  start: 4,
  t: 5,
  H: 6,
  end: 7,
  unit: 8,
  status: 9,
  row: 10,
  pace: 11,
  scale: 12,
  size: 13,
} as const;

/**
 * Results of a loop: all steps are done, or a value is not finite. Otherwise an instance must step
 * in JavaScript, or a step must continue there after its calls or slopes.
 */
export const ended = { done: 0, invalid: 1, aside: 2, calls: 3, slopes: 4 } as const;
