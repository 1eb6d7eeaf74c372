import { type Inflater, TooLargeError } from './archive.ts';

/** Inflates by the streams of the browser (Compression Streams). */
export const webStreams: Inflater = {
  inflate: async (stored, most) => {
    const stream = new Blob([stored as BlobPart])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'));
    const parts: Uint8Array[] = [];
    let length = 0;
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > most) {
        await reader.cancel();
        throw new TooLargeError();
      }
      parts.push(value);
    }
    const whole = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  },
  crc32: (bytes) => {
    let sum = 0xffffffff;
    for (let i = 0; i < bytes.length; i++) sum = table[(sum ^ bytes[i]) & 0xff] ^ (sum >>> 8);
    return (sum ^ 0xffffffff) >>> 0;
  },
};

/** Table of the polynomial 0xedb88320 (ISO 3309). */
const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});
