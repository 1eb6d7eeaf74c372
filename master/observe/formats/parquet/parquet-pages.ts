/**
 * Encodes which values of an optional column are present: runs of 1 and 0 after a length of four
 * bytes.
 */
export function presence(values: readonly unknown[]): Uint8Array {
  const bytes: number[] = [];
  for (let i = 0; i < values.length; ) {
    const isPresent = values[i] !== null;
    let end = i + 1;
    while (end < values.length && (values[end] !== null) === isPresent) end++;
    for (let count = 2 * (end - i); ; count = Math.floor(count / 128)) {
      if (count < 128) {
        bytes.push(count);
        break;
      }
      bytes.push((count % 128) | 0x80);
    }
    bytes.push(isPresent ? 1 : 0);
    i = end;
  }
  const page = new Uint8Array(4 + bytes.length);
  new DataView(page.buffer).setUint32(0, bytes.length, true);
  page.set(bytes, 4);
  return page;
}

/** Encodes the numbers of a page, little-endian. Integers may be decimal texts. */
export function numbers(values: readonly (number | string)[], type: 'Float64' | 'Int64'): Uint8Array {
  const page = new Uint8Array(8 * values.length);
  const view = new DataView(page.buffer);
  values.forEach((value, i) => {
    if (type === 'Float64') view.setFloat64(8 * i, Number(value), true);
    else view.setBigInt64(8 * i, BigInt(value), true);
  });
  return page;
}

/** Encodes the texts of a page: each as UTF-8 after its length in four bytes. */
export function texts(values: readonly string[]): Uint8Array {
  const utf8 = values.map((value) => new TextEncoder().encode(value));
  const page = new Uint8Array(utf8.reduce((sum, { length }) => sum + 4 + length, 0));
  const view = new DataView(page.buffer);
  let at = 0;
  for (const item of utf8) {
    view.setUint32(at, item.length, true);
    page.set(item, at + 4);
    at += 4 + item.length;
  }
  return page;
}
