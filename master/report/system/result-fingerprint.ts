/**
 * Returns sixteen hexadecimal digits that identify the bits of all values in their order, up to one
 * collision in 2⁶⁴. It is the hash FNV-1a over 32-bit words, twice with different primes.
 */
export function fingerprint(columns: readonly { data: Float64Array }[]): string {
  let a = 0x811c9dc5;
  let b = 0x2166f36e;
  for (const { data } of columns) {
    const words = new Uint32Array(data.buffer, data.byteOffset, 2 * data.length);
    for (let k = 0; k < words.length; k++) {
      a = Math.imul(a ^ words[k], 0x01000193);
      b = Math.imul(b ^ words[k], 0x85ebca6b);
      a ^= a >>> 15;
      b ^= b >>> 13;
    }
    a = Math.imul(a ^ data.length, 0x01000193);
  }
  return [a, b].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
