import type { Stateful, StateVisitor } from '../../../util/state/stateful.ts';
import type { FmiApi, NumericType, Values } from '../../instance/fmi-api.ts';
import type { NumericArray } from '../../instance/instance.ts';
import { equalElements } from './variable-arrays.ts';
import type { Slot } from './variable-memory.ts';

/** Relative difference of a continuous input that counts as rounding, and not as a jump. */
const rounding = 1e-12;

/**
 * Variables of one type that are set or read together. Copies between the host's memory and the
 * buffer of a call.
 */
export class Group implements Stateful {
  readonly values: Values;
  private readonly buffer: NumericArray;
  private readonly offset: number;
  /** Part of the buffer with the values. */
  private readonly sent: NumericArray;
  readonly memory: NumericArray;
  /** Index in the memory of each element of the buffer. */
  readonly at: Int32Array;
  private readonly doubles: boolean;
  /** Largest magnitude of each element at the start of a step. */
  private readonly largest: Float64Array;

  constructor(calls: FmiApi, slots: readonly Slot[]) {
    const at = slots.flatMap(({ offset, length }) => Array.from({ length }, (_, i) => offset + i));
    const references = Uint32Array.from(slots, ({ variable }) => variable.valueReference);
    this.values = calls.values(slots[0].variable.type, references, at.length);
    this.buffer = this.values.view;
    this.offset = this.values.offset;
    this.sent = this.buffer.subarray(this.offset, this.offset + at.length);
    this.memory = slots[0].view;
    this.at = Int32Array.from(at);
    this.largest = new Float64Array(at.length);
    this.doubles = slots[0].variable.type === 'Float64';
  }

  /** Copies values from the memory to the buffer, as the first ones. */
  restart(): void {
    this.largest.fill(0);
    this.load();
  }

  /** Copies values from the memory to the buffer. */
  load(): void {
    const { memory, at, buffer, offset } = this;
    if (this.doubles) loadDoubles(memory as Float64Array, at, buffer as Float64Array, offset);
    else for (let i = 0; i < at.length; i++) buffer[offset + i] = cast(memory[at[i]], buffer);
  }

  /** Copies values from the buffer to the memory. */
  store(): void {
    const { memory, at, buffer, offset } = this;
    if (this.doubles) storeDoubles(memory as Float64Array, at, buffer as Float64Array, offset);
    else for (let i = 0; i < at.length; i++) memory[at[i]] = cast(buffer[offset + i], memory);
  }

  /** Copies a row of values to the memory. */
  storeRow(rows: NumericArray, row: number): void {
    const { memory, at } = this;
    const offset = row * at.length;
    if (this.doubles) storeDoubles(memory as Float64Array, at, rows as Float64Array, offset);
    else for (let i = 0; i < at.length; i++) memory[at[i]] = cast(rows[offset + i], memory);
  }

  /** Reports whether the memory differs from the values last set. */
  changed(): boolean {
    const { memory, at, buffer, offset } = this;
    for (let i = 0; i < at.length; i++)
      if (!equalElements(cast(memory[at[i]], buffer), buffer[offset + i])) return true;
    return false;
  }

  /**
   * Reports whether the memory differs from the values last set by more than rounding, relative to
   * the largest value of the element so far.
   */
  jumped(): boolean {
    const { memory, at, buffer, offset, largest } = this;
    let any = false;
    for (let i = 0; i < at.length; i++) {
      const now = Number(memory[at[i]]);
      const sent = Number(buffer[offset + i]);
      largest[i] = Math.max(largest[i], Math.abs(now));
      if (!(Math.abs(now - sent) <= rounding * largest[i]) && !Object.is(now, sent)) any = true;
    }
    return any;
  }

  /** Saves or restores the values last set. */
  visitState(state: StateVisitor): void {
    state.array('sent', this.sent);
    state.array('largest', this.largest);
  }
}

/** Groups the slots by type. */
export function groupsOf(calls: FmiApi, slots: readonly Slot[]): Group[] {
  const byType = new Map<NumericType, Slot[]>();
  for (const slot of slots) {
    if (slot.length === 0) continue;
    const list = byType.get(slot.variable.type);
    if (list === undefined) byType.set(slot.variable.type, [slot]);
    else list.push(slot);
  }
  return [...byType.values()].map((list) => new Group(calls, list));
}

function loadDoubles(memory: Float64Array, at: Int32Array, view: Float64Array, offset: number): void {
  for (let i = 0; i < at.length; i++) view[offset + i] = memory[at[i]];
}

function storeDoubles(memory: Float64Array, at: Int32Array, view: Float64Array, offset: number): void {
  for (let i = 0; i < at.length; i++) memory[at[i]] = view[offset + i];
}

/**
 * Converts a value to the array's type. Enumerations have 64 bits in FMI 3.0 calls, 32 in the
 * memory.
 */
function cast(value: number | bigint, target: NumericArray): number | bigint {
  const isBigIntArray = target instanceof BigInt64Array || target instanceof BigUint64Array;
  if (isBigIntArray === (typeof value === 'bigint')) return value;
  return isBigIntArray ? BigInt(value) : Number(value);
}
