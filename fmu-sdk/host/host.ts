import type { Archive } from '../archive/archive.ts';
import type { ModelDescription } from '../description/description.ts';
import type { Method } from '../solver/ode-integrator.ts';
import type { Calls, InterfaceKind } from './fmi-api.ts';
import type { Instance } from './instance.ts';
import type { Permission } from './sandbox-permissions.ts';
import type { CallTrace } from './traced-calls.ts';

/** A unit's archive with the model description in it. */
export interface UnitArchive {
  readonly archive: Archive;
  readonly description: ModelDescription;
  /** What its user should know of its files. */
  readonly notes?: readonly string[];
}

/** How a unit is driven. */
export interface Driving {
  kind: InterfaceKind;
  /** Name of the integrator of a model-exchange unit. */
  solver?: string;
  /** Its relative tolerance; also what the unit is told. */
  tolerance?: number;
  /** Whether native code may run in this process. */
  trusted: boolean;
  /** What a native unit in a process of its own may do beyond its own. */
  allow?: readonly Permission[];
  /** A sealed unit is called by the functions of FMI too, as its component: only what is called so can be recorded. */
  byCalls?: boolean;
  /** A sealed unit with an event mode is called so too, and ends its steps at its events, so that they can be seen. */
  events?: boolean;
  /** Of a sealed unit that is called by the functions of FMI: its events are as where it is not (`DriveOptions`). */
  asSealed?: boolean;
}

/** What of a unit a host runs: plain data, which another thread can receive. `form` is the host's name. */
export interface Binary {
  readonly form: string;
}

/**
 * A way to run units. Of several the first that finds something in an archive runs the unit.
 *
 * Call order: `find` once for an archive, then `open` once for each instance, in any thread.
 *
 * @example
 * import { openFmu } from 'fmukit';
 *
 * const fmu = await openFmu('unit.fmu', { hosts: [simulator] });
 */
export interface Host<B extends Binary = Binary> {
  readonly name: B['form'];
  /**
   * What of the unit this host runs, or undefined where there is nothing for it; runs nothing of the unit. A UserError says
   * why what there is cannot be run; if another host can, the unit is run there, and its user is told.
   */
  find(unit: UnitArchive, driving: Driving): Promise<B | undefined>;
  open(binary: B, unit: Opening): Promise<Instance>;
}

/** A file that the calls of units go to with their answers, by `recordCalls`. */
export interface CallRecord {
  readonly file: string;
}

/** The same for hosts of this package. */
export interface CallRecording extends CallRecord {
  /** The calls of the unit of this name, each of which goes to the file. */
  recorded(calls: Calls, name: string): Calls;
}

/** What a host is told of the instance that it opens. */
export interface Opening {
  /** Is told of every call. */
  readonly trace?: CallTrace;
  /** Where its calls go, with their answers. */
  readonly record?: CallRecord;
  name: string;
  description: ModelDescription;
  stopTime?: number;
  /** CPU time, and wall time, that one call of the unit may take [s]; for hosts that can end it. */
  callSeconds: number;
  wallSeconds: number;
  /** It will be asked for snapshots: a native unit without FMU state runs in a process that can be copied. */
  rollback?: boolean;
  /** Integrators beside those of this package. */
  integrators?: readonly Method[];
  /** To be called before the unit's own code runs for the first time: what comes before is this program's work. */
  called(): void;
  /** Is told in words what keeps a native unit from all but its own, before any code of the unit runs. */
  confined?(words: string): void;
  /** Is told in words how a unit of model exchange is integrated, and what is odd about it, when that shows. */
  integrated?(words: string): void;
  /** What instances opened together share, compiled code say, by any key of the host's own. */
  shared: Map<unknown, unknown>;
}
