import type { FmiType } from '../description/description.ts';
import { statuses2 } from '../standard/variable-types.ts';
import { UserError } from '../util/user-error.ts';
import type { NumericArray } from './instance.ts';
import { lastMessages } from './last-messages.ts';
import type { UnitCopy } from './state/instance-copy.ts';

/**
 * The functions of FMI 2.0 and FMI 3.0 of one instance, under the standard's names and with its meaning: a call in a
 * wrong order reaches the unit all the same, and what the unit answers comes back. What runs the unit (a library in
 * this process, one in a child process, a WebAssembly component) is the implementation's; drivers (co-simulation,
 * model exchange, scheduled execution, conformance rules) are written against this alone.
 *
 * Set up by name, run by index: before the run, `values` and `batch` prepare buffers and lists of calls; during the
 * run, a prepared batch is one call that allocates nothing.
 */
export interface Calls {
  readonly fmi: 2 | 3;
  readonly kind: InterfaceKind;
  /** Where operands and results of calls without buffers of their own stand; see `register`. */
  readonly registers: Float64Array;
  getVersion(): string;
  /** FMI 2: the types platform ("default"); FMI 3 has none: ''. */
  getTypesPlatform(): string;
  /** False when the unit returned NULL. */
  instantiate(options: InstantiateOptions): boolean;
  freeInstance(): void;
  setDebugLogging(on: boolean, categories: readonly string[]): Status;
  /** A buffer for the values of some variables of one type: `count` numbers altogether (default: one each). */
  values(type: NumericType, valueReferences: Uint32Array, count?: number): Values;
  get(values: Values): Status;
  set(values: Values): Status;
  getStrings(valueReferences: Uint32Array, count: number): { status: Status; values: string[] };
  setStrings(valueReferences: Uint32Array, values: readonly string[]): Status;
  getBinaries(valueReferences: Uint32Array, count: number): { status: Status; values: Uint8Array[] };
  setBinaries(valueReferences: Uint32Array, values: readonly Uint8Array[]): Status;
  /** A buffer of doubles that is no variable's: states, derivatives, event indicators. */
  doubles(length: number): Float64Array;
  /** One function that takes its operands from `registers` and buffers. */
  call(op: Op): Status;
  /**
   * Prepares calls to be made one after the other, up to the first whose status is discard, error or fatal. The result
   * makes them and returns the worst status; `registers[register.failed]` is then the index of the call that ended it, or −1.
   */
  batch(ops: readonly Op[]): () => Status;
  /** A batch of a unit in a process of its own, in two: others may be called between them. Undefined where its calls are made here. */
  posted?(batch: () => Status): Posted | undefined;
  /**
   * Prepares these calls, one of which is `doStep`, to be made for up to `capacity` steps in one crossing, the values of `read` left
   * row after row. Undefined where that would gain nothing.
   */
  ahead?(ops: readonly Op[], read: readonly Values[], capacity: number): Ahead | undefined;
  /** What makes loops over units, of which this one can be; undefined where it is called in another way. */
  readonly loops?: { changes: number } | undefined;
  /** The unit and what a batch of it makes, for a loop. */
  seat?(batch: () => Status): object;
  /** The unit's memory of a moment, by handle; `freeState` gives it back. */
  getState(): { status: Status; handle: number };
  setState(handle: number): Status;
  freeState(handle: number): Status;
  serializeState(handle: number): { status: Status; bytes: Uint8Array };
  deserializeState(bytes: Uint8Array): { status: Status; handle: number };
  directionalDerivative(
    unknowns: Uint32Array,
    knowns: Uint32Array,
    seed: Float64Array,
    sensitivity: Float64Array,
  ): Status;
  adjointDerivative(
    unknowns: Uint32Array,
    knowns: Uint32Array,
    seed: Float64Array,
    sensitivity: Float64Array,
  ): Status;
  /** FMI 3 `getIntervalDecimal`; qualifier 0 not yet known, 1 unchanged, 2 changed. */
  getInterval(clocks: Uint32Array): { status: Status; intervals: Float64Array; qualifiers: Int32Array };
  setInterval(clocks: Uint32Array, intervals: Float64Array): Status;
  getShift(clocks: Uint32Array): { status: Status; shifts: Float64Array };
  setShift(clocks: Uint32Array, shifts: Float64Array): Status;
  /** FMI 3 `getIntervalFraction`, `setIntervalFraction`, and the same of shifts: counter / resolution [s]. */
  getIntervalFraction(clocks: Uint32Array): { status: Status; fractions: Fraction[]; qualifiers: Int32Array };
  setIntervalFraction(clocks: Uint32Array, fractions: readonly Fraction[]): Status;
  getShiftFraction(clocks: Uint32Array): { status: Status; fractions: Fraction[] };
  setShiftFraction(clocks: Uint32Array, fractions: readonly Fraction[]): Status;
  /** FMI 2 `setRealInputDerivatives`. */
  setInputDerivatives(valueReferences: Uint32Array, orders: Int32Array, values: Float64Array): Status;
  /** FMI 2 `getRealOutputDerivatives`, FMI 3 `getOutputDerivatives`. */
  getOutputDerivatives(valueReferences: Uint32Array, orders: Int32Array, values: Float64Array): Status;
  /** FMI 2 `getStatus` and its kin: what is asked for is the last `doStep`'s. */
  getStepStatus(kind: StepStatusKind): { status: Status; value: number | string };
  /** FMI 3 `getVariableDependencies`: which elements of which variables an element depends on. */
  getVariableDependencies(valueReference: number): { status: Status; dependencies: ElementDependency[] };
  /**
   * FMI 3 co-simulation: what is done from now on at the intermediate updates inside each `doStep`. Values are read
   * where the unit allows it, up to `capacity` times a step; `registers[register.intermediateCount]` says how often they
   * were to be read, also beyond. Inputs follow their polynomials where the unit asks for them.
   */
  intermediate(read: readonly Values[], capacity: number, write?: Polynomials): Intermediate;
  /** FMI 3 scheduled execution: computes the model partition of a clock at `activationTime` [s]. */
  activateModelPartition(clock: number, activationTime: number): Status;
  /** FMI 3 scheduled execution: clocks that the unit has asked to be scheduled since the last call (`clockUpdate`). */
  takeClockUpdate(): boolean;
  /** What the unit has logged since the last call, oldest first; the oldest are dropped beyond a limit. */
  takeLog(): LogMessage[];
  /** What can be seen of a native unit in a process of its own beside its answers; other hosts have none of it. */
  readonly watch?: Watch;
  /** Keeps the whole unit, whether or not it has FMU state; a reason, with the next move, where that cannot be. Undefined: it never can. */
  copy?(): Copying | string;
  /** The whole unit as bytes, whether or not it has FMU state; a reason, with the next move, where that cannot be. Undefined: it never can. */
  portable?(): UnitBytes | string;
  /** Of a unit of this toolkit that is instantiated: its internal step [s]; 0: any. No function of FMI says it, where parameters decide it. */
  internalStep?(): number;
  /** What of the host's side of the unit belongs to its state beside `registers`, in fields. */
  readonly beside?: readonly object[];
  /** Unloads the unit: its instance, then its library or process. Nothing may be called afterwards. */
  close(): void;
  /** What its sandbox has refused it so far, and what would allow that: a sentence, or nothing. */
  refused?(): string;
  /** What a unit came to that was unloaded by `close` and did not outlive it. */
  readonly lastEnd?: UnitGone | undefined;
}

/** A unit as bytes, and back. */
export interface UnitBytes {
  save(): Uint8Array;
  load(bytes: Uint8Array): void;
}

/** `memory`: what the unit can change is copied here. `fork`: its process is copied. */
export interface Copying {
  by: 'memory' | 'fork';
  copy: UnitCopy;
}

/** A look from outside at what a unit does with what its importer lends it. */
export interface Watch {
  /** From now on arrays and texts lie where every touch beside them, against their purpose or after the call is noted. */
  guard(): Status;
  /** What was noted since the last call. */
  trespasses(): Trespass[];
  /** Which instance of the library (0 … 3) is called from now on; each is made by `instantiate`. */
  select(instance: number): Status;
  /** Memory that the process has allocated and not given back [bytes]; undefined where nobody counts. */
  allocated(): number | undefined;
}

/** In the order of the engine's `TRESPASSES`, which says what each is. */
export const trespassKinds = [
  'behind',
  'before',
  'constant',
  'kept',
  'environment',
  'name',
  'unwritten',
  'boolean',
  'updatePlace',
  'updateTime',
  'clockPlace',
  'unlocked',
  'locked',
  'freed',
  'stateLeft',
] as const;

/** One of `trespassKinds`. */
export type TrespassKind = (typeof trespassKinds)[number];

/** What a unit did that it must not do. */
export interface Trespass {
  kind: TrespassKind;
  /** The call in which it was done first, and how often it was done. */
  call: string;
  count: number;
  /** Two numbers that tell more: a place [bytes], a value, times [s]. */
  more: number;
  still: number;
}

/** Interfaces of FMI by which a unit can be run. */
export type InterfaceKind = 'coSimulation' | 'modelExchange' | 'scheduledExecution';

/** Types of variables whose values are numbers in memory: all but String and Binary. */
export type NumericType = Exclude<FmiType, 'String' | 'Binary'>;

export const status = { ok: 0, warning: 1, discard: 2, error: 3, fatal: 4, pending: 5 } as const;

/** What a function of FMI answers: one of `status`. */
export type Status = (typeof status)[keyof typeof status];
export const statusNames: readonly (keyof typeof status)[] = statuses2;

/** A message that a unit has logged. */
export interface LogMessage {
  status: Status;
  category: string;
  message: string;
}

/** What `instantiate` hands to the unit. */
export interface InstantiateOptions {
  instanceName: string;
  /** FMI 2: GUID. */
  token: string;
  visible?: boolean;
  loggingOn?: boolean;
  /** FMI 3 co-simulation. */
  eventModeUsed?: boolean;
  earlyReturnAllowed?: boolean;
  /** No callbacks are handed over: those of FMI 3.0, and FMI 2.0's functions for memory, are NULL. */
  withoutCallbacks?: boolean;
  /** FMI 3 co-simulation: the variables that `intermediate` is to read and write. */
  requiredIntermediateVariables?: Uint32Array;
}

/** The time of a clock as an exact number of seconds. */
export interface Fraction {
  counter: bigint;
  resolution: bigint;
}

/** What FMI 2.0 can be asked about a step that goes on, or that was discarded (fmi2StatusKind). */
export type StepStatusKind = 'doStep' | 'pending' | 'lastSuccessfulTime' | 'terminated';

/** Element `dependent` (from 0; 0 also says: all) depends on `element` of the variable `independent`. */
export interface ElementDependency {
  dependent: number;
  independent: number;
  element: number;
  kind: 'independent' | 'constant' | 'fixed' | 'tunable' | 'discrete' | 'dependent';
}

/** Coefficients [u₀, u₁, u₂] of each of `inputs` (Float64): u(t) = u₀ + u₁ τ + u₂ τ², τ = t − the step's begin [s]. */
export interface Polynomials {
  inputs: Values;
  coefficients: Float64Array;
}

/** What was read at the intermediate updates of the last step: row i at `times[i]` [s]. */
export interface Intermediate {
  readonly times: Float64Array;
  /** For each of the values read: its rows, one after the other. */
  readonly rows: readonly NumericArray[];
}

/** A batch in two: `post` asks for it and comes back, `wait` gives its status. No other call of the unit stands between them. */
export interface Posted {
  readonly post: () => void;
  readonly wait: () => Status;
}

/** Steps that are made in one crossing. */
export interface Ahead {
  /** Of each, where it begins and its size [s]. */
  readonly times: Float64Array;
  /** For each of the values read: its rows, one after the other. */
  readonly rows: readonly NumericArray[];
  /**
   * Makes the first `count` of them, up to one whose status is discard, error or fatal, or that left a flag, or until they have taken
   * some milliseconds. `registers[register.rows]` says how many were done; the worst status.
   */
  march(count: number): Status;
}

/** Typed view of the memory that the unit's values are copied to and from. */
export interface Values {
  readonly type: NumericType;
  readonly valueReferences: Uint32Array;
  readonly view: NumericArray;
  readonly offset: number;
  readonly length: number;
}

/**
 * One call of a batch. The operands named `registers` are read when the call is made, and results are left there.
 *
 * - `doStep`: reads `time`, `step`, `noSetStatePrior`, `returnTime` (FMI 3: where an early return is asked for at an
 *   intermediate update that allows it; ∞ none); leaves `eventNeeded`, `terminate`, `early`, `lastTime` (FMI 2: 0, 0, 0,
 *   time + step when it succeeds; after discard the unit's last successful time and terminated status).
 * - `setTime`: reads `time`.
 * - `completedIntegratorStep`: reads `noSetStatePrior`; leaves `enterEventMode`, `terminate`.
 * - `updateDiscreteStates` (FMI 2 `newDiscreteStates`): leaves `newDiscreteStatesNeeded`, `terminate`, `nominalsChanged`,
 *   `valuesChanged`, `nextEventTimeDefined`, `nextEventTime`.
 * - `setupExperiment` (FMI 2; in FMI 3 it answers ok) and FMI 3 `enterInitializationMode` read `toleranceDefined`,
 *   `tolerance`, `startTime`, `stopTimeDefined`, `stopTime`.
 * - `getNumberOfEventIndicators`, `getNumberOfContinuousStates` (FMI 3): leave `count`.
 */
export type Op =
  | {
      op:
        | 'setupExperiment'
        | 'enterInitializationMode'
        | 'exitInitializationMode'
        | 'enterConfigurationMode'
        | 'exitConfigurationMode'
        | 'enterEventMode'
        | 'enterContinuousTimeMode'
        | 'enterStepMode'
        | 'doStep'
        | 'cancelStep'
        | 'setTime'
        | 'completedIntegratorStep'
        | 'updateDiscreteStates'
        | 'evaluateDiscreteStates'
        | 'getNumberOfEventIndicators'
        | 'getNumberOfContinuousStates'
        | 'terminate'
        | 'reset';
    }
  | { op: 'get' | 'set'; values: Values }
  | {
      op:
        | 'setContinuousStates'
        | 'getContinuousStates'
        | 'getContinuousStateDerivatives'
        | 'getNominalsOfContinuousStates'
        | 'getEventIndicators';
      doubles: Float64Array;
    };

/** Indexes into `registers`. */
export const register = {
  time: 0,
  step: 1,
  noSetStatePrior: 2,
  eventNeeded: 3,
  terminate: 4,
  early: 5,
  lastTime: 6,
  enterEventMode: 7,
  newDiscreteStatesNeeded: 8,
  nominalsChanged: 9,
  valuesChanged: 10,
  nextEventTimeDefined: 11,
  nextEventTime: 12,
  toleranceDefined: 13,
  tolerance: 14,
  startTime: 15,
  stopTimeDefined: 16,
  stopTime: 17,
  count: 18,
  failed: 19,
  returnTime: 20,
  intermediateCount: 21,
  rows: 22,
} as const;
export const registerCount = 32;

/** The unit's process ended, hung or broke its connection: nothing more can be asked of it. */
export class UnitGone extends UserError {
  /** `reason` names what happened (signal, exit code, limit), `log` holds the unit's last messages. */
  constructor(
    readonly reason: string,
    readonly log: readonly LogMessage[],
  ) {
    const { before, shown } = lastMessages(
      log.map((l) => `[${statusNames[l.status]}] ${l.category}: ${l.message}`),
      10,
    );
    super(`${reason}${shown.length === 0 ? ' It had logged nothing.' : ' Its last messages:'}`, {
      details: before === 0 ? shown : [`(${before} before)`, ...shown],
    });
  }
}
