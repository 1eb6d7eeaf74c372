import { keptOr, keyOf } from './artifact-cache.ts';

/** What `check` makes of these bytes, as it was made before by the same `program`, else anew. What it refuses is never kept. */
export function keptCheck(program: string, bytes: Uint8Array, check: () => Uint8Array): Uint8Array {
  return keptOr(keyOf('what a check has made', [program, bytes]), check).content;
}
