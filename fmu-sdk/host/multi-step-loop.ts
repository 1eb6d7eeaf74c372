import type { NumericArray } from './wasm/numeric-array.ts';

/** A value that goes from an output to an input. */
export interface LoopTransfer {
  source: NumericArray;
  from: number;
  target: NumericArray;
  to: number;
  /** Of a real input: the order of its polynomial, where its [u, u', u''] stand in the target, and what converts it. */
  real?: { order: number; slot: number; factor?: number; offset?: number };
}

/** One scalar effort–flow pair: where each of its four values stands in its unit's memory. */
export interface ResidualTerm {
  weight: number;
  /** Output e of the unit that gives the effort. */
  effort: Float64Array;
  effortAt: number;
  /** Input ẽ of the other unit. */
  effortInput: Float64Array;
  effortInputAt: number;
  /** Output f of the unit that gives the flow. */
  flow: Float64Array;
  flowAt: number;
  /** Input f̃ of the other unit. */
  flowInput: Float64Array;
  flowInputAt: number;
}

/** A power bond: three numbers that a step goes on with, and the values that they come from. */
export interface LoopBond {
  power: number;
  energy: number;
  magnitude: number;
  readonly trapezoidal: boolean;
  readonly terms: readonly ResidualTerm[];
}

/** Values of a call, and where each of them stands in a memory. */
export interface LoopValues {
  readonly values: { readonly view: NumericArray; readonly offset: number };
  readonly memory: NumericArray;
  /** Index in the memory of each of the values. */
  readonly at: Int32Array;
}

/** What of a unit is known when its calls are prepared. */
export interface LoopParts {
  /** The unit and the calls of its step, as those who make loops know them. */
  readonly seat: object;
  /** Go from the memory into these calls before them, and into the memory after them. */
  readonly sets: readonly LoopValues[];
  readonly reads: readonly LoopValues[];
  /** As long as these are in the memory as they were in their calls, a step is nothing but those calls. */
  readonly watched: readonly LoopValues[];
  /** Inputs as polynomials over a step: [u, u', u''] of each, and where it stands in the memory. */
  readonly polynomials: {
    readonly slots: Float64Array;
    readonly memory: Float64Array;
    readonly at: Int32Array;
  };
  /** How the unit is told of them: by coefficients (FMI 3.0), or by operands of a call up to order 1 and up to order 2. */
  readonly slopes:
    | { readonly coefficients: Float64Array }
    | {
        readonly told: Int32Array;
        readonly references: readonly Uint32Array[];
        readonly orders: readonly Int32Array[];
        readonly values: readonly Float64Array[];
      };
  /** Where the time stands in the memory. */
  readonly times: readonly { view: NumericArray; offset: number }[];
}

/** A unit whose steps a loop outside of JavaScript can make. */
export interface Looped {
  readonly loops: Loops;
  /** Another object after each preparation. */
  readonly parts: LoopParts;
  /** Steps that end before this time [s] are nothing but calls, as far as JavaScript knows; −∞: the next one is to be made here. */
  readonly until: number;
  /** Goes on with a step from t by H [s] where a loop has got this status from its calls, or from the one that tells slopes. */
  resume(t: number, H: number, from: 'calls' | 'slopes', status: number): void;
}

const known = new WeakMap<object, Looped>();

/** Remembers how a loop makes the steps of an instance. */
export function looping(instance: object, looped: Looped): void {
  known.set(instance, looped);
}

/** How a loop outside of JavaScript makes the steps of an instance; undefined where none can. */
export function loopedOf(instance: object): Looped | undefined {
  return known.get(instance);
}

/** Makes loops over units. Those of one loop have the same. */
export interface Loops {
  /** Grows whenever `until` or `parts` of a unit of theirs may have become others. */
  changes: number;
  /** What runs the loop by `control`; undefined where a value goes to a number of a kind that it cannot become there. */
  make(plan: LoopPlan): (() => void) | undefined;
}

/** A column of numbers, and the value that each of them becomes or was. */
export interface LoopColumn {
  column: Float64Array;
  memory: Float64Array;
  at: number;
}

export interface LoopPlan {
  /** Communication step [s], by which histories and residuals go. */
  step: number;
  /** See `control`. */
  control: Float64Array;
  /** Where the number of the unit that computes and the number of steps done are written. */
  cells: Int32Array;
  unitCell: number;
  stepsCell: number;
  transfers: readonly LoopTransfer[];
  /** The last two values of each transfer. */
  history: Float64Array;
  bonds: readonly LoopBond[];
  /** Power, energy and magnitude of each bond. */
  records: Float64Array;
  /** Rows of the columns, of which each step takes one as its inputs and leaves one as its outputs. */
  rows?: number;
  given?: readonly LoopColumn[];
  taken?: readonly LoopColumn[];
  units: readonly LoopParts[];
  /** `until` of each unit. */
  until: Float64Array;
}

/**
 * Places in `control`. Before: the step that comes next, how many are to be done, the first unit that has not done it; whether it is a single one from
 * `t` by `H` [s], else each is from start + n h to start + (n + 1) h. After: the same of what is left, and how, at which unit and with which status it ended. `row`: of the columns, the one that comes next.
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
  size: 11,
} as const;

/** All is done; a value is not finite; a unit is to be stepped here; a step is to be gone on with here. */
export const ended = { done: 0, invalid: 1, aside: 2, calls: 3, slopes: 4 } as const;
