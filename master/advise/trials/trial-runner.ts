import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { CouplingScheme } from '../../coupling/coupling.ts';
import type { Extrapolation } from '../../extrapolation/extrapolation.ts';
import type { CheckedSystem } from '../../system/system.ts';

/** Environment for trials. The program that runs systems provides it. */
export interface TrialRunner {
  readonly system: CheckedSystem;
  /** Coupling schemes to try, each with its traits. */
  readonly schemes: readonly CouplingScheme[];
  /** Extrapolations to try besides the polynomials of order 0, 1 and 2. */
  readonly extrapolations: readonly Pick<Extrapolation, 'name' | 'order'>[];
  /**
   * Opens and couples the FMUs of a variant of the system. Passes the instances to `prepare` before
   * their functions are in use. Throws a UserError if the scheme does not apply.
   */
  open(
    variant: CheckedSystem,
    prepare: (instances: readonly Instance[]) => void,
  ): OpenedTrial | Promise<OpenedTrial>;
  /** Returns the CPU time of this process or thread [s]. */
  cpuSeconds(): number;
  /** Returns true to stop the search. */
  stop?(): boolean;
  /** Returns true to end the present trial, because its time is over. */
  late?(): boolean;
}

/** Run of a variant, with a function that releases its instances. */
export interface OpenedTrial {
  run: TrialRun;
  close(): void;
}

/** Part of a session that a trial uses. */
export interface TrialRun {
  readonly instances: readonly Instance[];
  readonly done: boolean;
  readonly notes: readonly string[];
  readonly residuals: { readonly bonds: readonly { readonly magnitude: number }[] };
  start(): void;
  advance(count: number): void;
  time(): number;
}

/** Signals that `stop` ended the search. */
export class SearchStopped extends Error {}
