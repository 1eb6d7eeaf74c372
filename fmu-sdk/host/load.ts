import { openArchive } from '../archive/read.ts';
import { coreModuleOf } from '../component/extract.ts';
import type { ModelDescription } from '../description/description.ts';
import { readModelDescription, readTerminals } from '../description/read.ts';
import { messageOf, UserError } from '../error.ts';
import type { InterfaceKind } from './calls.ts';

/** What of an archive is to run, and where. */
export type UnitBinary =
  /** The core module of a unit made by this toolkit, run directly. */
  | { form: 'core'; core: Uint8Array }
  /** A shared library: in a process of its own unless it is trusted. */
  | { form: 'native'; file: string; kind: InterfaceKind; trusted: boolean };

/** A unit read from its archive, ready to be instantiated as often as wanted. */
export interface LoadedUnit {
  file: string;
  description: ModelDescription;
  binary: UnitBinary;
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
    return { file, description, binary: { form: 'core', core: coreModuleOf(await archive.bytes(path)) } };
  } catch (error) {
    throw new UserError(`load ${file}: ${path}: ${messageOf(error)}`);
  }
}

/** The core module of a sealed unit made by this toolkit. */
export function coreOf(unit: LoadedUnit): Uint8Array {
  if (unit.binary.form !== 'core')
    throw new UserError(`load ${unit.file}: it is no sealed unit of this toolkit. Name one.`);
  return unit.binary.core;
}
