/**
 * A *unit program* is a small FMU as data. The reference and the product both run it. A case is a
 * unit program with an experiment. It is JSON, so that a failing case can be printed and shrunk.
 *
 * Times and intervals are whole grains (`time.ts`).
 */

/** A value that an assignment reads: an element of a group of variables. */
export type Source = readonly [group: 'u' | 'm' | 'd' | 'x' | 'p', index: number];

/** target := keep · target + add + Σ factor · source. */
export interface Assignment {
  readonly target: readonly [group: 'd' | 'x' | 'rate', index: number];
  readonly keep: 0 | 1;
  readonly add: number;
  readonly sources: readonly (readonly [factor: number, source: Source])[];
}

/** Cause of a rule. */
export type Cause =
  | { readonly by: 'time'; readonly series: number }
  | { readonly by: 'clock'; readonly clock: number }
  | { readonly by: 'crossing'; readonly crossing: number }
  | { readonly by: 'input' }
  /** In the pass after the one in which another rule of the same event ran. */
  | { readonly by: 'rule'; readonly rule: number };

/** Assignments and ticks of one pass of an event, with their cause. */
export interface Rule {
  readonly cause: Cause;
  readonly assignments: readonly Assignment[];
  /** Output Clock that ticks. */
  readonly ticks?: number;
  /** Countdown Clock that starts, with its interval. */
  readonly starts?: readonly [clock: number, interval: number];
  /** Series of time events that ends. */
  readonly stops?: number;
}

/** Time events at start + n · interval, `count` of them. */
export interface TimeSeries {
  readonly first: number;
  readonly interval: number;
  readonly count: number;
}

/**
 * x' = rate + gain · u₀ + coupling · (state before it). States after the first may depend on the one
 * before, so that solutions are polynomials.
 */
export interface State {
  readonly start: number;
  readonly rate: number;
  readonly gain: number;
  readonly coupling: number;
}

/** State event where a state without coupling crosses a level. */
export interface Crossing {
  readonly state: number;
  readonly level: number;
}

export type ClockKind = 'constant' | 'fixed' | 'tunable' | 'changing' | 'countdown' | 'triggered' | 'output';

/** A Clock. Which fields count depends on its kind. */
export interface Clock {
  readonly kind: ClockKind;
  readonly interval: number;
  readonly shift: number;
  /** Intervals of a changing Clock, one after another. The last one repeats. */
  readonly intervals: readonly number[];
  /** True if the description states interval and shift. Otherwise the unit is asked. */
  readonly stated: boolean;
  /** True if interval and shift are stated as fractions. */
  readonly fraction: boolean;
  /** Number that the unit writes beside the qualifier `unchanged` or `notYetKnown`. */
  readonly rest: 'kept' | 'zero' | 'nan' | 'other';
  /** True if a tunable interval is p₀ grains · 1/1000 of a second. */
  readonly tuned: boolean;
  /** Discrete variable that belongs to the Clock, or −1. */
  readonly reads: number;
  /** Discrete input that belongs to the Clock. */
  readonly takes?: number;
}

/**
 * A parameter a, a discrete input w and an output b = a + w, all of n elements. If n is not the
 * described size, the unit starts a with values of its own (`ownStart`).
 */
export interface Arrays {
  readonly size: number;
  /** Described start value of all elements. */
  readonly start: number;
  /** True if the description repeats the start value for each element. */
  readonly repeats: boolean;
  /** First dimension of a matrix of rows × n. Without it, the arrays have one dimension. */
  readonly rows?: number;
  /** The parameter has the type Int8. */
  readonly isWhole?: boolean;
}

/** Returns the number of elements if n is the size. */
export function elementsOf(arrays: Arrays | null, size: number): number {
  return arrays === null ? 0 : (arrays.rows ?? 1) * size;
}

/** Returns the index of an element as FMI writes it, with places from 0. */
export function indexOf({ rows }: Arrays, size: number, place: number): string {
  return rows === undefined ? `[${place + 1}]` : `[${Math.floor(place / size) + 1},${(place % size) + 1}]`;
}

/** Returns the start values of a unit's own array. */
export function ownStart(arrays: Arrays, actual: number): number[] {
  const { size, start, isWhole = false } = arrays;
  return Array.from({ length: elementsOf(arrays, actual) }, (_, k) =>
    actual === size ? start : start + (isWhole ? actual : actual / 4) + k,
  );
}

/** Words that a text can be. A case counts them. */
export const words = ['', 'a', 'a b', ' 0', '1e3', 'ä"\u20ac', 'x,y', 'NaN'] as const;

/**
 * A text parameter q and a discrete text input s, as numbers of words. The output r is 10 q + s. The
 * text output o is a word, and the Binary output y has the bytes q, s, 0 and 255.
 */
export interface Texts {
  /** Described start values of the parameter and the input. */
  readonly parameter: number;
  readonly input: number;
  /** Discrete variable that the text output also depends on. Without it, both outputs are missing. */
  readonly shows?: number;
}

/** Returns the number of the word that the text output shows. */
export function shownWord({ shows = 0 }: Texts, q: number, s: number, d: readonly number[]): number {
  const number = Math.floor(q + s + d[shows]) % words.length;
  return number < 0 ? number + words.length : number;
}

export interface Program {
  readonly fmi: 2 | 3;
  readonly kind: 'coSimulation' | 'modelExchange' | 'scheduledExecution';
  readonly eventMode: boolean;
  /** Handles events and ticks inside a step itself, and those at its end when the next step begins. */
  readonly isOnItsOwn?: boolean;
  readonly earlyReturn: boolean;
  readonly variableStep: boolean;
  /** Takes derivatives of inputs (FMI 2.0), or their values inside steps, in co-simulation. */
  readonly takesSlopes: boolean;
  readonly needsCompletedStep: boolean;
  /** Asks for an event at each completed integrator step, and changes nothing there. */
  readonly stepEvents: boolean;
  /** Times of its own events: rounded once, or sums that drift. */
  readonly drifts: boolean;
  /** Handles a time event only at or after the number it gave. Otherwise within rounding. */
  readonly strict: boolean;
  /** Does not tell its time events, but returns early from steps at them (co-simulation). */
  readonly silent: boolean;
  /** Writes only what a pass changes into the information of an event. */
  readonly sparse: boolean;
  /** Number of continuous inputs (one array) and of discrete inputs. */
  readonly continuousInputs: number;
  readonly discreteInputs: number;
  readonly discretes: readonly number[];
  readonly tunables: readonly number[];
  readonly states: readonly State[];
  readonly crossings: readonly Crossing[];
  readonly series: readonly TimeSeries[];
  readonly clocks: readonly Clock[];
  readonly rules: readonly Rule[];
  /** Arrays whose size is a structural parameter. */
  readonly arrays: Arrays | null;
  readonly texts?: Texts;
  /** Inputs have other names too, in which columns of an input file may be titled. */
  readonly hasAliases?: boolean;
}

/**
 * A row of an input file. `values` has continuous inputs, discrete inputs, elements of the array
 * input, the text input, tunable parameters, triggered Clocks.
 */
export interface InputRow {
  readonly at: number;
  readonly values: readonly number[];
}

export interface Experiment {
  readonly start: number;
  readonly step: number;
  readonly steps: number;
  readonly solver: string;
  readonly inputs: readonly InputRow[];
  /** Tunable parameters that are set at communication points. */
  readonly sets: readonly { readonly step: number; readonly parameter: number; readonly value: number }[];
  /** Size that the structural parameter is given, or null. */
  readonly size: number | null;
  /** Values that the array is given, or null. */
  readonly elements: readonly number[] | null;
  /** Place and value of one element that is given by its index. */
  readonly element?: readonly [place: number, value: number];
  /** Word that the text parameter is given. */
  readonly text?: number;
  /** The input file has columns of the tunable parameters. */
  readonly drivesTunables?: boolean;
  /** Titles of the input file: other names of inputs, or connectors of the system. Default: names. */
  readonly titles?: 'aliases' | 'connectors';
}

/** A connection of a discrete variable to a discrete input, or of a state to a continuous input. */
export interface Connection {
  readonly from: { readonly unit: number; readonly group: 'd' | 'x'; readonly index: number };
  readonly to: { readonly unit: number; readonly group: 'm' | 'u'; readonly index: number };
}

/** Units that are coupled at communication points, or with `hybrid` at every event. */
export interface CoupledCase {
  readonly scheme: 'jacobi' | 'hybrid';
  readonly programs: readonly Program[];
  readonly connections: readonly Connection[];
  readonly experiment: Experiment;
}

export interface Case {
  readonly program: Program;
  readonly experiment: Experiment;
}
