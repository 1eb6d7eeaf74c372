/**
 * What `check` makes of these bytes, or throws. A program that is compiled has it of the last time, where it has checked the same before
 * (`bin/ahead.mjs`): to look through the code of a small unit takes as much CPU time as to start Node.
 */
export function checkedOnce(_bytes: Uint8Array, check: () => Uint8Array): Uint8Array {
  return check();
}
