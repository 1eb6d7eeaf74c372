import { UserError } from '../../error.ts';
import type { Exchange } from './exchange.ts';
import type { Memory, Slot } from './memory.ts';

/**
 * Numbers of the driver, the variables' memory, of which it says which are known (1, or 0: nobody has looked at them), and the unit's
 * own serialized state as one piece, and back.
 */
export function packState(
  numbers: readonly number[],
  memory: Memory,
  { seen }: Pick<Exchange, 'seen'>,
  unit: Uint8Array,
): Uint8Array {
  const known = Uint8Array.from(memory.slots.values(), (slot) => Number(seen.has(slot)));
  const parts = [
    Float64Array.of(unit.length),
    Float64Array.from(numbers),
    ...memory.arrays.values(),
    known,
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
): { numbers: number[]; known: Uint8Array; unit: Uint8Array } {
  const bytes = state.slice();
  const unitLength = bytes.length < 8 ? 0 : new Float64Array(bytes.buffer, 0, 1)[0];
  const variables = memory.slots.size;
  let size = 8 + 8 * count + variables + unitLength;
  for (const { byteLength } of memory.arrays.values()) size += byteLength;
  if (bytes.length !== size)
    throw new UserError(
      `set state of ${name}: ${bytes.length} bytes that are no state of this unit. Take them from getState of the same unit.`,
    );
  let at = 8 + 8 * count;
  for (const { buffer, byteOffset, byteLength } of memory.arrays.values()) {
    new Uint8Array(buffer, byteOffset, byteLength).set(bytes.subarray(at, at + byteLength));
    at += byteLength;
  }
  const known = bytes.subarray(at, at + variables);
  return {
    numbers: [...new Float64Array(bytes.buffer, 8, count)],
    known,
    unit: bytes.subarray(at + variables),
  };
}

/** Behind such a state what it knows is kept, and set; `look` asks the unit for what is looked at here and is not known. */
export function settle(
  known: Uint8Array,
  memory: Memory,
  exchange: Exchange,
  look: (slot: Slot) => void,
): void {
  let k = 0;
  for (const slot of memory.slots.values())
    if (known[k++] === 1) exchange.watch(slot);
    else if (exchange.seen.has(slot)) {
      exchange.stale = true;
      look(slot);
    }
}
