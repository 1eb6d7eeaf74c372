import { fromBase64 } from '../../client/decode.js';

/**
 * Reads the bytes of a script element with deflated data in base64.
 * @param {string} id
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function bytesOf(id) {
  return inflated(document.getElementById(id)?.textContent ?? '');
}

/**
 * @param {string} text
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function inflated(text) {
  const stored = fromBase64(text.trim());
  const stream = new Blob([stored]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Decodes doubles of `planes.ts`: bytes grouped by position, each XOR the previous one.
 * @param {Uint8Array} turned
 */
export function doublesOf(turned) {
  const n = turned.length / 8;
  const bytes = new Uint8Array(turned.length);
  for (let place = 0; place < 8; place++) {
    let before = 0;
    for (let k = 0; k < n; k++) {
      before ^= turned[place * n + k];
      bytes[8 * k + place] = before;
    }
  }
  return new Float64Array(bytes.buffer);
}
