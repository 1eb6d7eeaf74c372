import type { ColumnData } from '../column-data.ts';

const largest = 3.4028234663852886e38;

/** Encodes the given rows of a column as two short strings. `client/decode.js` decodes them. */
export function encode(data: Float64Array, rows: Uint32Array): ColumnData {
  return encodePicked(
    rows,
    Float64Array.from(rows, (row) => data[row]!),
  );
}

/** Encodes rows and their values. */
export function encodePicked(rows: Uint32Array, picked: Float64Array): ColumnData {
  return { rows: base64(differences(rows)), values: base64(floats(picked)) };
}

/**
 * Encodes increasing rows as differences in LEB128: 7 bits a byte, lowest bits first. Bit 7 marks
 * that more bytes follow.
 */
function differences(rows: Uint32Array): Uint8Array {
  const bytes: number[] = [];
  let previous = 0;
  for (const row of rows) {
    let rest = row - previous;
    previous = row;
    for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

/**
 * Encodes values as little-endian Float32. A finite value beyond its range becomes ±3.4e38. NaN and
 * ±∞ stay and mark gaps.
 */
function floats(values: Float64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  for (const [k, value] of values.entries()) {
    const bounded = Number.isFinite(value) ? Math.max(-largest, Math.min(largest, value)) : value;
    view.setFloat32(4 * k, bounded, true);
  }
  return new Uint8Array(view.buffer);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
