/**
 * Decompresses a block of Snappy (github.com/google/snappy, format_description.txt). Throws an Error
 * if it does not give `length` bytes.
 */
export function decompressSnappy(from: Uint8Array, length: number): Uint8Array {
  const to = new Uint8Array(length);
  let at = 0;
  while (from[at++] >= 128);
  let n = 0;
  const damaged = (): never => {
    throw new Error('a compressed page is damaged');
  };
  const little = (bytes: number): number => {
    let value = 0;
    for (let i = 0; i < bytes; i++) value += from[at++] * 256 ** i;
    return value;
  };
  while (at < from.length) {
    const tag = from[at++];
    const kind = tag & 3;
    if (kind === 0) {
      const short = tag >> 2;
      const count = 1 + (short < 60 ? short : little(short - 59));
      if (!(n + count <= length && at + count <= from.length)) damaged();
      to.set(from.subarray(at, at + count), n);
      at += count;
      n += count;
      continue;
    }
    const count = kind === 1 ? 4 + ((tag >> 2) & 7) : 1 + (tag >> 2);
    const back = kind === 1 ? (tag >> 5) * 256 + little(1) : little(kind === 2 ? 2 : 4);
    if (!(back >= 1 && back <= n && n + count <= length)) damaged();
    // The copied bytes may overlap those that they become.
    for (let i = 0; i < count; i++, n++) to[n] = to[n - back];
  }
  if (n !== length) damaged();
  return to;
}
