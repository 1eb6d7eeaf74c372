/** Value in a Parquet file. Missing values are null. */
export type ParquetCell = number | bigint | string | null;

/** Physical types by number (Apache Parquet, parquet.thrift). */
const [boolean, int32, int64, , float, double, text] = [0, 1, 2, 3, 4, 5, 6];

/** Decodes `count` PLAIN values of a column. Throws an Error if the page is too short. */
export function decodePlain(
  page: Uint8Array,
  { name, type, unsigned }: { name: string; type: number; unsigned: boolean },
  count: number,
): ParquetCell[] {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const each = (size: number, read: (at: number) => ParquetCell): ParquetCell[] => {
    if (!(count * size <= page.length)) throw new Error(`the column ${name} is cut off`);
    return Array.from({ length: count }, (_, i) => read(i * size));
  };
  if (type === double) return each(8, (at) => view.getFloat64(at, true));
  if (type === float) return each(4, (at) => view.getFloat32(at, true));
  if (type === int32) return each(4, (at) => (unsigned ? view.getUint32(at, true) : view.getInt32(at, true)));
  if (type === int64)
    return each(8, (at) => (unsigned ? view.getBigUint64(at, true) : view.getBigInt64(at, true)));
  if (type === boolean) return each(1 / 8, (at) => (page[Math.floor(at)] >> ((at * 8) & 7)) & 1);
  if (type !== text) throw new Error(`expected numbers or texts in ${name}, got the type ${type}`);
  let at = 0;
  const decoder = new TextDecoder();
  return each(4, () => {
    const length = view.getUint32(at, true);
    if (at + 4 + length > page.length) throw new Error(`the column ${name} is cut off`);
    at += 4 + length;
    return decoder.decode(page.subarray(at - length, at));
  });
}

/**
 * Decodes `count` small numbers of `width` bits: runs of one number, and groups of eight packed
 * numbers (RLE / bit-packing hybrid). Throws an Error if there are fewer.
 */
export function decodeLevels(bytes: Uint8Array, width: number, count: number): Uint32Array {
  const levels = new Uint32Array(count);
  let [at, n] = [0, 0];
  while (n < count) {
    let head = 0;
    let scale = 1;
    do {
      if (at >= bytes.length || !(width <= 32)) throw new Error('a page is cut off');
      head += (bytes[at] & 127) * scale;
      scale *= 128;
    } while (bytes[at++] >= 128);
    const run = Math.floor(head / 2);
    if (head % 2 === 0) {
      let value = 0;
      for (let i = 0; i < Math.ceil(width / 8); i++) value += (bytes[at++] ?? 0) * 256 ** i;
      levels.fill(value, n, n + run);
      n += run;
    } else {
      if (run * width > bytes.length - at) throw new Error('a page is cut off');
      for (let i = 0; i < 8 * run && n < count; i++) {
        let value = 0;
        for (let bit = 0; bit < width; bit++) {
          const place = i * width + bit;
          if ((bytes[at + (place >> 3)] >> (place & 7)) & 1) value += 2 ** bit;
        }
        levels[n++] = value;
      }
      at += run * width;
    }
    if (run === 0) throw new Error('a page is damaged');
  }
  return levels;
}
