/** What windows-1252 has in place of the control characters from 0x80 to 0x9F; five of them it has too. */
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Characters that are made at once. */
const chunk = 8192;

/** Text of bytes of which each is the number of its character: ISO-8859-1. */
export function latin1Text(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += chunk)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + chunk)));
  return parts.join('');
}

/** Text of bytes in windows-1252, as the Encoding Standard has it: every byte is a character of its own. */
export function windows1252Text(bytes: Uint8Array): string {
  return latin1Text(bytes).replace(/[\x80-\x9f]/g, (character) => windows[character.charCodeAt(0) - 0x80]);
}

/** Text of bytes in US-ASCII; undefined where one is none. */
export function asciiText(bytes: Uint8Array): string | undefined {
  return bytes.every((byte) => byte < 0x80) ? latin1Text(bytes) : undefined;
}
