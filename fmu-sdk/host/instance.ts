import type { ModelDescription, Variable } from '../description/description.ts';
import type { ContinuousUnit } from './continuous-instance.ts';
import type { Portable } from './state/portable-state.ts';
import type { Snapshot } from './state/snapshot.ts';
import type { NumericArray } from './wasm/numeric-array.ts';

export type { NumericArray } from './wasm/numeric-array.ts';

/**
 * A running instance of a unit, whatever kind of binary it comes from.
 *
 * Call order: `set` → `initialize` (again after inputs changed) → `exitInitialization` → (`set` → `step`)* → `close`;
 * `getState` and `setState` between steps; `reset` returns to the state after instantiation. Anything out of order is
 * the caller's error.
 */
export interface Instance {
  /** Name of this instance in its system. */
  readonly name: string;
  readonly description: ModelDescription;
  /** Typed view of a variable's elements in the unit's own memory; reading and writing it is the exchange. */
  view(variable: Variable): VariableView;
  /** Element i of a String (as UTF-8) or Binary variable. */
  getBytes(variable: Variable, i: number): Uint8Array;
  setBytes(variable: Variable, i: number, value: Uint8Array): void;
  /**
   * Slots [u, u', u''] of each element of a continuous Float64 input, for the polynomial over the next step: in the same
   * memory as `view` gives. Offset −1 where the unit takes none.
   */
  polynomial(variable: Variable): { view: Float64Array; offset: number };
  /** Computes outputs from parameters and inputs at time t [s]. */
  initialize(t: number): void;
  /** Ends the initialization: from here on the unit steps. */
  exitInitialization(): void;
  /** The unit's internal step [s]; 0 when it takes every communication step whole. */
  internalStep(): number;
  /** Communication step from t [s] by H [s]: 0, or −1 when H is no whole multiple of the internal step. */
  readonly step: (t: number, H: number) => number;
  /**
   * Begins the step from t by H [s] in the unit's own process and comes back: `step` with the same then waits for it, and no other call stands
   * between them. False where nothing was begun, since the step may be more than calls. Left out where the unit runs in this process.
   */
  readonly post?: (t: number, H: number) => boolean;
  /**
   * Says that the next steps are from time(0) to time(1), from there to time(2), … up to `count` of them, with all inputs and parameters as they
   * are, and that nobody looks between them at what was not looked at before: the unit may do them ahead. How many need
   * not be said again; 0 for none, −1 where it is no use to say so.
   */
  foresee?(time: (k: number) => number, count: number): number;
  /** The same in pieces: `begin` returns the number of internal steps (or −1), `micro(i)` does the i-th. */
  readonly begin: (t: number, H: number) => number;
  readonly micro: (i: number) => void;
  /** ∂(unknown, element)/∂(known, element), where the unit gives directional derivatives. */
  partial(unknown: Variable, i: number, known: Variable, k: number): number;
  /** d(output, element)/dt at a communication point, where the unit is run by co-simulation and says that it gives it (`maxOutputDerivativeOrder`). */
  slope?(output: Variable, i: number): number;
  /**
   * From now on `see` is told of events inside of steps, at each twice: where the views hold the values before it, and where they
   * hold those after it. What a communication point shows itself (before an event at the begin of a step, after one at its end) is not told.
   */
  seeEvents?(see: (t: number) => void): void;
  /** Steps that end where an event is, and the events by themselves: of a unit whose events others are to see at once. */
  readonly eventful?: UnitEvents;
  /** Of a unit of model exchange: what others need who integrate its states with those of other units. */
  readonly continuous?: ContinuousUnit;
  reset(): void;
  /** Terminates the unit and gives back all that it holds. Nothing may be called afterwards. */
  close(): void;
  /**
   * A snapshot of the present state, after the initialization; of several each keeps its own.
   *
   * @throws UserError where this unit cannot be rolled back, with the reason
   */
  snapshot(): Snapshot;
  /**
   * Its state as bytes for another process; left out where what runs it knows of none.
   *
   * @throws UserError where this unit's state cannot be bytes, with the reason
   */
  portable?(): Portable;
  getState(): Uint8Array;
  setState(state: Uint8Array): void;
  /** What a trap of this unit means: the message of its `fail`, or the trap's own. */
  reasonOf(thrown: unknown): string;
}

/**
 * How a unit steps whose events end the communication steps of all units of a system.
 *
 * Call order: after the initialization, in place of `step`: `step` → (`handle` at the time that was reached)*.
 */
export interface UnitEvents {
  /** Before the initialization: ticks that are due at the start wait for `handle` too, which else follow the initialization at once. */
  waitAtStart?(): void;
  /**
   * Communication step from t by H [s], or to the first event in it, which waits to be handled; views hold the values before it. The
   * time that was reached [s].
   */
  step(t: number, H: number): number;
  /** Whether an event of its own waits at t [s]: one that ended the last step, a time event, a tick of a clock. */
  waits(t: number): boolean;
  /** Handles what waits at t [s], and inputs that have changed; views then hold the values after it. */
  handle(t: number): void;
}

/** Elements `offset … offset + length − 1` of `view` are the variable's. */
export interface VariableView {
  view: NumericArray;
  offset: number;
  length: number;
}
