import type { ModelDescription, Variable } from '../description/description.ts';

/** A stop at a unit in the evaluation of several together: inputs that are handed to it, then outputs that it is asked for. */
export interface Visit {
  /** Whether time and states are set before. */
  readonly first: boolean;
  readonly inputs: readonly Variable[];
  readonly outputs: readonly Variable[];
  /** What else it is asked for, into `dx` or `z`. */
  readonly what?: 'derivatives' | 'indicators';
}

/**
 * A unit of model exchange as a part of ẋ = f(t, x) that somebody else integrates, several units as one. Values of variables go through `view` of its
 * instance.
 *
 * Call order: after the initialization `plan`, then in place of `step`: `begin` → (`load` → `visit`* | `handle`)* → `finish`.
 */
export interface ContinuousUnit {
  readonly description: ModelDescription;
  /** States to be set, and as they were got; derivatives; event indicators. */
  readonly x: Float64Array;
  readonly dx: Float64Array;
  readonly z: Float64Array;
  /** Nominal values of the states. */
  readonly nominals: Float64Array;
  /** Visits that will be made, by their number in this list; `inside` are the continuous inputs that come from other parts. */
  plan(visits: readonly Visit[], inside: readonly Variable[]): void;
  /** A communication step from t by H [s] begins. */
  begin(t: number, H: number): void;
  /** The next time event, or tick of a clock before a time [s]; ∞ where none is known. */
  nextEvent(before: number): number;
  /** Whether an input that comes from outside moves in this step. */
  readonly moving: boolean;
  /** Whether an event is due before it goes on: an input from outside that jumps, another discrete value, a tick. */
  due(t: number): boolean;
  /** The time and inputs from outside at t [s], for the visits that follow. */
  load(t: number): void;
  /** False where the unit refuses these values (discard). */
  visit(number: number): boolean;
  /** States and event indicators where it stands, into `x` and `z`. */
  getStates(): void;
  /** All outputs that anyone looks at. */
  readOutputs(): void;
  /** Says that a step of the integrator is accepted at t [s], where it stands; whether the unit asks for an event. */
  completed(t: number): boolean;
  /** An event where it stands, at t [s], with the inputs of this moment. */
  handle(t: number): void;
  /** The communication step is over at t [s]. */
  finish(t: number): void;
  /** Directional derivatives of variables, by value reference; false where the unit gives none. */
  directional(
    unknowns: Uint32Array,
    knowns: Uint32Array,
    seed: Float64Array,
    sensitivity: Float64Array,
  ): boolean;
  /** Name of state i, or of its derivative. */
  nameOf(i: number, what: 'state' | 'derivative'): string;
}
