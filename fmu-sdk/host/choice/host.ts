import type { Archive } from '../../archive/archive.ts';
import type { ModelDescription } from '../../description/description.ts';
import type { Method } from '../../solver/ode-integrator.ts';
import type { FmiApi, InterfaceKind } from '../instance/fmi-api.ts';
import type { CustomInstance } from '../instance/instance.ts';
import type { CallTrace } from '../instance/traced-calls.ts';
import type { KeptLibraries } from '../native/process/kept-libraries.ts';
import type { Permission } from './sandbox-permissions.ts';

/** An FMU archive with its model description. */
export interface FmuArchive {
  readonly archive: Archive;
  readonly description: ModelDescription;
  /** Notes on the FMU's files for the user. */
  readonly notes?: readonly string[];
}

/** Options that determine how an FMU runs. */
export interface RunMode {
  kind: InterfaceKind;
  /** Name of the integrator of a model-exchange FMU. */
  solver?: string;
  /** Relative tolerance of the integrator, also passed to the FMU. */
  tolerance?: number;
  /** Allows native code in this process. */
  trusted: boolean;
  /** Extra permissions of a native FMU in a separate process. */
  allow?: readonly Permission[];
  /** `each`: a native FMU in a separate process never shares the process with others. */
  isolate?: 'each';
  /**
   * Calls a fmukit FMU through the FMI functions of its component, because only such calls can be
   * recorded.
   */
  byCalls?: boolean;
  /**
   * Calls a fmukit FMU with an event mode through FMI functions and ends its steps at events, so
   * that they are visible.
   */
  events?: boolean;
  /**
   * Gives a fmukit FMU called through FMI functions the event handling of direct calls
   * (`DriverOptions`).
   */
  asSealed?: boolean;
}

/**
 * The binary that a host runs, as data that can be sent to another thread. `form` is the host's
 * name.
 */
export interface Binary {
  readonly form: string;
}

/**
 * Runs one kind of FMU. The first host that finds a binary in the archive runs the FMU.
 *
 * Call order: `find` once for an archive, then `open` once for each instance, in any thread.
 *
 * @example
 * import { openFmu } from 'fmukit';
 * const fmu = await openFmu('unit.fmu', { hosts: [simulator] });
 */
export interface Host<B extends Binary = Binary> {
  readonly name: B['form'];
  /**
   * Returns the binary this host can run, or undefined. Does not run code of the FMU. Throws a
   * UserError if the binary cannot run. If another host can run the FMU, it does, and the user is
   * notified.
   */
  find(unit: FmuArchive, driving: RunMode): Promise<B | undefined>;
  open(binary: B, unit: HostOptions): Promise<CustomInstance>;
  /**
   * Reports whether opening waits for another process. Several instances are then opened at the same
   * time. Default: false.
   */
  startsProcess?(binary: B): boolean;
  /** Receives all instances of a system that this host will open, before the first one. */
  gather?(instances: readonly GatheredInstance<B>[], gathering: Gathering): void | Promise<void>;
}

/** Data that instances of a system share, as in `HostOptions`. */
export interface Gathering {
  readonly shared: Map<unknown, unknown>;
  readonly rollback?: boolean;
}

/** An instance that a host will open. */
export interface GatheredInstance<B extends Binary = Binary> {
  readonly name: string;
  readonly binary: B;
  readonly description: ModelDescription;
}

/** A recording file for the calls of FMUs and their results, used by `recordCalls`. */
export interface CallRecorder {
  readonly file: string;
}

/** A recording file for hosts of this package. */
export interface CallRecording extends CallRecorder {
  /** Wraps the calls of the FMU with this name, so that each is recorded. */
  recorded(calls: FmiApi, name: string): FmiApi;
}

/** Options for opening an instance. */
export interface HostOptions {
  /** Receives every call. */
  readonly trace?: CallTrace;
  /** Records the calls and their results. */
  readonly record?: CallRecorder;
  name: string;
  description: ModelDescription;
  stopTime?: number;
  /** CPU time and wall time limit of one call of the FMU [s], for hosts that can enforce it. */
  callSeconds: number;
  wallSeconds: number;
  /**
   * Elements, flat from 0, that are written before the initialization, by the name of their
   * variable. Written values of resized arrays cannot be told from void ones otherwise.
   */
  given?: ReadonlyMap<string, ReadonlySet<number>>;
  /** Enables snapshots: a native FMU without FMU state runs in a process that can be copied. */
  rollback?: boolean;
  /** Integrators in addition to the built-in ones. */
  integrators?: readonly Method[];
  /**
   * Call this before the FMU's code runs for the first time. The time before is spent by the host.
   */
  called(): void;
  /** Receives a description of a native FMU's sandbox before any of its code runs. */
  confined?(words: string): void;
  /**
   * Receives a description of the integration of a model-exchange FMU and of its peculiarities,
   * when they show.
   */
  integrated?(words: string): void;
  /** Receives, when a native FMU is closed, what the user should know about its behaviour. */
  noticed?(words: string): void;
  /** Libraries of earlier runs, in which native FMUs may be instantiated again. */
  kept?: KeptLibraries;
  /** Data that instances opened together share, such as compiled code, by any key of the host. */
  shared: Map<unknown, unknown>;
}
