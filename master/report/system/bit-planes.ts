import { deflateRawSync } from 'node:zlib';

/**
 * Encodes doubles as a short text without loss: each word XOR the previous one, bytes grouped by
 * position (all lowest ones first), deflated, in base64. `client/planes.js` decodes it.
 */
export function planes(values: Float64Array): string {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const n = values.length;
  const turned = new Uint8Array(bytes.length);
  for (let place = 0; place < 8; place++) {
    let before = 0;
    for (let k = 0; k < n; k++) {
      const byte = bytes[8 * k + place];
      turned[place * n + k] = byte ^ before;
      before = byte;
    }
  }
  return packed(turned);
}

/** Deflates bytes and encodes them in base64. */
export function packed(bytes: Uint8Array): string {
  return deflateRawSync(bytes, { level: 6 }).toString('base64');
}
