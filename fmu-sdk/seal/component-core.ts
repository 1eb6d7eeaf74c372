import { generateComponentEntry } from '../component/generate.ts';
import { layoutOf } from '../layout/layout.ts';
import { hasEvents } from '../manifest/clocks.ts';
import { describe } from '../manifest/describe.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { blankToken } from './blank-token.ts';
import { sealedInThread, type TrialOptions } from './bounded-trial.ts';
import { compile } from './compile.ts';
import { generateEntry } from './generate.ts';
import type { Source } from './unit-sources.ts';

/**
 * The sealed core module of a unit's component, with the blank token: what `fmu build` puts into archives and `fmu test` drives, so
 * that it is compiled once for both. Refuses a unit whose constructor traps or does not end, with the line of its source.
 */
export async function componentCore(
  folder: string,
  manifest: Manifest,
  options: TrialOptions = {},
  source?: Source,
): Promise<Uint8Array> {
  const wasm = await compileComponent(manifest, folder, blankToken, source);
  return sealedInThread(wasm, folder, manifest, options);
}

/** The core module of a unit's component, before it is sealed. */
export function compileComponent(
  manifest: Manifest,
  folder: string,
  token: string,
  source?: Source,
): Promise<Uint8Array> {
  const meta = {
    instantiationToken: token,
    directionalDerivatives: manifest.directionalDerivatives ?? false,
    events: hasEvents(manifest),
  };
  const generated = new Map([
    ['entry', generateEntry(manifest)],
    ['component', generateComponentEntry(layoutOf(describe(manifest, token, '')), meta)],
  ]);
  return compile(folder, 'component', generated, source);
}
