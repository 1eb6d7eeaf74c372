import type { Instance } from '../../fmu-sdk/host/instance.ts';
import type { Method } from '../../fmu-sdk/solver/ode-integrator.ts';
import type { CheckedSystem, Connection } from '../system/system.ts';
import type { Activity } from './activity.ts';
import type { OptionValues, SchemeOption } from './scheme-options.ts';
import type { OwnStepsLog } from './substep-log.ts';
import type { Exchange } from './transfer/value-transfer.ts';

/**
 * A coupling scheme: how the units of a system advance together from one communication point to the next. It is chosen by
 * its name in `algorithm.scheme` of a system file.
 *
 * @example
 * const result = await simulate(system, { couplings: [inTurn] }); // docs/examples/coupling.ts has it whole
 */
export interface CouplingScheme {
  readonly name: string;
  readonly traits: CouplingTraits;
  /** What `algorithm.options` of a system file may tell it. */
  readonly options?: Readonly<Record<string, SchemeOption>>;
  /** What every unit must offer besides, where the scheme is told so. */
  alsoNeeds?(options: OptionValues): CouplingTraits['needs'];
  /** A scheme for one run; everything that has a name is looked up here. */
  couple(context: CouplingContext): Coupling;
}

/** What a scheme says of itself; tests measure it. */
export interface CouplingTraits {
  /** Order of convergence of what is exchanged, in H; `extrapolation`: one more than the order of the extrapolation. */
  readonly order: number | 'extrapolation';
  /** Whether a communication step solves for values at its end. */
  readonly implicit: boolean;
  /** Whether it advances units beside their interface models; if not, a system with such models is refused. */
  readonly interfaceModels: boolean;
  /** Whether it solves joints between subassemblies before units step; if not, a system with joints is refused. */
  readonly joints?: boolean;
  /** Whether it makes steps of its own between two communication points, and tells `stepped` of each. */
  readonly adaptive?: boolean;
  /** Whether units may have communication steps of their own (`units.X.step`). */
  readonly unitSteps?: boolean;
  /** Whether an event of one unit ends the communication step of all, and goes around among them before any goes on. */
  readonly events?: boolean;
  /** What every unit of the system must offer. */
  readonly needs: readonly ('rollback' | 'directionalDerivatives' | 'modelExchange')[];
  /** What it makes use of where every unit offers it, and does without where one does not. */
  readonly uses?: readonly 'rollback'[];
}

/** What a scheme works with. Units are known by their index in the system. */
export interface CouplingContext {
  readonly system: CheckedSystem;
  readonly instances: readonly Instance[];
  /** Values of all of the scheme's options. */
  readonly options: OptionValues;
  /** Where the run says what it is doing: a scheme notes the unit that computes, and each step that is done. */
  readonly activity: Activity;
  /** The number of a unit in the whole run, for `activity` and a `UnitFailure`, where this is a group of it; left out: its own. */
  inRun?(unit: number): number;
  /** Integrators beside those of this package. */
  readonly integrators?: readonly Method[];
  /** Hands outputs to inputs along these connections. */
  exchange(connections: readonly Connection[]): Exchange;
  /** Advances one unit from t by H [s] and notes that it computes. Throws a `UnitFailure`. */
  advance(unit: number, t: number, H: number): void;
  /**
   * What advances these units from t by H [s], each for itself: on several threads where the system has them. It throws the `UnitFailure` of the
   * first of them that failed.
   */
  together(units: readonly number[]): (t: number, H: number) => void;
  /** Joints between subassemblies, to be solved at each communication point before any unit steps; none where the system names none. */
  readonly joints?: { solve(t: number): void };
  /** The system's power bonds, with the residuals of the last step. */
  readonly bonds: readonly PowerBond[];
  /** Sets what files drive for a step from t by h [s]: for schemes that make steps of their own. */
  drive(t: number, h: number): void;
  /** A step of h [s] of an adaptive scheme has been done: bonds, balance and observers look at it. */
  stepped(h: number): void;
  /** An event at t [s]: to be said before values go around, and after; observers may look. */
  event?(t: number): void;
  /** To be called when `transfer` of an exchange did not return 0: throws the UserError that names the variable. */
  refuseInvalid(): never;
}

/** What a power bond has come to. */
export interface PowerBond {
  /** Residual power δP at the end of the last step [W, or a generalized power]. */
  readonly power: number;
  /** Puts the power that it carries there, by the mean of what both sides say, into place k: its magnitude. */
  carried(into: Float64Array, k: number): void;
}

/**
 * A scheme at work.
 *
 * Call order: (`settle` → units are initialized)* until it says false → `initialized` → `step` for n = 0, 1, 2, …
 * It allocates nothing in `step`, and it knows units by index only.
 */
export interface Coupling {
  /** What the system's user should know of how it is coupled: sentences. */
  readonly notes?: readonly string[];
  /** The steps that it has made of its own. */
  readonly ownSteps?: OwnStepsLog;
  /** Lets initial outputs reach the inputs they feed; true when an input changed. */
  settle(): boolean;
  /** The initialization has ended: units are ready to step, from t [s]. */
  initialized?(t: number): void;
  /** Communication step n: from t to t + H [s]. */
  step(n: number, t: number, H: number): void;
}
