import type { RowCounter } from '../../../fmu-sdk/util/files/row-count.ts';
import { distinct } from '../column-names.ts';
import type { Column } from '../observer.ts';

const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/**
 * Bytes before the text: magic, version, length of the text in two bytes (version 1.0) or four
 * (2.0).
 */
const lengthAt = magic.length + 2;
const largestShort = 0xffff;
/** Largest header that `numpy.load` reads without further options [bytes]. */
export const largestLoaded = 10_000;
/** The header length is a multiple of this, padded with spaces. */
const alignment = 64;
/** Number of digits of 2⁵³. */
const digits = 16;
const codes = { Float64: '<f8', Int64: '<i8', UInt64: '<u8' } as const;

/**
 * Returns the header for records of `time` and these columns, and the position of the row count.
 */
export function npyHeader(columns: readonly Column[]): { bytes: Uint8Array; count: RowCounter } {
  const fields = ['time', ...columns.map(({ name }) => name)];
  const types = ['<f8', ...columns.map(({ whole }) => codes[whole ?? 'Float64'])];
  const descr = distinct(fields).map((name, k) => `(${python(name)}, '${types[k]}'), `);
  const before = `{'descr': [${descr.join('')}], 'fortran_order': False, 'shape': (`;
  const text = `${before}${'0'.padStart(digits)},), }`;
  const long = text.length + lengthAt + 2 + alignment > largestShort;
  const begin = lengthAt + (long ? 4 : 2);
  const length = Math.ceil((begin + text.length + 1) / alignment) * alignment;
  const bytes = new Uint8Array(length).fill(0x20);
  bytes.set([...magic, long ? 2 : 1, 0]);
  const view = new DataView(bytes.buffer);
  if (long) view.setUint32(lengthAt, length - begin, true);
  else view.setUint16(lengthAt, length - begin, true);
  bytes.set(new TextEncoder().encode(text), begin);
  bytes[length - 1] = 0x0a;
  return {
    bytes,
    count: { at: begin + before.length, digits, from: length, each: 8 * fields.length },
  };
}

/** Quotes a text as a Python literal in ASCII. */
function python(text: string): string {
  const quoted = [...JSON.stringify(text)].map((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (code < 0x7f) return letter;
    return code > 0xffff
      ? `\\U${code.toString(16).padStart(8, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });
  return quoted.join('');
}
