import type { Variable } from '../../../fmu-sdk/description/description.ts';
import type { Refuse } from '../refuse.ts';
import type { ExpandedSystem, SystemUnit } from '../system.ts';

/** Input of the checks of a system. */
export interface Context {
  readonly system: ExpandedSystem;
  /** File to which the paths in the system are relative. */
  readonly file: string;
  readonly units: readonly SystemUnit[];
  /** Variables of each unit by name. */
  readonly variables: readonly ReadonlyMap<string, Variable>[];
  readonly refuse: Refuse;
}
