import { keyOf, readOrMakeArtifact } from './artifact-cache.ts';

/**
 * Returns the result of `check` for these bytes, from the cache if the same `program` computed it
 * before. Failures are not cached.
 */
export function keptCheck(program: string, bytes: Uint8Array, check: () => Uint8Array): Uint8Array {
  return readOrMakeArtifact(keyOf('what a check has made', [program, bytes]), check).content;
}
