import type { FmiType } from '../../description/description.ts';
import type { FmiMajor } from '../../standard/fmi-version.ts';
import { statuses2 } from '../../standard/variable-types.ts';
import type { StateVisitor } from '../../util/state/stateful.ts';
import { UserError } from '../../util/user-error.ts';
import type { InstanceCopy } from '../state/instance-copy.ts';
import type { NumericArray } from './instance.ts';
import { lastMessages } from './last-messages.ts';

/** Life cycle of an instance, its numbers and its log. Every host has these members. */
export interface FmiCore {
  readonly fmi: FmiMajor;
  readonly kind: InterfaceKind;
  /** Operands and results of calls without separate buffers. See `register`. */
  readonly registers: Float64Array;
  /** Returns false if the FMU returned NULL. */
  instantiate(options: InstantiateOptions): boolean;
  freeInstance(): void;
  /**
   * Creates a buffer for values of variables of one type: `count` numbers in total (default: one
   * each).
   */
  values(type: NumericType, valueReferences: Uint32Array, count?: number): Values;
  get(values: Values): Status;
  set(values: Values): Status;
  /** Calls a function that takes its operands from `registers` and buffers. */
  call(op: FmiCall): Status;
  /**
   * Returns the messages logged since the last call, oldest first. Beyond a limit, the oldest are
   * dropped.
   */
  takeLog(): LogMessage[];
  /** Frees the instance, then its library or process. No calls may follow. */
  close(): void;
}

/** The FMU's version and types platform, and its log categories. */
export interface FmiIdentity {
  getVersion(): string;
  /** FMI 1 and 2: returns the types platform ("default"). FMI 3: returns ''. */
  getTypesPlatform(): string;
  setDebugLogging(on: boolean, categories: readonly string[]): Status;
}

/** Values of String and Binary variables. */
export interface FmiByteValues {
  getStrings(valueReferences: Uint32Array, count: number): { status: Status; values: string[] };
  setStrings(valueReferences: Uint32Array, values: readonly string[]): Status;
  getBinaries(valueReferences: Uint32Array, count: number): { status: Status; values: Uint8Array[] };
  setBinaries(valueReferences: Uint32Array, values: readonly Uint8Array[]): Status;
}

/** Several calls in one crossing. */
export interface FmiBatches {
  /**
   * Creates a buffer of doubles that do not belong to variables: states, derivatives, event
   * indicators.
   */
  doubles(length: number): Float64Array;
  /**
   * Prepares a sequence of calls that ends at the first status discard, error or fatal. The result
   * makes the calls and returns the worst status. `registers[register.failed]` is then the index of
   * the call that ended the sequence, or −1.
   */
  batch(ops: readonly FmiCall[]): () => Status;
  /**
   * Splits a batch of an FMU in a separate process into start and wait, so that other FMUs can be
   * called in between. Returns undefined for calls in this process.
   */
  posted?(batch: () => Status): SplitBatch | undefined;
  /**
   * Prepares these calls, including one `doStep`, for up to `capacity` steps in one crossing.
   * Stores the values of `read` row by row. Returns undefined if this would not save time.
   */
  ahead?(ops: readonly FmiCall[], read: readonly Values[], capacity: number): StepBatch | undefined;
  /** Builder of native loops that can include this instance. Undefined for other kinds of calls. */
  readonly loops?: { changes: number } | undefined;
  /** Returns the instance and the calls of a batch, as a native loop needs them. */
  seat?(batch: () => Status): object;
}

/** FMU states. */
export interface FmiStates {
  /**
   * Saves the FMU state (`getFMUState`). `freeState` releases the handle. A native FMU may reuse
   * the memory of the saved state `into`, whose handle is returned then.
   */
  getState(into?: number): { status: Status; handle: number };
  setState(handle: number): Status;
  freeState(handle: number): Status;
  serializeState(handle: number): { status: Status; bytes: Uint8Array };
  deserializeState(bytes: Uint8Array): { status: Status; handle: number };
}

/** Derivatives and dependencies of variables. */
export interface FmiDerivatives {
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
  /** FMI 1 and 2 `setRealInputDerivatives`. */
  setInputDerivatives(valueReferences: Uint32Array, orders: Int32Array, values: Float64Array): Status;
  /** FMI 1 and 2 `getRealOutputDerivatives`, FMI 3 `getOutputDerivatives`. */
  getOutputDerivatives(valueReferences: Uint32Array, orders: Int32Array, values: Float64Array): Status;
  /** FMI 3 `getVariableDependencies`: the variable elements that an element depends on. */
  getVariableDependencies(valueReference: number): { status: Status; dependencies: ElementDependency[] };
}

/** Intervals and shifts of Clocks, and the partitions that they activate. */
export interface FmiClocks {
  /** FMI 3 `getIntervalDecimal`. Qualifiers: 0 not yet known, 1 unchanged, 2 changed. */
  getInterval(clocks: Uint32Array): { status: Status; intervals: Float64Array; qualifiers: Int32Array };
  setInterval(clocks: Uint32Array, intervals: Float64Array): Status;
  getShift(clocks: Uint32Array): { status: Status; shifts: Float64Array };
  setShift(clocks: Uint32Array, shifts: Float64Array): Status;
  /**
   * FMI 3 `getIntervalFraction`, `setIntervalFraction`, and their shift counterparts: counter /
   * resolution [s].
   */
  getIntervalFraction(clocks: Uint32Array): { status: Status; fractions: Fraction[]; qualifiers: Int32Array };
  setIntervalFraction(clocks: Uint32Array, fractions: readonly Fraction[]): Status;
  getShiftFraction(clocks: Uint32Array): { status: Status; fractions: Fraction[] };
  setShiftFraction(clocks: Uint32Array, fractions: readonly Fraction[]): Status;
  /** FMI 3 scheduled execution: computes the model partition of a clock at `activationTime` [s]. */
  activateModelPartition(clock: number, activationTime: number): Status;
  /**
   * FMI 3 scheduled execution: reports whether the FMU called `clockUpdate` since the last call.
   */
  takeClockUpdate(): boolean;
}

/** Information on the inside of a step. */
export interface FmiStepInformation {
  /** FMI 1 and 2 `getStatus` and related functions, about the last `doStep`. */
  getStepStatus(kind: StepStatusKind): { status: Status; value: number | string };
  /**
   * FMI 3 co-simulation: defines the actions at intermediate updates inside each `doStep`. Reads
   * values where the FMU allows it, up to `capacity` times a step. Counts all of these updates in
   * `registers[register.intermediateCount]`, also beyond the capacity. Sets inputs from their
   * polynomials where the FMU asks for them.
   */
  intermediate(read: readonly Values[], capacity: number, write?: Polynomials): Intermediate;
}

/** Capabilities of some hosts beside FMI. */
export interface HostFeatures {
  /** Instrumentation of a native FMU in a separate process. Other hosts do not support it. */
  readonly watch?: MemoryWatch;
  /**
   * Copies the whole FMU, with or without FMU state. Returns a reason with the next step if that
   * fails. Undefined if never supported.
   */
  copy?(): ProcessCopy | string;
  /**
   * Serializes the whole FMU, with or without FMU state. Returns a reason with the next step if
   * that fails. Undefined if never supported.
   */
  portable?(): StateSerializer | string;
  /**
   * Returns the internal step [s] of an instantiated fmukit FMU, or 0 for any step. FMI does not
   * define a function for it, and parameters may determine it.
   */
  internalStep?(): number;
  /** Saves or restores the host's part of the instance's state, besides `registers`. */
  visitState?(state: StateVisitor): void;
  /**
   * Returns a sentence that lists what the sandbox denied and how to allow it, or an empty text.
   */
  refused?(): string;
  /** The end of an FMU that `close` unloaded and that did not survive it. */
  readonly lastEnd?: FmuGoneError | undefined;
}

/**
 * The FMI functions of one instance, with the standard's names and meaning. Those of FMI 1.0 are
 * called as in FMI 2.0. Calls in a wrong order still reach the FMU, and its status is returned.
 * Implementations run a library in this process or in a child process, or a WebAssembly component.
 *
 * Drivers for co-simulation, model exchange, scheduled execution and conformance rules use only
 * this interface. Before the run, `values` and `batch` prepare buffers and lists of calls. During
 * the run, a prepared batch is one call without allocation.
 */
export interface FmiApi
  extends FmiCore,
    FmiIdentity,
    FmiByteValues,
    FmiBatches,
    FmiStates,
    FmiDerivatives,
    FmiClocks,
    FmiStepInformation,
    HostFeatures {}

/** Saves an FMU as bytes and restores it. */
export interface StateSerializer {
  save(): Uint8Array;
  load(bytes: Uint8Array): void;
}

/** `memory`: the FMU's writable memory is copied. `fork`: its process is copied. */
export interface ProcessCopy {
  by: 'memory' | 'fork';
  copy: InstanceCopy;
}

/** Observes from outside how an FMU uses the memory that the importer lends it. */
export interface MemoryWatch {
  /**
   * Places arrays and strings so that from now on every access outside them, against their purpose
   * or after the call is recorded.
   */
  guard(): Status;
  /** Returns the violations recorded since the last call. */
  trespasses(): MemoryViolation[];
  /**
   * Selects the instance of the library (0 … 3) for the next calls. `instantiate` creates each one,
   * with the interface `kind`. Default: the interface that the library was loaded for.
   */
  select(instance: number, kind?: InterfaceKind): Status;
  /** Returns the allocated memory of the process [bytes], or undefined if it is not counted. */
  allocated(): number | undefined;
}

/** Kinds in the order of the engine's `TRESPASSES`, which describes each. */
export const memoryViolationKinds = [
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
  'updateResults',
  'clockPlace',
  'unlocked',
  'locked',
  'freed',
  'stateLeft',
] as const;

/** One of `memoryViolationKinds`. */
export type MemoryViolationKind = (typeof memoryViolationKinds)[number];

/** A memory or callback violation of an FMU. */
export interface MemoryViolation {
  kind: MemoryViolationKind;
  /** The call of the first violation. `count` counts the repetitions. */
  call: string;
  count: number;
  /** Two numbers with details: a position [bytes], a value, times [s]. */
  more: number;
  still: number;
}

/** FMI interface types of an FMU. */
export type InterfaceKind = 'coSimulation' | 'modelExchange' | 'scheduledExecution';

/** Names of the FMI interfaces in messages, in order of preference. */
export const interfaceNames: Record<InterfaceKind, string> = {
  coSimulation: 'co-simulation',
  modelExchange: 'model exchange',
  scheduledExecution: 'scheduled execution',
};

/** Types of variables whose values are numbers in memory: all but String and Binary. */
export type NumericType = Exclude<FmiType, 'String' | 'Binary'>;

export const status = { ok: 0, warning: 1, discard: 2, error: 3, fatal: 4, pending: 5 } as const;

/** Status returned by an FMI function: one of `status`. */
export type Status = (typeof status)[keyof typeof status];
export const statusNames: readonly (keyof typeof status)[] = statuses2;

/** A message logged by an FMU. */
export interface LogMessage {
  status: Status;
  category: string;
  message: string;
}

/** Arguments of `instantiate`. */
export interface InstantiateOptions {
  instanceName: string;
  /** FMI 1 and 2: GUID. */
  token: string;
  visible?: boolean;
  loggingOn?: boolean;
  /** FMI 3 co-simulation. */
  eventModeUsed?: boolean;
  earlyReturnAllowed?: boolean;
  /** Passes NULL for the callbacks of FMI 3.0 and for the memory functions of FMI 2.0. */
  withoutCallbacks?: boolean;
  /** FMI 3 co-simulation: the variables that `intermediate` reads and writes. */
  requiredIntermediateVariables?: Uint32Array;
}

/** The time of a clock as an exact number of seconds. */
export interface Fraction {
  counter: bigint;
  resolution: bigint;
}

/** Queries of FMI 2.0 about a step that is pending or was discarded (fmi2StatusKind). */
export type StepStatusKind = 'doStep' | 'pending' | 'lastSuccessfulTime' | 'terminated';

/**
 * Element `dependent` (from 0, where 0 may also mean all) depends on `element` of the variable
 * `independent`.
 */
export interface ElementDependency {
  dependent: number;
  independent: number;
  element: number;
  kind: 'independent' | 'constant' | 'fixed' | 'tunable' | 'discrete' | 'dependent';
}

/**
 * Coefficients [u₀, u₁, u₂] of each of `inputs` (Float64): u(t) = u₀ + u₁ τ + u₂ τ², where τ is the
 * time since the start of the step [s].
 */
export interface Polynomials {
  inputs: Values;
  coefficients: Float64Array;
}

/** Values read at the intermediate updates of the last step: row i at `times[i]` [s]. */
export interface Intermediate {
  readonly times: Float64Array;
  /** Rows of each of the read values. */
  readonly rows: readonly NumericArray[];
}

/**
 * A batch in two parts: `post` starts it and returns, `wait` returns its status. No other call of
 * the instance may come between them.
 */
export interface SplitBatch {
  readonly post: () => void;
  readonly wait: () => Status;
}

/** Steps made in one crossing. */
export interface StepBatch {
  /** Start and size of each step [s]. */
  readonly times: Float64Array;
  /** Rows of each of the read values. */
  readonly rows: readonly NumericArray[];
  /**
   * Makes up to `count` steps and returns the worst status. Stops after a status discard, error or
   * fatal, after a step that sets a flag, or after some milliseconds. `registers[register.rows]`
   * counts the completed steps.
   */
  march(count: number): Status;
}

/** Typed view of the buffer that values of the FMU are copied to and from. */
export interface Values {
  readonly type: NumericType;
  readonly valueReferences: Uint32Array;
  readonly view: NumericArray;
  readonly offset: number;
  readonly length: number;
}

/**
 * One call of a batch. The call reads its operands from `registers` and leaves its results there.
 *
 * - `doStep`: reads `time`, `step`, `noSetStatePrior`, `returnTime` (FMI 3: time at which an early
 *   return is requested at an intermediate update that allows it, ∞ for never). Leaves
 *   `eventNeeded`, `terminate`, `early`, `lastTime` (FMI 2: 0, 0, 0, time + step after success.
 *   After discard: the FMU's last successful time and terminated status).
 * - `setTime`: reads `time`.
 * - `completedIntegratorStep`: reads `noSetStatePrior`. Leaves `enterEventMode`, `terminate`.
 * - `updateDiscreteStates` (FMI 1 `eventUpdate`, FMI 2 `newDiscreteStates`): leaves `newDiscreteStatesNeeded`,
 *   `terminate`, `nominalsChanged`, `valuesChanged`, `nextEventTimeDefined`, `nextEventTime`.
 * - `setupExperiment` (FMI 2, in FMI 3 it returns ok) and FMI 3 `enterInitializationMode` read
 *   `toleranceDefined`, `tolerance`, `startTime`, `stopTimeDefined`, `stopTime`.
 * - `getNumberOfEventIndicators`, `getNumberOfContinuousStates` (FMI 3): leave `count`.
 */
export type FmiCall =
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
export const io = {
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

/** How the process of an FMU ended, for callers that act on it. */
export interface EndOfProcess {
  /** Signal that ended it, such as SIGSEGV. */
  readonly signal?: string | undefined;
  /**
   * Sentence on the end of a process that several FMUs share. Another FMU than the one that was
   * called may be the cause.
   */
  readonly shared?: string | undefined;
}

/** The FMU's process ended, hung or broke its connection. No further calls are possible. */
export class FmuGoneError extends UserError {
  /**
   * `reason` names the cause (signal, exit code, limit). `log` holds the FMU's last messages.
   */
  constructor(
    readonly reason: string,
    readonly log: readonly LogMessage[],
    readonly end: EndOfProcess = {},
  ) {
    const { before, lines } = lastMessages(
      log.map((l) => `[${statusNames[l.status]}] ${l.category}: ${l.message}`),
      10,
    );
    super(`${reason}${lines.length === 0 ? ' It had not logged any message.' : ' Its last messages:'}`, {
      details: before === 0 ? lines : [`(${before} before)`, ...lines],
    });
  }
}
