import type { Instance } from '../../fmu-sdk/host/instance.ts';
import type { CouplingScheme } from '../coupling/coupling.ts';
import type { Extrapolation } from '../extrapolation/extrapolation.ts';
import type { CheckedSystem } from '../system/system.ts';

/** Where a system is tried: whoever runs systems says how one is opened. */
export interface Laboratory {
  readonly system: CheckedSystem;
  /** Coupling schemes to try, each with its traits. */
  readonly schemes: readonly CouplingScheme[];
  /** Extrapolations to try beside the polynomials of order 0, 1 and 2. */
  readonly extrapolations: readonly Pick<Extrapolation, 'name' | 'order'>[];
  /**
   * Opens the units of a variant of the system and couples them; `prepare` is shown the units before anything holds their functions.
   * Throws a UserError where the scheme cannot be applied.
   */
  open(
    variant: CheckedSystem,
    prepare: (instances: readonly Instance[]) => void,
  ): OpenedTrial | Promise<OpenedTrial>;
  /** CPU time that this process, or thread, has taken [s]. */
  cpuSeconds(): number;
  /** Whether to give up. */
  stop?(): boolean;
}

/** A run of a variant, and what gives back its units. */
export interface OpenedTrial {
  run: TrialRun;
  close(): void;
}

/** What of a session a trial uses. */
export interface TrialRun {
  readonly instances: readonly Instance[];
  readonly done: boolean;
  readonly notes: readonly string[];
  readonly residuals: { readonly bonds: readonly { readonly magnitude: number }[] };
  start(): void;
  advance(count: number): void;
  time(): number;
}

/** It was asked to give up. */
export class Stopped extends Error {}
