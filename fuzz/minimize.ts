import { spliced } from './mutate/mutate-bytes.ts';

const none = new Uint8Array();

/**
 * A smaller case of which the same holds: pieces of half its length are taken out, then of a quarter, down to single bytes, as
 * long as anything can be (delta debugging). `tries` bounds how often it is asked.
 */
export async function minimize(
  bytes: Uint8Array,
  same: (smaller: Uint8Array) => Promise<boolean>,
  tries = 3000,
): Promise<Uint8Array> {
  let left = tries;
  let best = bytes;
  for (let size = best.length >> 1; size >= 1 && left > 0; ) {
    let shorter = false;
    for (let at = 0; at < best.length && left > 0; ) {
      const smaller = spliced(best, at, size, none);
      left--;
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
