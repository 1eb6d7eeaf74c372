import { type Archive, defaultLimits } from './archive.ts';
import { openArchive } from './open-archive.ts';
import { type DescriptionWithNotes, readDescriptionWithNotes } from './read-description.ts';

/** An FMU's archive with the model description in it. Nothing of the FMU is run. */
export interface FmuFile extends DescriptionWithNotes {
  readonly archive: Archive;
}

/** FMUs' archives that were read already, by path. */
export type FmuFiles = Map<string, FmuFile>;

/**
 * Reads an FMU's archive once for each path: takes it from `known`, or adds it there.
 *
 * @param displayName name of the file for errors, if the user knows it by another one
 */
export async function readFmuFile(
  file: string,
  known: FmuFiles = new Map(),
  displayName?: string,
): Promise<FmuFile> {
  const cached = known.get(file);
  if (cached !== undefined) return cached;
  const archive = await openArchive(file, defaultLimits, displayName);
  const read = { archive, ...(await readDescriptionWithNotes(archive)) };
  known.set(file, read);
  return read;
}
