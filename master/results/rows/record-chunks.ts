/** Reads bytes of a file from a position into a buffer, and returns their number. */
export type ReadAt = (into: Uint8Array, position: number) => number;

/** Bytes that are read at once. */
export const chunkBytes: number = 2 ** 16;
/** Largest size of one row [bytes]. */
const mostRowBytes = 2 ** 26;
const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22];

/**
 * Reads a text file in parts that end behind a line, and not inside quotation marks. Each part is
 * valid until the next one is requested. Memory is that of one part, or of the longest row.
 */
export function* recordChunks(read: ReadAt, size: number): Generator<Uint8Array> {
  let buffer = new Uint8Array(chunkBytes);
  let [length, position] = [0, 0];
  let lineEnd: number | undefined;
  while (position < size) {
    const count = read(
      buffer.subarray(length, length + Math.min(buffer.length - length, size - position)),
      position,
    );
    length += count;
    position += count;
    if (count === 0 || position === size) break;
    lineEnd ??= lineEndOf(buffer.subarray(0, length));
    const end = lineEnd === undefined ? 0 : behindLastRow(buffer.subarray(0, length), lineEnd);
    if (end > 0) {
      yield buffer.subarray(0, end);
      buffer.copyWithin(0, end, length);
      length -= end;
    } else if (length === buffer.length) {
      // A parser may name what is wrong with such a row.
      if (length >= mostRowBytes) yield buffer;
      if (length >= mostRowBytes) throw new Error(`expected rows of at most ${mostRowBytes} bytes`);
      const grown = new Uint8Array(2 * length);
      grown.set(buffer);
      buffer = grown;
    }
  }
  if (length > 0) yield buffer.subarray(0, length);
}

/** Returns the byte that ends lines: a carriage return only if a line feed never follows it. */
function lineEndOf(bytes: Uint8Array): number | undefined {
  const at = firstBreak(bytes, 0);
  if (at < 0) return undefined;
  if (bytes[at] === lineFeed) return lineFeed;
  if (at + 1 === bytes.length) return undefined;
  return bytes[at + 1] === lineFeed ? lineFeed : carriageReturn;
}

/** Returns the place of the first line break from a place on that is not in quotation marks, or −1. */
export function firstBreak(bytes: Uint8Array, from: number): number {
  let isQuoted = false;
  for (let i = from; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === quote) isQuoted = !isQuoted;
    else if (!isQuoted && (byte === lineFeed || byte === carriageReturn)) return i;
  }
  return -1;
}

/** Returns the place behind the last line break that is not in quotation marks, or 0. */
function behindLastRow(bytes: Uint8Array, lineEnd: number): number {
  if (!bytes.includes(quote)) return bytes.lastIndexOf(lineEnd) + 1;
  let [isQuoted, end] = [false, 0];
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === quote) isQuoted = !isQuoted;
    else if (!isQuoted && bytes[i] === lineEnd) end = i + 1;
  }
  return end;
}
