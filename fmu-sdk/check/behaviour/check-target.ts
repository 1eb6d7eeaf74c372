import type { ModelDescription } from '../../description/description.ts';
import type { FmiApi, InterfaceKind } from '../../host/instance/fmi-api.ts';
import type { WantedResults } from '../oracle/reference-results.ts';

/** Operating-system data of the process that runs the FMU. */
export interface ProcessFootprint {
  /** Memory that is its own [bytes]. */
  memory(): number;
  threads(): number;
  /** Returns the CPU time that the process has used [s], or 0 after its end. */
  cpuSeconds(): number;
  /** Files that it has written where it works, by name. */
  written(): string[];
}

/** One binary of an FMU with one of its interfaces: what every dynamic rule is run on. */
export interface Target {
  /** `x86_64-linux, co-simulation`. */
  readonly name: string;
  readonly kind: InterfaceKind;
  readonly fmi: 2 | 3;
  readonly description: ModelDescription;
  /** The binary: `x86_64-linux`. */
  readonly binary?: string;
  /** Other binaries and interfaces of this FMU that can run here. */
  readonly others?: readonly Target[];
  /** Another FMU of this model, named by the user: its file and its targets that can run here. */
  readonly comparedFmu?: { readonly file: string; readonly targets: readonly Target[] };
  /** Results that it has to meet. */
  readonly results?: WantedResults;
  /** A component in a sandbox: it has neither files nor threads, and its memory ends with it. */
  readonly sandboxed?: boolean;
  /**
   * Starts a fresh process (or sandbox) and loads the FMU in it, without an instance. Throws if
   * loading fails.
   */
  open(): Promise<OpenedFmu>;
}

/** An FMU that was loaded for a rule: its functions, and what is known of its process. */
export interface OpenedFmu {
  calls: FmiApi;
  /** Undefined where the FMU is not in a process of its own. */
  footprint?: ProcessFootprint;
}
