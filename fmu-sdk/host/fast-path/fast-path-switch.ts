/**
 * Returns whether loops over steps may run outside TypeScript. The environment variable
 * `FMUKIT_FAST_PATH=off` switches them off, for debugging and to compare results.
 */
export const isFastPathOn = (): boolean =>
  typeof process === 'undefined' || process.env.FMUKIT_FAST_PATH !== 'off';
