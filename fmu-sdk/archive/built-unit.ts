import { type Archive, defaultLimits } from './archive.ts';
import { openArchive } from './open-archive.ts';
import { type DescriptionWithNotes, describedIn } from './read-description.ts';

/** A unit's archive with the model description in it. Nothing of the unit is run. */
export interface UnitFile extends DescriptionWithNotes {
  readonly archive: Archive;
}

/** Units' archives that were read already, by path. */
export type UnitFiles = Map<string, UnitFile>;

/**
 * Reads a unit's archive, once for each path: what is among `known` is not read again, and what is read joins it. `called` is what
 * its user knows it by, where that is another name: it stands in errors.
 */
export async function readUnitFile(
  file: string,
  known: UnitFiles = new Map(),
  called?: string,
): Promise<UnitFile> {
  const there = known.get(file);
  if (there !== undefined) return there;
  const archive = await openArchive(file, defaultLimits, called);
  const read = { archive, ...(await describedIn(archive)) };
  known.set(file, read);
  return read;
}
