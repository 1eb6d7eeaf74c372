import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../util/files/atomic-write.ts';
import { readSource } from '../../util/regular-file.ts';
import { UserError } from '../../util/user-error.ts';
import { loadManifest } from '../manifest/load-manifest.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { generatedMark, generateVariables } from './unit-sources-text.ts';

/** Names of generated sources that are not written to disk. */
const reservedSources = ['entry.ts', 'component.ts'];

/** Checks `unit.json` and writes the fields that follow from it to `variables.ts`. */
export function generateFields(folder: string): Manifest {
  const manifest = loadManifest(folder);
  const file = join(folder, 'variables.ts');
  for (const name of reservedSources)
    if (existsSync(join(folder, name)))
      throw new UserError(
        `generate ${file}: ${join(folder, name)} has the name of a generated source. Rename it.`,
      );
  if (existsSync(file) && !readSource(file).startsWith(generatedMark))
    throw new UserError(
      `generate ${file}: this file exists and was not generated. Rename or remove it, because it would be overwritten.`,
    );
  writeAtomically(file, generateVariables(manifest));
  return manifest;
}
