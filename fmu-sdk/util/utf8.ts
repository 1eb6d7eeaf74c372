/**
 * Decodes UTF-8, with or without a byte order mark. Throws an Error that names the line of the
 * first invalid byte.
 *
 * @param above lines of the file before these bytes
 */
export function utf8Text(bytes: Uint8Array, above = 0): string {
  try {
    return strict.decode(bytes);
  } catch {
    if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
      throw new Error('it is UTF-16 text. Save it as UTF-8');
    throw new Error(`it is not UTF-8 text (line ${above + lineOfFault(bytes)})`);
  }
}

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Decodes all of a value's text, a leading byte order mark included. Invalid bytes become U+FFFD.
 */
export const wholeText = (bytes: Uint8Array): string => lenient.decode(bytes);

/** Returns the offset of the first invalid UTF-8 byte, or the length if all bytes are valid. */
export function utf8Fault(bytes: Uint8Array): number {
  // Invalid bytes decode to U+FFFD, whose encoding differs from them.
  const encoded = new TextEncoder().encode(lenient.decode(bytes));
  let at = 0;
  while (at < bytes.length && bytes[at] === encoded[at]) at++;
  return at;
}

/** Returns the line, from 1, of the first invalid UTF-8 byte. */
function lineOfFault(bytes: Uint8Array): number {
  const end = utf8Fault(bytes);
  let line = 1;
  for (let i = 0; i < end; i++) if (bytes[i] === 10) line++;
  return line;
}
