import type { ModelDescription, Variable } from '../../description/description.ts';
import type { FmiApi } from '../../host/instance/fmi-api.ts';
import type { Defect } from '../defect.ts';
import type { Edition } from '../standard/editions.ts';
import type { Target } from './check-target.ts';
import type { Probe } from './fmu-probe.ts';

/** Context of a rule on behaviour: access to one target, and reporting. */
export interface RuleContext {
  readonly target: Target;
  /** The edition of FMI by which the FMU is judged. */
  readonly edition: Edition;
  readonly description: ModelDescription;
  readonly variables: readonly Variable[];
  /** Seed of random choices. Another one in each further round (`samplesRandomly`). */
  readonly seed: number;
  /** Starts a fresh FMU of this target, or of `other`. */
  open(other?: Target): Promise<Probe>;
  /** The rule cannot be checked on this target. */
  skip(why: string): never;
  /**
   * Reports how much was compared, as text beside the verdict. A rule that has compared nothing
   * must skip, not pass.
   */
  reportAmount(amount: string): void;
  /** Reports a defect, with the calls of `probe` so far as its cause. */
  report(probe: Probe, defect: Defect): void;
}

/** A way to break a conforming FMU so that the rule must find it. */
export interface InjectedFault {
  claim: string;
  /** FMI version of the specimen that gets the fault. */
  fmi: 2 | 3;
  kind: Target['kind'];
  /** The FMU's functions with the defect. */
  corrupt(calls: FmiApi): FmiApi;
  /** Resources that the FMU leaks: bytes of each instance, threads, files. */
  leaks?: number;
  threads?: number;
  writes?: readonly string[];
  /** The description to go with it, when the defect is a claim in it. */
  describe?(description: ModelDescription): ModelDescription;
}
