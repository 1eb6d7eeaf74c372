import type { ModelDescription, Variable } from '../../description/description.ts';
import type { PortableState } from '../state/portable-state.ts';
import type { Snapshot } from '../state/snapshot.ts';
import type { NumericArray } from '../wasm/numeric-array.ts';
import type { ContinuousInstance } from './continuous-instance.ts';

export type { NumericArray } from '../wasm/numeric-array.ts';

/**
 * The part of a running FMU that every host provides. `CustomInstance` lets a host leave out all
 * other parts.
 *
 * Call order: write values into `view` → `initialize` (again after inputs changed) →
 * `exitInitialization` → (write inputs → `step`)* → `close`. The caller must respect this order.
 */
export interface InstanceCore {
  /** Name of this instance in its system. */
  readonly name: string;
  readonly description: ModelDescription;
  /**
   * Returns a typed view of a variable's elements in the FMU's memory. Values are exchanged by
   * reading and writing it.
   */
  view(variable: Variable): VariableView;
  /** Computes outputs from parameters and inputs at time t [s]. */
  initialize(t: number): void;
  /** Ends the initialization. Steps follow. */
  exitInitialization(): void;
  /**
   * Makes a communication step from t [s] by H [s]. First handles all events that are due at t, in
   * one event iteration with the inputs of t. Events at t + H wait for the next step, or for
   * `eventful.handle`. Returns 0, or −1 if H is not a multiple of the internal step.
   */
  readonly step: (t: number, H: number) => number;
  /** Terminates the FMU and releases all resources. No calls may follow. */
  close(): void;
}

/** Values of String (as UTF-8) and Binary variables. */
export interface ByteValues {
  /** Returns element i. */
  getBytes(variable: Variable, i: number): Uint8Array;
  setBytes(variable: Variable, i: number, value: Uint8Array): void;
}

/** Slopes of inputs and outputs, and partial derivatives. */
export interface Slopes {
  /**
   * Returns slots [u, u', u''] of each element of a continuous Float64 input, for the polynomial
   * over the next step. They are in the memory that `view` returns. Offset −1: not supported by the
   * FMU.
   */
  polynomial(variable: Variable): { view: Float64Array; offset: number };
  /** Returns ∂(unknown, element)/∂(known, element), if the FMU provides directional derivatives. */
  partial(unknown: Variable, i: number, known: Variable, k: number): number;
  /**
   * Returns d(output, element)/dt at a communication point of a co-simulation FMU that provides it
   * (`maxOutputDerivativeOrder`).
   */
  slope?(output: Variable, i: number): number;
}

/** Internal steps, and other ways to make a communication step. */
export interface StepParts {
  /** Returns the internal step [s], or 0 if any communication step is possible. */
  internalStep(): number;
  /**
   * Sets the nominal communication step [s]. The FMU receives it in place of a step that differs
   * only by rounding.
   */
  setNominalStep?(H: number): void;
  /**
   * Makes a step in pieces: `begin` returns the number of internal steps (or −1), `micro(i)` makes
   * the i-th.
   */
  readonly begin: (t: number, H: number) => number;
  readonly micro: (i: number) => void;
  /**
   * Starts the step from t by H [s] in the FMU's process and returns. A `step` with equal arguments
   * then waits for it, and no other call may come between. Returns false if it did not start,
   * because the step may involve more than calls. Undefined if the FMU runs in this process.
   */
  readonly post?: (t: number, H: number) => boolean;
  /**
   * Announces the next steps, from time(0) to time(1), time(2), … up to `count` of them, with
   * unchanged inputs and parameters. Since the caller reads only known variables between them, the
   * FMU may compute them in advance. Returns the number of steps that need not be announced again,
   * or −1 if announcing is useless.
   */
  foresee?(time: (k: number) => number, count: number): number;
}

/** Events inside steps, and at communication points. */
export interface InstanceEvents {
  /**
   * Calls `see` for each event inside a step, twice: with the values before it in the views, then
   * with the values after it. An event that a step handles at its start is reported once, with the
   * values after it. A Clock then reads 1 at its tick only.
   */
  seeEvents?(see: (t: number) => void): void;
  /**
   * Registers a function that sets inputs to their values at an event at t [s] inside a step. It is
   * called for inputs that the FMU holds over a step.
   */
  followInputs?(update: (t: number) => void): void;
  /**
   * Announces that continuous inputs jump at t [s], where the next step or `handle` begins. An FMU in
   * co-simulation gets an event there. Undefined if the FMU finds jumps itself, or lacks events.
   */
  announceJump?(t: number): void;
  /**
   * Steps that end at events, and the handling of events, for an FMU whose events other FMUs must
   * see at once.
   */
  readonly eventful?: EventStepping;
}

/** The state of an FMU as a whole. `getState` and `setState` are called between steps. */
export interface WholeState {
  /** Returns to the state after instantiation. */
  reset(): void;
  /**
   * Takes an independent snapshot of the current state, after the initialization.
   *
   * @throws UserError with the reason if this FMU cannot be rolled back
   */
  snapshot(): Snapshot;
  /**
   * Serializes the state for another process. Undefined if the host does not support it.
   *
   * @throws UserError with the reason if this FMU's state cannot be serialized
   */
  portable?(): PortableState;
  getState(): Uint8Array;
  setState(state: Uint8Array): void;
}

/** A running FMU, independent of the kind of its binary. */
export interface Instance extends InstanceCore, ByteValues, Slopes, StepParts, InstanceEvents, WholeState {
  /** Access for an integrator that combines the states of a model-exchange FMU with others. */
  readonly continuous?: ContinuousInstance;
  /** Explains a trap of this FMU: the message of its `fail`, or the trap's text. */
  reasonOf(thrown: unknown): string;
}

/** A running FMU of a custom host. `completeInstance` adds the parts that it lacks. */
export type CustomInstance = InstanceCore & Partial<Instance>;

/**
 * Steps for an FMU whose events end the communication steps of all FMUs of a system.
 *
 * Call order: after the initialization, in place of `step`: `step` → (`handle` at the reached
 * time)*.
 */
export interface EventStepping {
  /** False if this FMU never has events in this run. */
  readonly hasEvents: boolean;
  /**
   * Defers ticks at the start time to `handle`. Call it before the initialization, which otherwise
   * handles them at its end.
   */
  waitAtStart?(): void;
  /**
   * Makes a communication step from t by H [s], or up to the first event, which then waits for
   * `handle`. Views hold the values before the event. Returns the reached time [s].
   */
  step(t: number, H: number): number;
  /**
   * Reports whether an event waits at t [s]: one that ended the last step, a time event, a clock
   * tick, or a changed input that causes an event.
   */
  waits(t: number): boolean;
  /**
   * Handles the waiting events and changed inputs at t [s]. Views then hold the values after it. A
   * Clock then reads 1 only if it ticked at t, or, with `keepsTicks`, since the step began.
   */
  handle(t: number, keepsTicks?: boolean): void;
}

/** Elements `offset … offset + length − 1` of `view` belong to the variable. */
export interface VariableView {
  view: NumericArray;
  offset: number;
  length: number;
}
