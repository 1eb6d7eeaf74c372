import { type Archive, defaultLimits } from './archive.ts';
import { openArchive } from './open-archive.ts';
import { type DescriptionWithNotes, describedIn } from './read-description.ts';

/** An FMU's archive with the model description in it. Nothing of the FMU is run. */
export interface UnitFile extends DescriptionWithNotes {
  readonly archive: Archive;
}

/** FMUs' archives that were read already, by path. */
export type UnitFiles = Map<string, UnitFile>;

/**
 * Reads an FMU's archive once for each path: takes it from `known`, or adds it there.
 *
 * @param called name of the file for errors, if the user knows it by another one
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
