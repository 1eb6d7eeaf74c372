import { type NumberColumn, requireFewValues } from './number-column.ts';

/** Matrix of a MAT file of version 4. Its values lie column by column. */
interface Matrix {
  rows: number;
  columns: number;
  values: Float64Array;
}

/** Readers of the element types of version 4 by their digit, and their sizes [bytes]. */
const elements: readonly (readonly [size: number, read: (view: DataView, at: number) => number])[] = [
  [8, (view, at) => view.getFloat64(at, true)],
  [4, (view, at) => view.getFloat32(at, true)],
  [4, (view, at) => view.getInt32(at, true)],
  [2, (view, at) => view.getInt16(at, true)],
  [2, (view, at) => view.getUint16(at, true)],
  [1, (view, at) => view.getUint8(at)],
];

/**
 * Reads the trajectory of a MAT file of version 4, as Dymola, OpenModelica and fmukit write it.
 * Descriptions end with the unit of measure: `position [m]`. Throws an Error for any other content.
 */
export function readMat(bytes: Uint8Array): NumberColumn[] {
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 6)) === 'MATLAB')
    throw new Error('expected a MAT file of version 4, got a later one. Save it in MATLAB with -v4');
  const matrices = matricesOf(bytes);
  const named = (name: string): Matrix => {
    const found = matrices.get(name);
    if (found === undefined)
      throw new Error(
        `expected a trajectory with the matrices name, dataInfo and data_2, got none named ${name}`,
      );
    return found;
  };
  const across = textsOf(named('Aclass'), false)[3] !== 'binNormal';
  const names = textsOf(named('name'), across);
  const descriptions = matrices.has('description') ? textsOf(named('description'), across) : [];
  const [info, constants, data] = [named('dataInfo'), matrices.get('data_1'), named('data_2')];
  const rows = across ? data.columns : data.rows;
  const infoOf = (k: number, i: number): number =>
    info.values[across ? k * info.rows + i : i * info.rows + k];
  const read = new Map<string, Float64Array>();
  return names.map((name, k) => {
    const [matrix, place] = [infoOf(k, 0), infoOf(k, 1)];
    const unit = unitIn(descriptions[k]);
    // Names of one quantity share its values.
    const known = read.get(`${matrix} ${place}`);
    if (known !== undefined) return { name, unit, values: known };
    const isConstant = matrix === 1;
    const from = isConstant ? constants : data;
    const row = Math.abs(place) - 1;
    if (from === undefined || !(row >= 0 && row < (across ? from.rows : from.columns)))
      throw new Error(`dataInfo names row ${place} of data_${matrix}, which is missing`);
    requireFewValues((read.size + 1) * rows);
    const sign = place < 0 ? -1 : 1;
    const values = new Float64Array(rows);
    for (let n = 0; n < rows; n++) {
      const t = isConstant ? 0 : n;
      values[n] = sign * from.values[across ? t * from.rows + row : row * from.rows + t];
    }
    read.set(`${matrix} ${place}`, values);
    return { name, unit, values };
  });
}

/** Returns the unit of measure at the end of a description: `m` of `position [m|mm]`. */
function unitIn(description = ''): string {
  if (!description.endsWith(']')) return '';
  const [unit] = description.slice(description.lastIndexOf('[') + 1, -1).split('|');
  return /^:#/.test(unit) ? '' : unit;
}

function matricesOf(bytes: Uint8Array): Map<string, Matrix> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<string, Matrix>();
  for (let at = 0; at + 20 <= bytes.length; ) {
    const [type, rows, columns, , nameBytes] = [0, 1, 2, 3, 4].map((i) => view.getInt32(at + 4 * i, true));
    const [size, read] = elements[Math.floor(type / 10) % 10] ?? [0];
    const count = rows * columns;
    if (read === undefined || type >= 100 || rows < 0 || columns < 0 || nameBytes < 1)
      throw new Error('it is not a little-endian MAT file of version 4');
    const begin = at + 20 + nameBytes;
    // An empty matrix has a side of 0, and the other side could have any size.
    if (begin + count * size > bytes.length || Math.max(rows, columns) > bytes.length)
      throw new Error('the file is cut off');
    const name = new TextDecoder().decode(bytes.subarray(at + 20, begin - 1));
    const values = new Float64Array(count);
    for (let i = 0; i < count; i++) values[i] = read(view, begin + i * size);
    found.set(name, { rows, columns, values });
    at = begin + count * size;
  }
  return found;
}

/** Returns the texts of a matrix of characters: its columns with `across`, else its rows. */
function textsOf({ rows, columns, values }: Matrix, across: boolean): string[] {
  const [count, length] = across ? [columns, rows] : [rows, columns];
  return Array.from({ length: count }, (_, k) => {
    const codes = Uint8Array.from({ length }, (_, i) => values[across ? k * rows + i : i * rows + k]);
    return withoutPadding(new TextDecoder().decode(codes));
  });
}

/** Returns a text without spaces and zeros at its end. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (end > 0 && '\0 '.includes(text[end - 1])) end--;
  return text.slice(0, end);
}
