import type { Deviation } from '../../smoke-test/compare.ts';
import type { Target } from '../dynamic/target.ts';

/** One experiment that was run to be compared with its results. */
export interface Tried {
  readonly name: string;
  readonly deviations: readonly Deviation[];
  /** Why it could not be run. */
  readonly why?: string;
}

/** Results that a unit has to meet: those that it carries, or that its user has. Who gives them knows how they are run. */
export interface Results {
  /** Runs the experiments on a target, each from its own start. */
  tried(target: Target): Promise<readonly Tried[]>;
}
