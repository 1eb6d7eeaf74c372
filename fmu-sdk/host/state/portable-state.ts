import { DifferentStateError } from '../../util/state/stateful.ts';
import { UserError } from '../../util/user-error.ts';

/**
 * The state of an instance as bytes, which another instance of the FMU can load in another process
 * or on another machine. It then continues with bit-identical results.
 *
 * Call order: requested once, after the initialization and before the first step → (`save` |
 * `load`)*, between steps.
 */
export interface PortableState {
  /** Memory of the FMU that its views show. The bytes include it. */
  readonly covers: readonly ArrayBufferView[];
  save(): Uint8Array;
  load(bytes: Uint8Array): void;
}

/** Joins pieces into one array. */
export function joinedPieces(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + 8 + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const piece of pieces) {
    view.setFloat64(at, piece.length, true);
    bytes.set(piece, at + 8);
    at += 8 + piece.length;
  }
  return bytes;
}

/** Splits the output of `joinedPieces` into `count` pieces. Throws a `DifferentStateError` for others. */
export function piecesOf(bytes: Uint8Array, count: number): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 8 + (at + 8 <= bytes.length ? view.getFloat64(at, true) : Number.NaN);
    if (!(end >= at + 8 && end <= bytes.length && Number.isInteger(end)))
      throw new DifferentStateError('the bytes end too early');
    pieces.push(bytes.subarray(at + 8, end));
    at = end;
  }
  if (pieces.length !== count)
    throw new DifferentStateError(`the state has ${pieces.length} parts instead of ${count}`);
  return pieces;
}

/** @throws UserError if the host or the FMU does not support saving the state */
export function portableOf(instance: { readonly name: string; portable?(): PortableState }): PortableState {
  const portable = instance.portable?.();
  if (portable !== undefined) return portable;
  throw new UserError(
    `save the state of ${instance.name}: its host does not support saving the state to a file. Run it without checkpoints.`,
  );
}
