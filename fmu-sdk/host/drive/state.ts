import { UserError } from '../../error.ts';
import type { Memory } from './memory.ts';

/** Numbers of the driver, the variables' memory and the unit's own serialized state as one piece, and back. */
export function packState(numbers: readonly number[], memory: Memory, unit: Uint8Array): Uint8Array {
  const parts = [
    Float64Array.of(numbers.length, unit.length),
    Float64Array.from(numbers),
    ...memory.arrays.values(),
    unit,
  ].map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
  const state = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    state.set(part, at);
    at += part.length;
  }
  return state;
}

/** Takes the memory back, and returns the rest. */
export function unpackState(
  state: Uint8Array,
  count: number,
  memory: Memory,
  name: string,
): { numbers: number[]; unit: Uint8Array } {
  const bytes = state.slice();
  const [numberCount, unitLength] = bytes.length >= 16 ? new Float64Array(bytes.buffer, 0, 2) : [];
  let size = 0;
  for (const { byteLength } of memory.arrays.values()) size += byteLength;
  const expected = 16 + 8 * count + size + unitLength;
  if (numberCount !== count || bytes.length !== expected)
    throw new UserError(
      `set state of ${name}: ${bytes.length} bytes that are no state of this unit. Take them from getState of the same unit.`,
    );
  let at = 16 + 8 * count;
  for (const { buffer, byteOffset, byteLength } of memory.arrays.values()) {
    new Uint8Array(buffer, byteOffset, byteLength).set(bytes.subarray(at, at + byteLength));
    at += byteLength;
  }
  return { numbers: [...new Float64Array(bytes.buffer, 16, count)], unit: bytes.subarray(at) };
}
