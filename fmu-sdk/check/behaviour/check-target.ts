import type { ModelDescription } from '../../description/description.ts';
import type { Calls, InterfaceKind } from '../../host/fmi-api.ts';
import type { WantedResults } from '../oracle/reference-results.ts';

/** What the system knows of the process that a unit runs in. */
export interface Footprint {
  /** Memory that is its own [bytes]. */
  memory(): number;
  threads(): number;
  /** CPU time that it has used [s]; 0 when it is gone. */
  cpuSeconds(): number;
  /** Files that it has written where it works, by name. */
  written(): string[];
}

/** One binary of a unit with one of its interfaces: what every dynamic rule is run on. */
export interface Target {
  /** `x86_64-linux, co-simulation`. */
  readonly name: string;
  readonly kind: InterfaceKind;
  readonly fmi: 2 | 3;
  readonly description: ModelDescription;
  /** The binary: `x86_64-linux`. */
  readonly binary?: string;
  /** What else the same unit can be run by here: other binaries, other interfaces. */
  readonly beside?: readonly Target[];
  /** Another unit of the same model, which the user has named: its file, and what of it can be run here. */
  readonly sameAs?: { readonly file: string; readonly targets: readonly Target[] };
  /** Results that it has to meet. */
  readonly results?: WantedResults;
  /** A component in a sandbox: it has neither files nor threads, and its memory ends with it. */
  readonly sandboxed?: boolean;
  /** A fresh process (or sandbox) with the unit loaded and no instance in it; what loading refuses is thrown. */
  open(): Promise<Opened>;
}

/** A unit that was loaded for a rule: its functions, and what is known of its process. */
export interface Opened {
  calls: Calls;
  /** Undefined where the unit is not in a process of its own. */
  footprint?: Footprint;
}
