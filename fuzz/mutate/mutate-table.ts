import type { Dice } from '../seeded-dice.ts';
import { joined, mutateBytes, spliced } from './mutate-bytes.ts';

type Bytes = Uint8Array;

const startsWith = (bytes: Bytes, start: string): boolean =>
  bytes.length >= start.length && [...start].every((letter, k) => bytes[k] === letter.charCodeAt(0));
const viewOf = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Length of the header of a matrix in a MAT file of version 4 [bytes]. */
const matrixHead = 20;

/** Place of the text of an NPY header, which gives its own length. */
function npyText(bytes: Bytes): { at: number; end: number } {
  const long = bytes.length > 12 && bytes[6] > 1;
  const at = long ? 12 : 10;
  if (bytes.length < at) return { at: bytes.length, end: bytes.length };
  const length = long ? viewOf(bytes).getUint32(8, true) : viewOf(bytes).getUint16(8, true);
  return { at, end: Math.min(bytes.length, at + length) };
}

function changedNpy(bytes: Bytes, dice: Dice, others: readonly Bytes[]): Bytes {
  const { at, end } = npyText(bytes);
  const text = mutateBytes(bytes.subarray(at, end), dice, others).subarray(0, 0xffff);
  const head = bytes.slice(0, at);
  if (at === 12) viewOf(head).setUint32(8, text.length, true);
  else if (at === 10) viewOf(head).setUint16(8, text.length, true);
  return joined([head, text, bytes.subarray(end)]);
}

/** Places of the matrices of a MAT file of version 4. */
function matrices(bytes: Bytes): number[] {
  const places: number[] = [];
  for (let at = 0; at + matrixHead <= bytes.length; ) {
    const [type, rows, columns, , name] = [0, 4, 8, 12, 16].map((k) => viewOf(bytes).getInt32(at + k, true));
    const size = [8, 4, 4, 2, 2, 1][Math.floor(type / 10)] ?? 8;
    const length = matrixHead + name + rows * columns * size;
    if (!(length >= matrixHead)) break;
    places.push(at);
    at += length;
  }
  return places;
}

function changedMat(bytes: Bytes, dice: Dice, others: readonly Bytes[]): Bytes {
  const places = matrices(bytes);
  if (places.length === 0) return mutateBytes(bytes, dice, others);
  const k = dice.below(places.length);
  const [from, to] = [places[k], places[k + 1] ?? bytes.length];
  const matrix = bytes.slice(from, to);
  if (dice.once(8)) return spliced(bytes, from, to - from, new Uint8Array());
  if (dice.once(8)) return spliced(bytes, places[dice.below(places.length)], 0, matrix);
  if (dice.once(3)) {
    viewOf(matrix).setInt32(4 * dice.below(matrixHead / 4), dice.word(), true);
    return spliced(bytes, from, matrix.length, matrix);
  }
  // Values of another size than declared would move all matrices behind.
  const values = mutateBytes(matrix.subarray(matrixHead), dice, others);
  matrix.set(values.subarray(0, matrix.length - matrixHead), matrixHead);
  return spliced(bytes, from, matrix.length, matrix);
}

/** Begin of the metadata of a Parquet file, which precede their own length and the last mark. */
function metadataAt(bytes: Bytes): number {
  const length = bytes.length < 12 ? 0 : viewOf(bytes).getUint32(bytes.length - 8, true);
  return Math.max(4, bytes.length - 8 - length);
}

function changedParquet(bytes: Bytes, dice: Dice, others: readonly Bytes[]): Bytes {
  if (bytes.length < 12) return mutateBytes(bytes, dice, others);
  const at = metadataAt(bytes);
  const [body, metadata] = [bytes.slice(0, at), bytes.subarray(at, bytes.length - 8)];
  if (dice.once(2)) {
    const pages = mutateBytes(body, dice, others);
    body.set(pages.subarray(0, body.length));
    return joined([body, bytes.subarray(at)]);
  }
  const changed = mutateBytes(
    metadata,
    dice,
    others.map((other) => other.subarray(metadataAt(other))),
  );
  const length = new Uint8Array(4);
  viewOf(length).setUint32(0, changed.length, true);
  return joined([body, changed, length, bytes.subarray(bytes.length - 4)]);
}

/** Returns the ending of a binary result file by its first bytes. */
export function endingOf(bytes: Bytes): 'npy' | 'parquet' | 'mat' {
  if (startsWith(bytes, '\x93NUMPY')) return 'npy';
  return startsWith(bytes, 'PAR1') ? 'parquet' : 'mat';
}

const changes = { npy: changedNpy, mat: changedMat, parquet: changedParquet };

/**
 * Changes binary result files. Lengths that a file gives of its own parts stay right most of the
 * time.
 */
export function mutateTable(seed: Bytes, dice: Dice, others: readonly Bytes[]): Bytes {
  if (dice.once(8)) return mutateBytes(seed, dice, others);
  return changes[endingOf(seed)](seed, dice, others);
}
