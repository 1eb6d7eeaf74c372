import type { SignaturePolicy } from '../sign/signature-policy.ts';
import type { OptionTable } from '../util/require-options.ts';
import type { Host } from './choice/host.ts';
import { type Permission, requirePermissions } from './choice/sandbox-permissions.ts';
import type { InterfaceKind } from './instance/fmi-api.ts';

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
  /** Additional hosts, which are tried before the built-in ones. */
  hosts?: readonly Host[] | undefined;
  /** Required signature of the FMU. Default: not required. */
  requireSignature?: SignaturePolicy | undefined;
  /** Folder of the key ring. Default: the user's key ring. */
  keyRing?: string | undefined;
}

export const openKinds: OptionTable<OpenOptions> = {
  kind: 'text',
  solver: 'text',
  tolerance: 'number',
  trusted: 'boolean',
  allow: requirePermissions,
  byCalls: 'boolean',
  events: 'boolean',
  hosts: 'named',
  requireSignature: ['boolean', 'texts'],
  keyRing: 'path',
};
