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

/** Line of the first byte that is no UTF-8; 1 is the first. */
function lineOfFault(bytes: Uint8Array): number {
  const text = lenient.decode(bytes);
  const encoded = new TextEncoder().encode(text);
  let line = 1;
  for (let i = 0; i < bytes.length && bytes[i] === encoded[i]; i++) if (bytes[i] === 10) line++;
  return line;
}
