import { UserError } from '../../../util/user-error.ts';
import type { VariableAccess } from '../variables/variable-access.ts';
import type { Memory, Slot } from '../variables/variable-memory.ts';

/** State that a driver saves besides the memory. */
export interface DriverState {
  readonly numbers: readonly number[];
  /** A flag for each variable in memory: 1 if it has been read, else 0. */
  readonly known: Uint8Array;
  readonly texts: Uint8Array;
  /** The FMU's serialized state. */
  readonly unit: Uint8Array;
}

/** Size of the header: lengths of the FMU's state and of its texts, as doubles [bytes]. */
const headBytes = 16;

/** Packs the state and the variables' memory into one array. `unpackState` reverses it. */
export function packState({ numbers, known, texts, unit }: DriverState, memory: Memory): Uint8Array {
  const parts = [
    Float64Array.of(unit.length, texts.length),
    Float64Array.from(numbers),
    ...memory.arrays.values(),
    known,
    texts,
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

/** Restores the memory and returns the rest. */
export function unpackState(state: Uint8Array, count: number, memory: Memory, name: string): DriverState {
  const bytes = state.slice();
  const lengths = bytes.length < headBytes ? [0, 0] : new Float64Array(bytes.buffer, 0, 2);
  let size = headBytes + 8 * count + memory.slots.size + lengths[0] + lengths[1];
  for (const { byteLength } of memory.arrays.values()) size += byteLength;
  if (bytes.length !== size || !(lengths[0] >= 0 && lengths[1] >= 0))
    throw new UserError(
      `set state of ${name}: these ${bytes.length} bytes are not a state of this FMU. Use the result of getState of the same FMU.`,
    );
  let at = headBytes + 8 * count;
  const next = (length: number): Uint8Array => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  for (const { buffer, byteOffset, byteLength } of memory.arrays.values())
    new Uint8Array(buffer, byteOffset, byteLength).set(next(byteLength));
  return {
    numbers: [...new Float64Array(bytes.buffer, headBytes, count)],
    known: next(memory.slots.size),
    texts: next(lengths[1]),
    unit: next(lengths[0]),
  };
}

/** Returns a flag for each variable: whether it is watched, for `Kept`. */
export function knownOf(
  memory: Memory,
  { watchedSlots: watched }: Pick<VariableAccess, 'watchedSlots'>,
): Uint8Array {
  return Uint8Array.from(memory.slots.values(), (slot) => Number(watched.has(slot)));
}

/**
 * Restores the known values of watched variables. Calls `look` to read watched variables that the
 * saved state does not know.
 */
export function restoreWatched(
  known: Uint8Array,
  memory: Memory,
  exchange: VariableAccess,
  look: (slot: Slot) => void,
): void {
  let k = 0;
  for (const slot of memory.slots.values())
    if (known[k++] === 1) exchange.watch(slot);
    else if (exchange.watchedSlots.has(slot)) {
      exchange.stale = true;
      look(slot);
    }
}
