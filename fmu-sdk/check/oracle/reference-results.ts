import type { Deviation } from '../../archive/smoke-test/result-deviation.ts';
import type { InterfaceKind } from '../../host/instance/fmi-api.ts';

/** One experiment that was run to be compared with its results. */
export interface ExperimentResult {
  readonly name: string;
  readonly deviations: readonly Deviation[];
  /** Columns of the results without a variable or element of the FMU. */
  readonly missing: readonly string[];
  /** Why it could not be run. */
  readonly why?: string;
}

/** Target of an experiment: a kind of interface, by the native library or by the component. */
export interface ExperimentTarget {
  readonly kind: InterfaceKind;
  readonly sandboxed?: boolean;
}

/** Expected results: those in the FMU, or those of its user. The provider knows how to run them. */
export interface WantedResults {
  /** Runs the experiments, each from its own start. */
  tried(on: ExperimentTarget): Promise<readonly ExperimentResult[]>;
}
