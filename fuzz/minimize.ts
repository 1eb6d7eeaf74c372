import { spliced } from './mutate/mutate-bytes.ts';

const none = new Uint8Array();

/**
 * Returns a smaller case with an equal verdict (delta debugging). It removes pieces of half the
 * length, then of a quarter, down to single bytes, until nothing can be removed. `tries` bounds the
 * number of trials.
 */
export async function minimize(
  bytes: Uint8Array,
  same: (smaller: Uint8Array) => Promise<boolean>,
  tries = 3000,
): Promise<Uint8Array> {
  let remaining = tries;
  let best = bytes;
  for (let size = best.length >> 1; size >= 1 && remaining > 0; ) {
    let shorter = false;
    for (let at = 0; at < best.length && remaining > 0; ) {
      const smaller = spliced(best, at, size, none);
      remaining--;
      if (await same(smaller)) {
        best = smaller;
        shorter = true;
      } else at += size;
    }
    if (size > 1) size >>= 1;
    else if (!shorter) break;
  }
  return best;
}
