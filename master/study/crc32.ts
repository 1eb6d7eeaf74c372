/** Returns the CRC-32 of a text in UTF-8 (ITU-T V.42), as eight digits. */
export function crc32(text: string): string {
  let crc = -1;
  const bytes = Buffer.from(text);
  for (let i = 0; i < bytes.length; i++) crc = table[(crc ^ bytes[i]) & 0xff] ^ (crc >>> 8);
  return ((crc ^ -1) >>> 0).toString(16).padStart(8, '0');
}

const table = Int32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});
