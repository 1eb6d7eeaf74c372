import { UserError } from '../../util/user-error.ts';

/**
 * The state of an instance as bytes, which an instance of the same unit can be given in another process or on another machine: what it then does has the
 * same bits.
 *
 * Call order: asked for once, after the initialization and before the first step → (`save` | `load`)*, between steps.
 */
export interface Portable {
  /** Memory of the unit's own that its views show: it is in the bytes. */
  readonly covers: readonly ArrayBufferView[];
  save(): Uint8Array;
  load(bytes: Uint8Array): void;
}

/** Pieces as one. */
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

/** The pieces of `joinedPieces`. A RangeError where the bytes are none of it. */
export function piecesOf(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 8 + view.getFloat64(at, true);
    if (!(end <= bytes.length)) throw new RangeError('the bytes end too early');
    pieces.push(bytes.subarray(at + 8, end));
    at = end;
  }
  return pieces;
}

/** @throws UserError where what runs the instance knows of no such bytes, or the unit has none */
export function portableOf(instance: { readonly name: string; portable?(): Portable }): Portable {
  const portable = instance.portable?.();
  if (portable !== undefined) return portable;
  throw new UserError(
    `keep the state of ${instance.name}: what runs it here cannot put its state into a file. Run it without checkpoints.`,
  );
}
