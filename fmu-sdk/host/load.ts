import { openArchive } from '../archive/read.ts';
import { coreModuleOf } from '../component/extract.ts';
import type { ModelDescription } from '../description/description.ts';
import { readModelDescription, readTerminals } from '../description/read.ts';
import { messageOf, UserError } from '../error.ts';

/** A unit read from its archive, ready to be instantiated as often as wanted. */
export interface LoadedUnit {
  file: string;
  description: ModelDescription;
  core: Uint8Array;
}

/** Reads a sealed unit: its description and the core module inside its component. Runs nothing of it. */
export async function loadUnit(file: string): Promise<LoadedUnit> {
  const archive = await openArchive(file);
  const description = readModelDescription(
    await archive.text('modelDescription.xml'),
    `${file}:modelDescription.xml`,
  );
  const terminals = 'terminalsAndIcons/terminalsAndIcons.xml';
  if (archive.has(terminals))
    description.terminals = readTerminals(await archive.text(terminals), `${file}:${terminals}`);
  if (description.coSimulation === undefined)
    throw new UserError(
      `load ${file}: the unit has no co-simulation interface. Export it for co-simulation.`,
    );
  const path = `binaries/wasm32-wasip2/${description.coSimulation.modelIdentifier}.wasm`;
  if (!archive.has(path)) {
    const platforms = [...new Set(archive.paths.flatMap((p) => /^binaries\/([^/]+)\//.exec(p)?.[1] ?? []))];
    throw new UserError(
      `load ${file}: no ${path} in it (it has binaries for ${platforms.join(', ') || 'no platform'}). ` +
        'Build the unit with its WebAssembly component.',
    );
  }
  try {
    return { file, description, core: coreModuleOf(await archive.bytes(path)) };
  } catch (error) {
    throw new UserError(`load ${file}: ${path}: ${messageOf(error)}`);
  }
}
