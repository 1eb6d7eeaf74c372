import type { Deviation } from '../../archive/smoke-test/result-deviation.ts';
import type { InterfaceKind } from '../../host/fmi-api.ts';

/** One experiment that was run to be compared with its results. */
export interface Tried {
  readonly name: string;
  readonly deviations: readonly Deviation[];
  /** Columns of the results that are no variable of the unit, nor an element of one. */
  readonly missing: readonly string[];
  /** Why it could not be run. */
  readonly why?: string;
}

/** What of a unit an experiment is run on: a kind of interface, by the native library or by the component. */
export interface TriedOn {
  readonly kind: InterfaceKind;
  readonly sandboxed?: boolean;
}

/** Results that a unit has to meet: those that it carries, or that its user has. Who gives them knows how they are run. */
export interface WantedResults {
  /** Runs the experiments, each from its own start. */
  tried(on: TriedOn): Promise<readonly Tried[]>;
}
