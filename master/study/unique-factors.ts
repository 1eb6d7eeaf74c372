import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { type Describe, placeKey, type Subject } from './study-path.ts';

/** Something that sets places: a factor, by each of its variants others, or what is set in all runs. */
export interface Placing {
  /** What it is called, and where it stands, for errors. */
  readonly name: string;
  readonly where: string;
  /** Lists of places, of which a run has one. */
  readonly lists: readonly (readonly string[])[];
}

/** Refuses a place that two of them set, and one that is set twice at once: a run has one value of it, whatever its names. */
export function refusePlacesTwice(placings: readonly Placing[], subject: Subject, describe: Describe): void {
  const owners = new Map<string, Placing>();
  for (const placing of placings) {
    const own = new Set<string>();
    for (const list of placing.lists) {
      const keys = list.map((place) => placeKey(subject, place, describe));
      keys.forEach((key, k) => {
        const other = owners.get(key) ?? (keys.indexOf(key) < k ? placing : undefined);
        if (other !== undefined) refuse(placing, other, list[k]);
        own.add(key);
      });
    }
    for (const key of own) owners.set(key, placing);
  }
}

function refuse(placing: Placing, other: Placing, place: string): never {
  const twice = placing === other ? 'which is set twice there' : `which ${other.name} sets too`;
  throw new UserError(
    `${placing.where}: ${placing.name} sets "${place}", ${twice}, and a run has one value of it. Let one of them set it.`,
  );
}
