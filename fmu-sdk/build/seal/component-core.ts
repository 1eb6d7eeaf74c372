import { elementCount, type ModelDescription } from '../../description/description.ts';
import { compile } from '../compiler/compile-unit.ts';
import { generateComponentEntry, type ModelExchangeMeta } from '../component/generate-glue.ts';
import { generateEntry } from '../generate/unit-sources-text.ts';
import { layoutOf } from '../layout/variable-layout.ts';
import { hasEvents } from '../manifest/clock-fields.ts';
import { describe } from '../manifest/describe-unit.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { type BuiltInterface, interfacesOf } from '../manifest/model-exchange-states.ts';
import { sealedInThread, type TrialOptions } from '../trial/bounded-trial.ts';
import type { Source } from '../unit-sources.ts';
import { blankToken } from './blank-token.ts';

/**
 * Returns the sealed core module of the component of a unit, with the blank token. `fmu build` puts
 * it into archives and `fmu test` runs it, so that it is compiled once. Rejects a unit whose
 * constructor traps or does not end, with the line of its source.
 */
export async function componentCore(
  folder: string,
  manifest: Manifest,
  options: TrialOptions & { interfaces?: readonly BuiltInterface[] } = {},
  source?: Source,
): Promise<Uint8Array> {
  const { interfaces = interfacesOf(manifest) } = options;
  const wasm = await compileComponent(manifest, folder, blankToken, interfaces, source);
  return sealedInThread(wasm, folder, manifest, options);
}

/** Compiles the core module of a unit's component, before sealing. */
export function compileComponent(
  manifest: Manifest,
  folder: string,
  token: string,
  interfaces: readonly BuiltInterface[],
  source?: Source,
): Promise<Uint8Array> {
  const description = describe(manifest, token, '');
  const meta = {
    instantiationToken: token,
    directionalDerivatives: manifest.directionalDerivatives ?? false,
    events: hasEvents(manifest),
    ...(interfaces.includes('me') && { exchange: modelExchangeMeta(description) }),
  };
  const generated = new Map([
    ['entry', generateEntry(manifest)],
    ['component', generateComponentEntry(layoutOf(description, manifest.variables), meta)],
  ]);
  return compile(folder, 'component', generated, source);
}

/**
 * Returns the data for model exchange. In fmukit's descriptions a variable's index is its value
 * reference.
 */
function modelExchangeMeta(d: ModelDescription): ModelExchangeMeta {
  const derivatives = d.continuousStateDerivatives.map(({ variable }) => variable);
  const states = derivatives.map((i) => d.variables[i].derivative as number);
  return {
    states,
    derivatives,
    indicators: d.eventIndicators.map(({ variable }) => variable),
    nominals: states.flatMap((i) =>
      Array.from({ length: elementCount(d.variables[i]) }, () => Number(d.variables[i].nominal ?? 1)),
    ),
  };
}
