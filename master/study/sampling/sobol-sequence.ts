import { randomBits } from './counter-random.ts';

/** Bits of a coordinate. */
const bits = 32;

/**
 * Data of the dimensions from the second on: the primitive polynomial over GF(2), highest bit
 * first, and the first direction numbers m₁, m₂, … (Joe & Kuo 2008).
 */
const directions: readonly (readonly number[])[] = [
  [3, 1],
  [7, 1, 3],
  [11, 1, 3, 1],
  [13, 1, 1, 1],
  [19, 1, 1, 3, 3],
  [25, 1, 3, 5, 13],
  [37, 1, 1, 5, 5, 17],
  [41, 1, 1, 5, 5, 5],
  [47, 1, 1, 7, 11, 19],
  [55, 1, 1, 5, 1, 1],
  [59, 1, 1, 1, 3, 11],
  [61, 1, 3, 5, 5, 31],
  [67, 1, 3, 3, 9, 7, 49],
  [91, 1, 1, 1, 15, 21, 21],
  [97, 1, 3, 1, 13, 27, 49],
  [103, 1, 1, 1, 15, 7, 5],
  [109, 1, 3, 1, 15, 13, 25],
  [115, 1, 1, 5, 5, 19, 61],
  [131, 1, 3, 7, 11, 23, 15, 103],
  [137, 1, 3, 7, 13, 13, 15, 69],
  [143, 1, 1, 3, 13, 7, 35, 63],
  [145, 1, 3, 5, 9, 1, 25, 53],
  [157, 1, 3, 1, 13, 9, 35, 107],
  [167, 1, 3, 1, 5, 27, 61, 31],
  [171, 1, 1, 5, 11, 19, 41, 61],
  [185, 1, 3, 5, 3, 3, 13, 69],
  [191, 1, 1, 7, 13, 1, 19, 1],
  [193, 1, 3, 7, 5, 13, 19, 59],
  [203, 1, 1, 3, 9, 25, 29, 41],
  [211, 1, 3, 5, 13, 23, 1, 55],
  [213, 1, 3, 7, 3, 13, 59, 17],
  [229, 1, 3, 1, 3, 5, 53, 69],
  [239, 1, 1, 5, 5, 23, 33, 13],
  [241, 1, 1, 7, 7, 1, 61, 123],
  [247, 1, 1, 7, 9, 13, 61, 49],
  [253, 1, 3, 3, 5, 3, 55, 33],
  [285, 1, 3, 1, 15, 31, 13, 49, 245],
  [299, 1, 3, 5, 15, 31, 59, 63, 97],
  [301, 1, 3, 1, 11, 11, 11, 77, 249],
  [333, 1, 3, 1, 11, 27, 43, 71, 9],
  [351, 1, 1, 7, 15, 21, 11, 81, 45],
  [355, 1, 3, 7, 3, 25, 31, 65, 79],
  [357, 1, 3, 1, 1, 19, 11, 3, 205],
  [361, 1, 1, 5, 9, 19, 21, 29, 157],
  [369, 1, 3, 7, 11, 1, 33, 89, 185],
  [391, 1, 3, 3, 3, 15, 9, 79, 71],
  [397, 1, 3, 7, 11, 15, 39, 119, 27],
  [425, 1, 1, 3, 1, 11, 31, 97, 225],
  [451, 1, 1, 1, 3, 23, 43, 57, 177],
  [463, 1, 3, 7, 7, 17, 17, 37, 71],
  [487, 1, 3, 1, 5, 27, 63, 123, 213],
  [501, 1, 1, 3, 5, 11, 43, 53, 133],
  [529, 1, 3, 5, 5, 29, 17, 47, 173, 479],
  [539, 1, 3, 3, 11, 3, 1, 109, 9, 69],
  [545, 1, 1, 1, 5, 17, 39, 23, 5, 343],
  [557, 1, 3, 1, 5, 25, 15, 31, 103, 499],
  [563, 1, 1, 1, 11, 11, 17, 63, 105, 183],
  [601, 1, 1, 5, 11, 9, 29, 97, 231, 363],
  [607, 1, 1, 5, 15, 19, 45, 41, 7, 383],
  [617, 1, 3, 7, 7, 31, 19, 83, 137, 221],
  [623, 1, 1, 1, 3, 23, 15, 111, 223, 83],
  [631, 1, 1, 5, 13, 31, 15, 55, 25, 161],
  [637, 1, 1, 3, 13, 25, 47, 39, 87, 257],
];

/** Largest number of dimensions of a point. */
export const mostDimensions: number = directions.length + 1;

/**
 * Returns coordinate k of point i of Sobol's sequence (Sobol’ 1967, Joe & Kuo 2008), in [0, 1). The
 * order is that of Antonov & Saleev 1979. A seed other than 0 shifts each dimension by random bits.
 * Such a digital shift preserves the uniformity of the points.
 */
export function sobolCoordinate(i: number, k: number, seed: number): number {
  const v = vectors(k);
  let gray = (i ^ (i >>> 1)) >>> 0;
  let x = seed === 0 ? 0 : randomBits(seed, k, 0);
  for (let bit = 0; gray !== 0; bit++, gray >>>= 1) if ((gray & 1) === 1) x ^= v[bit];
  // Half of the last bit keeps a shifted point away from 0, the limit of a logarithmic range or a
  // distribution.
  return ((x >>> 0) + (seed === 0 ? 0 : 0.5)) / 2 ** bits;
}

const known = new Map<number, Uint32Array>();

/** Returns the direction numbers v₁ … v₃₂ of a dimension, as fractions of 2³². */
function vectors(k: number): Uint32Array {
  const cached = known.get(k);
  if (cached !== undefined) return cached;
  const v = new Uint32Array(bits);
  if (k === 0) for (let j = 0; j < bits; j++) v[j] = 1 << (bits - 1 - j);
  else recur(v, directions[k - 1]);
  known.set(k, v);
  return v;
}

/** Computes mⱼ = 2 a₁ mⱼ₋₁ ⊕ 2² a₂ mⱼ₋₂ ⊕ … ⊕ 2ˢ mⱼ₋ₛ ⊕ mⱼ₋ₛ and vⱼ = mⱼ 2³²⁻ʲ. */
function recur(v: Uint32Array, [polynomial, ...m]: readonly number[]): void {
  const s = m.length;
  for (let j = 0; j < bits; j++) {
    if (j < s) {
      v[j] = m[j] << (bits - 1 - j);
      continue;
    }
    v[j] = v[j - s] ^ (v[j - s] >>> s);
    for (let q = 1; q < s; q++) if (((polynomial >>> (s - q)) & 1) === 1) v[j] ^= v[j - q];
  }
}
