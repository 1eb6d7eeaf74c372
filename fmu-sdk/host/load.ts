import { type Archive, openArchive } from '../archive/read.ts';
import { coreModuleOf } from '../component/extract.ts';
import type { Interface, ModelDescription } from '../description/description.ts';
import { readModelDescription, readTerminals } from '../description/read.ts';
import { messageOf, UserError } from '../error.ts';
import type { InterfaceKind } from './calls.ts';
import { nativeLibrary, platformName } from './platform.ts';
import { isSealedCore } from './wasm.ts';

/** What of an archive is to run, and where. */
export type UnitBinary =
  /** The core module of a unit made by this toolkit, run directly. */
  | { form: 'core'; core: Uint8Array }
  /** A shared library: in a process of its own unless it is trusted. */
  | ({ form: 'native'; file: string; trusted: boolean } & Driving);

/** How a unit that is no sealed unit of this toolkit is driven. */
export interface Driving {
  kind: InterfaceKind;
  /** Name of the integrator of a model-exchange unit. */
  solver?: string;
  /** Its relative tolerance; also what the unit is told. */
  tolerance?: number;
}

export interface LoadOptions extends Partial<Driving> {
  /** Whether native code may run in this process. */
  trusted?: boolean;
}

/** A unit read from its archive, ready to be instantiated as often as wanted. */
export interface LoadedUnit {
  file: string;
  description: ModelDescription;
  binary: UnitBinary;
}

/**
 * Reads a unit: its description and what of it is to run, wasm before native code. Runs nothing of it. Of several
 * interfaces the first of co-simulation, model exchange and scheduled execution is taken, unless `options` name one.
 */
export async function loadUnit(file: string, options: LoadOptions = {}): Promise<LoadedUnit> {
  const archive = await openArchive(file);
  const description = readModelDescription(
    await archive.text('modelDescription.xml'),
    `${file}:modelDescription.xml`,
  );
  const terminals = 'terminalsAndIcons/terminalsAndIcons.xml';
  if (archive.has(terminals))
    description.terminals = readTerminals(await archive.text(terminals), `${file}:${terminals}`);
  const kind = kindOf(file, description, options.kind);
  const core = kind === 'coSimulation' ? await sealedCore(file, archive, description) : undefined;
  if (core !== undefined) return { file, description, binary: { form: 'core', core } };
  const { modelIdentifier } = description[kind] as Interface;
  if (nativeLibrary(archive, description, modelIdentifier) === undefined)
    throw new UserError(noBinary(file, archive, modelIdentifier));
  const { solver, tolerance, trusted = false } = options;
  return { file, description, binary: { form: 'native', file, trusted, kind, solver, tolerance } };
}

/** The core module of a sealed unit made by this toolkit. */
export function coreOf(unit: LoadedUnit): Uint8Array {
  if (unit.binary.form !== 'core')
    throw new UserError(`load ${unit.file}: it is no sealed unit of this toolkit. Name one.`);
  return unit.binary.core;
}

export const kinds: Record<InterfaceKind, string> = {
  coSimulation: 'co-simulation',
  modelExchange: 'model exchange',
  scheduledExecution: 'scheduled execution',
};

function kindOf(
  file: string,
  description: ModelDescription,
  asked: InterfaceKind | undefined,
): InterfaceKind {
  const there = (Object.keys(kinds) as InterfaceKind[]).filter((kind) => description[kind] !== undefined);
  if (there.length === 0)
    throw new UserError(`load ${file}: its description has no interface. Ask its maker for another export.`);
  if (asked !== undefined && !there.includes(asked))
    throw new UserError(
      `load ${file}: it has no ${kinds[asked]} interface; it has ${there.map((kind) => kinds[kind]).join(', ')}. Choose one of these.`,
    );
  return asked ?? there[0];
}

/** The core module inside the unit's component, when this toolkit has made it. */
async function sealedCore(
  file: string,
  archive: Archive,
  description: ModelDescription,
): Promise<Uint8Array | undefined> {
  const path = `binaries/wasm32-wasip2/${description.coSimulation?.modelIdentifier}.wasm`;
  if (!archive.has(path)) return undefined;
  try {
    const core = coreModuleOf(await archive.bytes(path));
    return isSealedCore(core) ? core : undefined;
  } catch (error) {
    throw new UserError(`load ${file}: ${path}: ${messageOf(error)}`);
  }
}

function noBinary(file: string, archive: Archive, identifier: string): string {
  const platforms = [...new Set(archive.paths.flatMap((p) => /^binaries\/([^/]+)\//.exec(p)?.[1] ?? []))];
  return (
    `load ${file}: no binary of ${identifier} for this machine (${platformName()}) in it; ` +
    `it has binaries for ${platforms.join(', ') || 'no platform'}. ` +
    'Ask its maker for one, or for a WebAssembly component, which runs everywhere.'
  );
}
