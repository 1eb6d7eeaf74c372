import type { ModelDescription, Variable } from '../../description/description.ts';

/** One evaluation of an instance in a joint integration: inputs to set, then outputs to read. */
export interface JointEvaluation {
  /** Marks the first visit, which sets time and states. */
  readonly first: boolean;
  readonly inputs: readonly Variable[];
  readonly outputs: readonly Variable[];
  /** Additional result, written to `dx` or `z`. */
  readonly what?: 'derivatives' | 'indicators';
}

/**
 * A model-exchange instance as part of ẋ = f(t, x), where one integrator handles several instances.
 * Values of variables go through `view` of the instance.
 *
 * Call order: after the initialization `plan`, then in place of `step`: `begin` → (`load` →
 * `visit`* | `handle`)* → `finish`.
 */
export interface ContinuousInstance {
  readonly description: ModelDescription;
  /** States to set or read, derivatives, and event indicators. */
  readonly x: Float64Array;
  readonly dx: Float64Array;
  readonly z: Float64Array;
  /** Nominal values of the states. */
  readonly nominals: Float64Array;
  /**
   * Declares the visits, referred to by index later. `inside` are continuous inputs from other
   * instances in the integration.
   */
  plan(visits: readonly JointEvaluation[], inside: readonly Variable[]): void;
  /** Begins a communication step from t by H [s]. */
  begin(t: number, H: number): void;
  /** Returns the next time event or clock tick before a time [s], or ∞ if unknown. */
  nextEvent(before: number): number;
  /** Marks a step in which an external input varies. */
  readonly moving: boolean;
  /**
   * Reports whether an event is due before integration continues: an external input jumps, a
   * discrete value changed, or a clock ticks.
   */
  due(t: number): boolean;
  /** Sets the time and the external inputs at t [s] for the next visits. */
  load(t: number): void;
  /** Evaluates a visit. Returns false if the FMU rejects the values (discard). */
  visit(number: number): boolean;
  /** Reads states and event indicators at the current point into `x` and `z`. */
  getStates(): void;
  /** Reads all observed outputs. */
  readOutputs(): void;
  /** Announces an accepted integrator step at t [s]. Returns whether the FMU requests an event. */
  completed(t: number): boolean;
  /** Handles an event at t [s] with the current inputs. */
  handle(t: number): void;
  /**
   * Ends the communication step at t [s]. `indicators` has the event indicators at the last accepted
   * point, those of this FMU from `first` on.
   */
  finish(t: number, indicators: Float64Array, first: number): void;
  /**
   * Computes directional derivatives by value reference. Returns false if the FMU does not support
   * them.
   */
  directional(
    unknowns: Uint32Array,
    knowns: Uint32Array,
    seed: Float64Array,
    sensitivity: Float64Array,
  ): boolean;
  /** Returns the name of state i, or of its derivative. */
  nameOf(i: number, what: 'state' | 'derivative'): string;
}
