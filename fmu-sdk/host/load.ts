import type { Archive, ArchiveContent } from '../archive/read.ts';
import { readUnitFile, type UnitFile } from '../archive/unit-file.ts';
import { coreModuleOf } from '../component/extract.ts';
import type { Interface, ModelDescription } from '../description/description.ts';
import { UserError } from '../error.ts';
import type { InterfaceKind } from './calls.ts';
import { type Translation, translateComponent } from './component.ts';
import { nativeLibrary, platformName } from './platform.ts';
import { isSealedCore } from './wasm.ts';

/** What of an archive is to run, and where. */
export type UnitBinary =
  /** The core module of a unit made by this toolkit, run directly. */
  | { form: 'core'; core: Uint8Array }
  /** Another tool's WebAssembly component. */
  | ({ form: 'component'; component: Translation } & Driving)
  /** A shared library: in a process of its own unless it is trusted. */
  | ({ form: 'native'; archive: ArchiveContent; trusted: boolean } & Driving);

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

/** A unit read from its archive, ready to be instantiated as often as wanted: plain data, the archive is closed. */
export interface LoadedUnit {
  file: string;
  description: ModelDescription;
  binary: UnitBinary;
  /** Why its WebAssembly component was passed over for native code. */
  passedOver?: string;
}

/**
 * Reads a unit: its description and what of it is to run, wasm before native code. Runs nothing of it. Of several
 * interfaces the first of co-simulation, model exchange and scheduled execution is taken, unless `options` name one.
 * `from` is the archive's path, or the archive as it was read before.
 */
export async function loadUnit(from: string | UnitFile, options: LoadOptions = {}): Promise<LoadedUnit> {
  const { archive, description } = typeof from === 'string' ? await readUnitFile(from) : from;
  const { file } = archive;
  const kind = kindOf(file, description, options.kind);
  const { modelIdentifier } = description[kind] as Interface;
  const { solver, tolerance, trusted = false } = options;
  const driving: Driving = { kind, solver, tolerance };
  const native = nativeLibrary(archive, description, modelIdentifier) !== undefined;
  let passedOver: string | undefined;
  try {
    const binary = await wasmOf(file, archive, `binaries/wasm32-wasip2/${modelIdentifier}.wasm`, driving);
    if (binary !== undefined) return { file, description, binary };
  } catch (error) {
    if (!(error instanceof UserError) || !native) throw error;
    passedOver = error.message;
  }
  if (!native) throw new UserError(noBinary(file, archive, modelIdentifier));
  const content = archive.content;
  return { file, description, binary: { form: 'native', archive: content, trusted, ...driving }, passedOver };
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

/** The unit's WebAssembly: its core module when this toolkit has made it, else the component. */
async function wasmOf(
  file: string,
  archive: Archive,
  path: string,
  driving: Driving,
): Promise<UnitBinary | undefined> {
  if (!archive.has(path)) return undefined;
  const bytes = await archive.bytes(path);
  const core = driving.kind === 'coSimulation' ? sealedCore(bytes) : undefined;
  if (core !== undefined) return { form: 'core', core };
  const component = await translateComponent(bytes, driving.kind, `${file}: ${path}`);
  return { form: 'component', component, ...driving };
}

function sealedCore(component: Uint8Array): Uint8Array | undefined {
  try {
    const core = coreModuleOf(component);
    return isSealedCore(core) ? core : undefined;
  } catch {
    // What is wrong with it, if anything, is told when it is taken as any component.
    return undefined;
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
