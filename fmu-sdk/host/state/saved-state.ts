import type { ModelDescription } from '../../description/description.ts';

/** What a kept state ends with: the time at which the unit stands [s], and whose it is [bytes]. */
const [timeBytes, markBytes] = [8, 4];
const endBytes = timeBytes + markBytes;

/** A unit's state with the time at which it stands [s] and whose it is, as bytes. */
export function keptState(state: Uint8Array, description: ModelDescription, time: number): Uint8Array {
  const bytes = new Uint8Array(state.length + endBytes);
  bytes.set(state);
  const end = new DataView(bytes.buffer, state.length);
  end.setFloat64(0, time, true);
  end.setUint32(timeBytes, markOf(description), true);
  return bytes;
}

/** What was kept so; undefined where it is of another model, or not whole. */
export function stateOf(
  bytes: Uint8Array,
  description: ModelDescription,
): { state: Uint8Array; time: number } | undefined {
  const size = bytes.length - endBytes;
  if (size < 0) return undefined;
  const end = new DataView(bytes.buffer, bytes.byteOffset + size, endBytes);
  if (end.getUint32(timeBytes, true) !== markOf(description)) return undefined;
  return { state: bytes.slice(0, size), time: end.getFloat64(0, true) };
}

/** Hash (FNV-1a, 32 bits) of the model's name and token. */
function markOf({ modelName, instantiationToken }: ModelDescription): number {
  let hash = 0x811c9dc5;
  for (const c of `${modelName} ${instantiationToken}`)
    hash = Math.imul(hash ^ (c.codePointAt(0) as number), 0x01000193);
  return hash >>> 0;
}
