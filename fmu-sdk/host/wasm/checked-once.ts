/**
 * Returns the result of `check`. The compiled program caches it (`bin/build/compiled-schemas.mjs`), because checking
 * the code of a small FMU takes as much CPU time as starting Node.
 */
export function checkedOnce(_bytes: Uint8Array, check: () => Uint8Array): Uint8Array {
  return check();
}
