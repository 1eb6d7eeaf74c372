import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Describe, pathKey, type Subject } from './study-path.ts';

/** Source of values: a factor with its variants, or the settings of all runs. */
export interface ValueSource {
  /** Name and location, for errors. */
  readonly name: string;
  readonly where: string;
  /** Lists of paths. A run uses one list. */
  readonly lists: readonly (readonly string[])[];
}

/** Rejects a path that is set twice in one run, under any of its names. */
export function rejectDuplicatePaths(
  placings: readonly ValueSource[],
  subject: Subject,
  describe: Describe,
): void {
  const owners = new Map<string, ValueSource>();
  for (const placing of placings) {
    const placingKeys = new Set<string>();
    for (const list of placing.lists) {
      const keys = list.map((place) => pathKey(subject, place, describe));
      keys.forEach((key, k) => {
        const other = owners.get(key) ?? (keys.indexOf(key) < k ? placing : undefined);
        if (other !== undefined) refuse(placing, other, list[k]);
        placingKeys.add(key);
      });
    }
    for (const key of placingKeys) owners.set(key, placing);
  }
}

function refuse(placing: ValueSource, other: ValueSource, place: string): never {
  const twice = placing === other ? 'which is set twice there' : `which ${other.name} sets too`;
  throw new UserError(
    `${placing.where}: ${placing.name} sets "${place}", ${twice}, but a run has one value of it. Set it only once.`,
  );
}
