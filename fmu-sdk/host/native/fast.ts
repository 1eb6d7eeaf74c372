import { packageRequire } from '../../util/package-files.ts';
import type { Addon } from './addon.ts';
import { fastProgram } from './compile-host.ts';

/** A prepared call. `make` makes it and returns its status, or −1 if the FMU is gone. */
export interface Prepared {
  make(): number;
}

interface Fast {
  /** `holder` lives as long as the call. */
  prepare(call: bigint, holder: object): Prepared;
}

/** Null if fast calls are not available here. */
let loaded: Fast | null | undefined;

/**
 * Returns a prepared call that compiled JavaScript makes directly as a C function (`fast.cpp`), or
 * undefined if not available. The addon's `make` then makes it. `holder` is the FMU or loop of the
 * call.
 */
export function fastCall(addon: Addon, number: number, holder: object): Prepared | undefined {
  if (loaded === undefined) loaded = load();
  const call = loaded === null ? undefined : addon.prepared(number);
  return call === undefined ? undefined : loaded?.prepare(call, holder);
}

function load(): Fast | null {
  const program = process.env.FMUKIT_FAST_CALLS === '0' ? undefined : fastProgram();
  try {
    return program === undefined ? null : (packageRequire(program) as Fast);
  } catch {
    // Compilation failed, or the result does not fit this program.
    return null;
  }
}
