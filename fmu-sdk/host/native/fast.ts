import { packageRequire } from '../../util/package-files.ts';
import type { Addon } from './addon.ts';
import { fastProgram } from './compile-host.ts';

/** A prepared call: makes it; its status, −1 for a unit gone. */
export interface Prepared {
  make(): number;
}

interface Fast {
  /** `holder` lives as long as the call. */
  prepare(call: bigint, holder: object): Prepared;
}

/** Null where there is none here. */
let loaded: Fast | null | undefined;

/**
 * A prepared call that compiled JavaScript makes straight as a function of C (`fast.cpp`); undefined where that cannot be had, and it is made
 * by `make` of the addon. `holder` is the unit or loop that it is of.
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
    // It could not be compiled, or not for this program.
    return null;
  }
}
