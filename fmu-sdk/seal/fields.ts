import { join } from 'node:path';
import { writeWhole } from '../files/whole.ts';
import { loadManifest } from '../manifest/load.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { generateVariables } from './generate.ts';

/** Checks `unit.json` and writes the fields that follow from it to `variables.ts`. */
export function generateFields(folder: string): Manifest {
  const manifest = loadManifest(folder);
  writeWhole(join(folder, 'variables.ts'), generateVariables(manifest));
  return manifest;
}
