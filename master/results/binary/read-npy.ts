import { type NumberColumn, requireFewValues } from './number-column.ts';

/** Kinds of numbers of NumPy: bytes, and how they are read. */
const kinds: Readonly<
  Record<
    string,
    readonly [bytes: number, read: (view: DataView, at: number, little: boolean) => number | bigint]
  >
> = {
  f8: [8, (view, at, little) => view.getFloat64(at, little)],
  f4: [4, (view, at, little) => view.getFloat32(at, little)],
  i8: [8, (view, at, little) => view.getBigInt64(at, little)],
  u8: [8, (view, at, little) => view.getBigUint64(at, little)],
  i4: [4, (view, at, little) => view.getInt32(at, little)],
  u4: [4, (view, at, little) => view.getUint32(at, little)],
  i2: [2, (view, at, little) => view.getInt16(at, little)],
  u2: [2, (view, at, little) => view.getUint16(at, little)],
  i1: [1, (view, at) => view.getInt8(at)],
  u1: [1, (view, at) => view.getUint8(at)],
  b1: [1, (view, at) => view.getUint8(at)],
};

/**
 * Reads an array of records in NumPy's format (`numpy.lib.format`): a column for each field. NumPy has
 * no units of measure. Throws an Error for any other content.
 */
export function readNpy(bytes: Uint8Array): NumberColumn[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || view.getUint32(0) !== 0x934e554d) throw new Error('it is not an NPY file');
  const isLong = bytes[6] > 1;
  const begin = isLong ? 12 : 10;
  const length = isLong ? view.getUint32(8, true) : view.getUint16(8, true);
  if (begin + length > bytes.length) throw new Error('the file is cut off in its header');
  const text = new TextDecoder(bytes[6] < 3 ? 'latin1' : 'utf-8').decode(
    bytes.subarray(begin, begin + length),
  );
  // Both expressions take a time that grows with the text, also if it repeats their beginning.
  const [, list] = /^'descr'\s*:\s*\[([\s\S]*)\]\s*,\s*'/.exec(text.slice(text.indexOf("'descr'"))) ?? [];
  const [, shape] = /'shape'\s*:\s*\(\s*(\d+)\s*(?:,\s*)?\)/.exec(text) ?? [];
  if (list === undefined || shape === undefined)
    throw new Error(
      'expected an array of records with named fields, such as numpy.savez of a structured array',
    );
  const fields = fieldsOf(list);
  const rows = Number(shape);
  requireFewValues(fields.length * rows);
  const each = fields.reduce((sum, { size }) => sum + size, 0);
  if (begin + length + rows * each > bytes.length) throw new Error('the file ends before its last row');
  let at = begin + length;
  return fields.map(({ name, type, little, size }) => {
    const values = typeOf(type, rows);
    const [, read] = kinds[type];
    for (let n = 0; n < rows; n++) values[n] = read(view, at + n * each, little) as never;
    at += size;
    return { name, unit: '', values };
  });
}

function typeOf(type: string, rows: number): NumberColumn['values'] {
  if (type === 'i8') return new BigInt64Array(rows);
  return type === 'u8' ? new BigUint64Array(rows) : new Float64Array(rows);
}

/** Returns the fields of a list of Python tuples: `('time', '<f8'), ('y', '<f8')`. */
function fieldsOf(list: string): { name: string; type: string; little: boolean; size: number }[] {
  const pattern = /\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*,\s*'([<>|=])([a-z]\d+)'\s*\)/g;
  const fields = [...list.matchAll(pattern)].map(([, name, order, type]) => {
    if (!Object.hasOwn(kinds, type)) throw new Error(`expected fields of numbers, got the type ${type}`);
    return { name: pythonText(name), type, little: order !== '>', size: kinds[type][0] };
  });
  if (fields.length === 0 || list.replace(pattern, '').replace(/[\s,]/g, '') !== '')
    throw new Error('expected fields of single numbers');
  return fields;
}

/** Reads a Python literal of a text. */
function pythonText(literal: string): string {
  return literal
    .slice(1, -1)
    .replace(
      /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]{2})|(.))/g,
      (_, short, long, byte, other) => {
        const code = short ?? long ?? byte;
        if (code !== undefined) return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, 16)));
        return ({ n: '\n', t: '\t', r: '\r' } as Record<string, string>)[other] ?? other;
      },
    );
}
