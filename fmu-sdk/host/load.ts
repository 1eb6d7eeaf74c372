import { readUnitFile } from '../archive/unit-file.ts';
import { UserError } from '../error.ts';
import type { OptionTable } from '../options.ts';
import type { SignaturePolicy } from '../signature/policy.ts';
import { requireSignature } from '../signature/required.ts';
import { findUnit, type LoadedUnit } from './find.ts';
import type { Driving, Host, UnitArchive } from './host.ts';
import { platformName } from './platform.ts';
import { hosts } from './registry.ts';
import type { SealedBinary } from './sealed.ts';

/** How a unit is to be run, and by whom. */
export interface LoadOptions extends Partial<Driving> {
  /** Hosts beside those of this package, which are tried first. */
  hosts?: readonly Host[];
  /** Who has to have signed the unit; nobody when left out. */
  requireSignature?: SignaturePolicy;
  /** Folder of the key ring; the user's own when left out. */
  keyRing?: string;
}

export const loadKinds: OptionTable<LoadOptions> = {
  kind: 'text',
  solver: 'text',
  tolerance: 'number',
  trusted: 'boolean',
  allow: 'texts',
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
