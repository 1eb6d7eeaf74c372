/**
 * Returns random number `i` of stream `stream`, which depends only on the seed and these indices,
 * so that any thread can compute any number. It applies two rounds of a 32-bit mixer to a Weyl
 * sequence and returns 53 bits.
 *
 * @returns a double in [0, 1)
 */
export function uniform(seed: number, stream: number, i: number): number {
  const low = randomBits(seed, stream, 2 * i);
  const high = randomBits(seed, stream, 2 * i + 1);
  return ((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53;
}

/** Returns 32 random bits by their indices. */
export function randomBits(seed: number, stream: number, i: number): number {
  let x = mix((seed + 0x9e3779b9) | 0);
  x = mix((x ^ Math.imul(stream + 1, 0x85ebca6b)) | 0);
  x = mix((x + Math.imul(i | 0, 0x9e3779b9)) | 0);
  // The part of i above 2³².
  return mix((x ^ Math.floor(i / 2 ** 32) ^ 0x5bd1e995) | 0) >>> 0;
}

/** Maps 32 bits one-to-one, so that each argument bit changes half of the result bits. */
function mix(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return x ^ (x >>> 16);
}

/** Returns a permutation of 0 … n − 1 (Fisher–Yates). */
export function permutation(n: number, seed: number, stream: number): Int32Array {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const k = Math.floor(uniform(seed, stream, i) * (i + 1));
    [order[i], order[k]] = [order[k], order[i]];
  }
  return order;
}
