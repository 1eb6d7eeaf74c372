import { readUnitFile } from '../archive/built-unit.ts';
import type { SignaturePolicy } from '../sign/signature-policy.ts';
import { requireSignature } from '../sign/verify-fmu.ts';
import type { OptionTable } from '../util/require-options.ts';
import { UserError } from '../util/user-error.ts';
import { findUnit, type LoadedUnit } from './find-binary.ts';
import type { InterfaceKind } from './fmi-api.ts';
import type { Host, UnitArchive } from './host.ts';
import { hosts } from './host-registry.ts';
import { platformName } from './platform-name.ts';
import { type Permission, requirePermissions } from './sandbox-permissions.ts';
import type { SealedBinary } from './wasm/sealed-host.ts';

/** How a unit is to be run, and by whom. */
export interface LoadOptions {
  /** Which of its interfaces runs; co-simulation, where it has it, when left out. */
  kind?: InterfaceKind | undefined;
  /** Name of the integrator of a model-exchange unit. */
  solver?: string | undefined;
  /** Its relative tolerance; also what the unit is told. */
  tolerance?: number | undefined;
  /** Whether native code may run in this process. */
  trusted?: boolean | undefined;
  /** What a native unit in a process of its own may do beyond its own. */
  allow?: readonly Permission[] | undefined;
  /** A sealed unit is called by the functions of FMI too, as its component: only what is called so can be recorded. */
  byCalls?: boolean | undefined;
  /** A sealed unit with an event mode is called so too, and ends its steps at its events, so that they can be seen. */
  events?: boolean | undefined;
  /** Of a sealed unit that is called by the functions of FMI: its events are as where it is not. */
  asSealed?: boolean | undefined;
  /** Hosts beside those of this package, which are tried first. */
  hosts?: readonly Host[] | undefined;
  /** Who has to have signed the unit; nobody when left out. */
  requireSignature?: SignaturePolicy | undefined;
  /** Folder of the key ring; the user's own when left out. */
  keyRing?: string | undefined;
}

export const loadKinds: OptionTable<LoadOptions> = {
  kind: 'text',
  solver: 'text',
  tolerance: 'number',
  trusted: 'boolean',
  allow: requirePermissions,
  byCalls: 'boolean',
  events: 'boolean',
  asSealed: 'boolean',
  hosts: 'named',
  requireSignature: ['boolean', 'texts'],
  keyRing: 'path',
};

/**
 * Reads a unit: its description and what of it is to run. Runs nothing of it. `from` is the archive's path, or the archive as
 * it was read before. What a signature is required of are the bytes that were read, which are those that run.
 */
export async function loadUnit(from: string | UnitArchive, options: LoadOptions = {}): Promise<LoadedUnit> {
  const unit = typeof from === 'string' ? await readUnitFile(from) : from;
  await requireSignature(unit.archive, [options.requireSignature], options.keyRing);
  return findUnit(unit, hosts.with(options.hosts).all, options, `this machine (${platformName()})`);
}

/** The core module of a sealed unit made by this toolkit. */
export function coreOf({ file, binary }: LoadedUnit): Uint8Array {
  if (binary.form !== 'core')
    throw new UserError(`load ${file}: it is no sealed unit of this toolkit. Name one.`);
  return (binary as SealedBinary).core;
}
