import { join } from 'node:path';
import { writeWhole } from '../archive/write.ts';
import { loadManifest } from '../manifest/load.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { compile } from './compile.ts';
import { generateEntry, generateVariables } from './generate.ts';
import { seal } from './seal.ts';

export interface Core {
  manifest: Manifest;
  /** Sealed core module without the component glue: only the unit and its numeric functions. */
  core: Uint8Array;
}

/** Checks `unit.json` and writes the fields that follow from it to `variables.ts`. */
export function generateFields(folder: string): Manifest {
  const manifest = loadManifest(folder);
  writeWhole(join(folder, 'variables.ts'), generateVariables(manifest));
  return manifest;
}

/** Compiles the unit in `folder` to its core module. */
export async function buildCore(folder: string): Promise<Core> {
  const manifest = generateFields(folder);
  const wasm = await compile(folder, 'entry', new Map([['entry', generateEntry(manifest)]]));
  return { manifest, core: seal(wasm) };
}
