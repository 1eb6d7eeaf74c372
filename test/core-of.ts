import type { LoadedFmu } from '../fmu-sdk/host/fmu.ts';
import type { CoreBinary } from '../fmu-sdk/host/wasm/core-host.ts';

/** Returns the core module of a fmukit FMU. */
export function coreOf({ file, binary }: LoadedFmu): Uint8Array {
  if (binary.form !== 'core') throw new Error(`${file} is not a fmukit FMU`);
  return (binary as CoreBinary).core;
}
