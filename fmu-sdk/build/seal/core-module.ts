import { compile } from '../compiler/compile-unit.ts';
import { generateFields } from '../generate/field-names.ts';
import { generateEntry } from '../generate/unit-sources-text.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { sealedInThread, type TrialOptions } from '../trial/bounded-trial.ts';

export interface Core {
  manifest: Manifest;
  /** Sealed core module without the component glue: only the unit and its numeric functions. */
  core: Uint8Array;
}

/**
 * Compiles the unit in `folder` to its core module. Rejects a unit whose constructor traps or does
 * not end, with the line of its source.
 */
export async function buildCore(folder: string, options: TrialOptions = {}): Promise<Core> {
  const manifest = generateFields(folder);
  const wasm = await compile(folder, 'entry', new Map([['entry', generateEntry(manifest)]]));
  return { manifest, core: await sealedInThread(wasm, folder, manifest, options) };
}
