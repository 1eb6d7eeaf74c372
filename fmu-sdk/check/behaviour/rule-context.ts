import type { ModelDescription, Variable } from '../../description/description.ts';
import type { Calls } from '../../host/fmi-api.ts';
import type { Defect } from '../defect.ts';
import type { Edition } from '../standard/editions.ts';
import type { Target } from './check-target.ts';
import type { Probe } from './fmu-probe.ts';

/** What a rule on behaviour gets to do its work on one target. */
export interface Bench {
  readonly target: Target;
  /** The edition of FMI by which the unit is judged. */
  readonly edition: Edition;
  readonly description: ModelDescription;
  readonly variables: readonly Variable[];
  /** A fresh unit; of another target where one is named. */
  open(other?: Target): Promise<Probe>;
  /** The rule cannot be checked on this target. */
  skip(why: string): never;
  /** How much was looked at, in words that stand with the verdict: a rule that has compared nothing is skipped, not passed. */
  tell(said: string): void;
  /** Something is wrong; the calls of `probe` so far are what led to it. */
  report(probe: Probe, defect: Defect): void;
}

/** A way to break a conforming unit so that the rule must find it. */
export interface Plant {
  says: string;
  /** On which specimen it is planted. */
  fmi: 2 | 3;
  kind: Target['kind'];
  /** The unit's functions with the defect. */
  corrupt(calls: Calls): Calls;
  /** What the unit then leaves behind: bytes of each instance, threads, files. */
  leaks?: number;
  threads?: number;
  writes?: readonly string[];
  /** The description to go with it, when the defect is a claim in it. */
  describe?(description: ModelDescription): ModelDescription;
}
