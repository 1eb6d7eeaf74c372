import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import type { Method } from '../../fmu-sdk/solver/ode-integrator.ts';
import type { StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import type { CheckedSystem, Connection } from '../system/system.ts';
import type { Activity } from './activity.ts';
import type { OptionValues, SchemeOption } from './scheme-options.ts';
import type { SubstepColumns } from './substep-log.ts';
import type { ValueTransfer } from './transfer/value-transfer.ts';

/**
 * Coupling scheme: advances the units of a system together from one communication point to the
 * next. `algorithm.scheme` of a system file selects it by name.
 *
 * @example
 * // docs/examples/coupling.ts defines the scheme
 * const result = await simulate(system, { couplings: [inTurn] });
 */
export interface CouplingScheme {
  readonly name: string;
  readonly traits: CouplingTraits;
  /** Options that `algorithm.options` of a system file may set. */
  readonly options?: Readonly<Record<string, SchemeOption>>;
  /** Returns additional needs that follow from the options. */
  alsoNeeds?(options: OptionValues): CouplingTraits['needs'];
  /** Creates the scheme for one run. All names are resolved here. */
  couple(context: CouplingContext): Coupling;
}

/** Declared properties of a scheme, which the tests verify. */
export interface CouplingTraits {
  /**
   * Order of convergence of exchanged values in H. `extrapolation` stands for one more than the
   * order of the extrapolation.
   */
  readonly order: number | 'extrapolation';
  /** True if a communication step solves for values at its end. */
  readonly implicit: boolean;
  /**
   * True if the scheme supports interface models. Otherwise systems with interface models are
   * refused.
   */
  readonly interfaceModels: boolean;
  /**
   * True if the scheme solves joints before units step. Otherwise systems with joints are refused.
   */
  readonly joints?: boolean;
  /**
   * True if the scheme takes substeps between communication points and calls `stepped` for each.
   */
  readonly adaptive?: boolean;
  /** True if units may have different communication steps (`units.X.step`). */
  readonly unitSteps?: boolean;
  /**
   * True if an event of one unit ends the communication step of all, and all units iterate before
   * time continues.
   */
  readonly events?: boolean;
  /** Capabilities that every unit of the system must have. */
  readonly needs: readonly ('rollback' | 'directionalDerivatives' | 'modelExchange')[];
  /** Capabilities that the scheme uses only if every unit has them. */
  readonly uses?: readonly 'rollback'[];
}

/** Environment of a scheme. Units have their index in the system. */
export interface CouplingContext {
  readonly system: CheckedSystem;
  readonly instances: readonly Instance[];
  /** Values of all options of the scheme. */
  readonly options: OptionValues;
  /** Progress of the run. A scheme sets the computing unit and counts completed steps. */
  readonly activity: Activity;
  /**
   * Index of a unit in the whole run, for `activity` and `InstanceFailure`, if this is a group.
   * Default: the same index.
   */
  inRun?(unit: number): number;
  /** Custom integrators, in addition to the built-in ones. */
  readonly integrators?: readonly Method[];
  /** Creates a transfer of values along these connections. */
  exchange(connections: readonly Connection[]): ValueTransfer;
  /** Advances one unit from t by H [s] and marks that it computes. Throws a `InstanceFailure`. */
  advance(unit: number, t: number, H: number): void;
  /**
   * Returns a function that advances these units from t by H [s] independently, on several threads
   * if available. It throws the `InstanceFailure` of the first unit that failed.
   */
  together(units: readonly number[]): (t: number, H: number) => void;
  /**
   * Joints between subassemblies, to be solved at each communication point before units step.
   * Missing without joints.
   */
  readonly joints?: { solve(t: number): void };
  /** Power bonds of the system, with the residuals of the last step. */
  readonly bonds: readonly PowerBond[];
  /** Sets inputs from files for a step from t by h [s]. Needed by schemes with substeps. */
  drive(t: number, h: number): void;
  /** Reports a completed substep of h [s] to bonds, balance and observers. */
  stepped(h: number): void;
  /** Reports an event at t [s] to observers. Call it before and after values are exchanged. */
  event?(t: number): void;
  /**
   * Refuses invalid values with a UserError that names the variable. Call it if `transfer` of an
   * exchange did not return 0.
   */
  refuseInvalid(): never;
}

/** Values of a power bond. */
export interface PowerBond {
  /** Residual power δP at the end of the last step [W, or a generalized power]. */
  readonly power: number;
  /** Writes the magnitude of the transmitted power, the mean of both sides, to index k. */
  transmittedPower(into: Float64Array, k: number): void;
}

/**
 * Coupling scheme in one run.
 *
 * Call order: (`settle` → units are initialized)* until it returns false → `initialized` → `step`
 * for n = 0, 1, 2, …
 *
 * `step` does not allocate memory and knows units by index only.
 */
export interface Coupling {
  /** Notes for the user on the coupling of the system, as sentences. */
  readonly notes?: readonly string[];
  /** Substeps of the scheme. */
  readonly ownSteps?: SubstepColumns;
  /** Passes initial outputs to the inputs they feed. Returns true if an input changed. */
  settle(): boolean;
  /** Called after initialization, when units are ready to step from t [s]. */
  initialized?(t: number): void;
  /** Runs communication step n from t to t + H [s]. */
  step(n: number, t: number, H: number): void;
  /**
   * Reports whether an event waits at a communication point t [s] at the end of a step, whose
   * inputs are set. Needed by schemes that handle events of units together.
   */
  waits?(t: number): boolean;
  /**
   * Handles the events that wait at a communication point t [s]. `jumped` marks units whose inputs
   * from files jump there.
   */
  handle?(t: number, jumped?: Uint8Array): void;
  /**
   * Saves or restores the state of the scheme. A run of a scheme without this method cannot write
   * checkpoints, and cannot step back.
   */
  visitState?(state: StateVisitor): void;
}
