/**
 * Decoded column: increasing times [s] and values. Infinite values and NaN are gaps.
 * @typedef {{ t: Float64Array, v: Float32Array | Float64Array }} Samples
 */

/**
 * @param {import('../report-data.ts').ColumnData} column
 * @param {[number, number][]} knots
 * @returns {Samples}
 */
export function decode(column, knots) {
  const bytes = fromBase64(column.values);
  const v = new Float32Array(bytes.length / 4);
  const view = new DataView(bytes.buffer);
  for (let k = 0; k < v.length; k++) v[k] = view.getFloat32(4 * k, true);
  return { t: timesOf(fromBase64(column.rows), v.length, knots), v };
}

/**
 * Decodes LEB128 row differences to times on the polygon of knots.
 * @param {Uint8Array} bytes
 * @param {number} count
 * @param {[number, number][]} knots
 */
function timesOf(bytes, count, knots) {
  const t = new Float64Array(count);
  let at = 0;
  let row = 0;
  let knot = 1;
  for (let k = 0; k < count; k++) {
    let shift = 0;
    for (; bytes[at] > 127; shift += 7) row += (bytes[at++] & 127) * 2 ** shift;
    row += bytes[at++] * 2 ** shift;
    while (knot < knots.length - 1 && knots[knot][0] < row) knot++;
    const [fromRow, fromTime] = knots[knot - 1];
    const [toRow, toTime] = knots[knot] ?? [fromRow + 1, fromTime];
    t[k] = fromTime + ((row - fromRow) * (toTime - fromTime)) / (toRow - fromRow);
  }
  return t;
}

/** @param {string} text */
export function fromBase64(text) {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let k = 0; k < bytes.length; k++) bytes[k] = characters.charCodeAt(k);
  return bytes;
}
