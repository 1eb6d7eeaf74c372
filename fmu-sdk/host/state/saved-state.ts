import type { ModelDescription } from '../../description/description.ts';

/** Trailer of a saved state: the FMU's time [s] and its identity [bytes]. */
const [timeBytes, markBytes] = [8, 4];
const endBytes = timeBytes + markBytes;

/** Appends the FMU's time [s] and its identity to a state. */
export function packSavedState(state: Uint8Array, description: ModelDescription, time: number): Uint8Array {
  const bytes = new Uint8Array(state.length + endBytes);
  bytes.set(state);
  const end = new DataView(bytes.buffer, state.length);
  end.setFloat64(0, time, true);
  end.setUint32(timeBytes, markOf(description), true);
  return bytes;
}

/** Decodes a saved state. Returns undefined if it belongs to another model or is incomplete. */
export function unpackSavedState(
  bytes: Uint8Array,
  description: ModelDescription,
): { state: Uint8Array; time: number } | undefined {
  const size = bytes.length - endBytes;
  if (size < 0) return undefined;
  const end = new DataView(bytes.buffer, bytes.byteOffset + size, endBytes);
  if (end.getUint32(timeBytes, true) !== markOf(description)) return undefined;
  return { state: bytes.slice(0, size), time: end.getFloat64(0, true) };
}

/** Returns the hash (FNV-1a, 32 bits) of the model's name and token. */
function markOf({ modelName, instantiationToken }: ModelDescription): number {
  let hash = 0x811c9dc5;
  for (const c of `${modelName} ${instantiationToken}`)
    hash = Math.imul(hash ^ (c.codePointAt(0) as number), 0x01000193);
  return hash >>> 0;
}
