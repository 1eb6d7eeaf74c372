/** Text from its bytes in UTF-8, with or without a byte order mark. Throws an Error that says which byte is wrong. */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
      throw new Error('it is UTF-16 text, and has to be UTF-8');
    throw new Error(`it is not UTF-8 text (line ${lineOfFault(bytes)})`);
  }
}

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a value, all of it: a byte order mark at its beginning is one of its characters. What is no UTF-8 is read as U+FFFD. */
export const wholeText = (bytes: Uint8Array): string => lenient.decode(bytes);

/** Offset of the first byte that is no UTF-8; the number of bytes where there is none. */
export function utf8Fault(bytes: Uint8Array): number {
  // What is wrong is read as U+FFFD, whose bytes are others.
  const encoded = new TextEncoder().encode(lenient.decode(bytes));
  let at = 0;
  while (at < bytes.length && bytes[at] === encoded[at]) at++;
  return at;
}

/** Line of the first byte that is no UTF-8; 1 is the first. */
function lineOfFault(bytes: Uint8Array): number {
  const end = utf8Fault(bytes);
  let line = 1;
  for (let i = 0; i < end; i++) if (bytes[i] === 10) line++;
  return line;
}
