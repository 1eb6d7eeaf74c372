/** Characters of windows-1252 for the bytes 0x80 to 0x9F. Five of them stay control characters. */
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Number of characters to convert at once. */
const chunk = 8192;

/** Decodes ISO-8859-1, where each byte is its character's code. */
export function latin1Text(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += chunk)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + chunk)));
  return parts.join('');
}

/**
 * Decodes windows-1252 as the Encoding Standard defines it. Every byte maps to a distinct
 * character.
 */
export function windows1252Text(bytes: Uint8Array): string {
  return latin1Text(bytes).replace(/[\x80-\x9f]/g, (character) => windows[character.charCodeAt(0) - 0x80]);
}

/** Decodes US-ASCII, or returns undefined for any other byte. */
export function asciiText(bytes: Uint8Array): string | undefined {
  return bytes.every((byte) => byte < 0x80) ? latin1Text(bytes) : undefined;
}
