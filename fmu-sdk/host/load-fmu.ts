import { readFmuFile } from '../archive/read-fmu-file.ts';
import type { SignaturePolicy } from '../sign/signature-policy.ts';
import { requireSignature } from '../sign/verify-fmu.ts';
import type { OptionTable } from '../util/require-options.ts';
import { UserError } from '../util/user-error.ts';
import { findBinary, type LoadedFmu } from './choice/find-binary.ts';
import type { FmuArchive, Host } from './choice/host.ts';
import { hosts } from './choice/host-registry.ts';
import { platformName } from './choice/platform-name.ts';
import { type Permission, requirePermissions } from './choice/sandbox-permissions.ts';
import type { InterfaceKind } from './instance/fmi-api.ts';
import type { SealedBinary } from './wasm/sealed-host.ts';

/** Options that determine how an FMU runs, and on which host. */
export interface OpenOptions {
  /** Interface to run. Default: co-simulation, if the FMU has it. */
  kind?: InterfaceKind | undefined;
  /** Name of the integrator of a model-exchange FMU. */
  solver?: string | undefined;
  /** Relative tolerance of the integrator, also passed to the FMU. */
  tolerance?: number | undefined;
  /** Allows native code in this process. */
  trusted?: boolean | undefined;
  /** Extra permissions of a native FMU in a separate process. */
  allow?: readonly Permission[] | undefined;
  /**
   * Calls a fmukit FMU through the FMI functions of its component, because only such calls can be
   * recorded.
   */
  byCalls?: boolean | undefined;
  /**
   * Calls a fmukit FMU with an event mode through FMI functions and ends its steps at events, so
   * that they are visible.
   */
  events?: boolean | undefined;
  /** Gives a fmukit FMU called through FMI functions the event handling of direct calls. */
  asSealed?: boolean | undefined;
  /** Additional hosts, which are tried before the built-in ones. */
  hosts?: readonly Host[] | undefined;
  /** Required signature of the FMU. Default: not required. */
  requireSignature?: SignaturePolicy | undefined;
  /** Folder of the key ring. Default: the user's key ring. */
  keyRing?: string | undefined;
}

export const loadKinds: OptionTable<OpenOptions> = {
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
 * Reads an FMU: its description and the binary to run. Does not run code of the FMU. `from` is the
 * archive's path, or an archive that was read before. A required signature is checked on the same
 * bytes that run later.
 */
export async function loadFmu(from: string | FmuArchive, options: OpenOptions = {}): Promise<LoadedFmu> {
  const unit = typeof from === 'string' ? await readFmuFile(from) : from;
  await requireSignature(unit.archive, [options.requireSignature], options.keyRing);
  return findBinary(unit, hosts.with(options.hosts).all, options, `this machine (${platformName()})`);
}

/** Returns the core module of a fmukit FMU. */
export function coreOf({ file, binary }: LoadedFmu): Uint8Array {
  if (binary.form !== 'core')
    throw new UserError(`load ${file}: expected a fmukit FMU, got another kind. Give the path of one.`);
  return (binary as SealedBinary).core;
}
