/**
 * Placeholder for the instantiation token in a core module. The final token is computed from the
 * module.
 */
export const blankToken = '{7d1f0c52-9b3e-4e68-a1d4-5c2f8e90b637}';

/** Replaces the blank token of a core module by its final token, which has the same length. */
export function withToken(core: Uint8Array, token: string): Uint8Array {
  // Without the terminating zero, which the compiler omits when no data follows.
  const [blank, finalToken] = [blankToken, token].map((text) => Buffer.from(text, 'utf16le').subarray(0, -1));
  const out = Buffer.from(core);
  const at = out.indexOf(blank);
  if (at < 0 || out.indexOf(blank, at + 1) >= 0 || finalToken.length !== blank.length)
    throw new Error(`put the token ${token} into a core module: expected its placeholder exactly once.`);
  finalToken.copy(out, at);
  return new Uint8Array(out);
}
