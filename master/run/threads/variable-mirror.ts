import { acceptsPolynomial, type Variable } from '../../../fmu-sdk/description/description.ts';
import type { Instance, NumericArray } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Mirrored } from './thread-cells.ts';

const blockBytes = 1 << 16;

interface Pair {
  unitArray: NumericArray;
  mirrorArray: NumericArray;
}

/** Variables of the units of a thread, mirrored in memory that the coupling thread shares. */
export class Mirrors {
  private buffer = new SharedArrayBuffer(0);
  private block = -1;
  private used = 0;
  private readonly pairs: Pair[][];

  constructor(private readonly instances: readonly Instance[]) {
    this.pairs = instances.map(() => []);
  }

  /** Starts to mirror a variable. */
  add(unit: number, variable: Variable): Mirrored {
    const instance = this.instances[unit];
    const { view, offset, length } = instance.view(variable);
    const slots = acceptsPolynomial(variable) ? instance.polynomial(variable) : { view, offset: -1 };
    const bytes = view.BYTES_PER_ELEMENT;
    const all = slots.offset < 0 ? length : 4 * length;
    const isNew = this.room(all * bytes);
    const at = this.used / bytes;
    this.used += 8 * Math.ceil((all * bytes) / 8);
    const mirrorArray = arrayOf(view.constructor.name, this.buffer);
    this.pair(unit, view.subarray(offset, offset + length), mirrorArray.subarray(at, at + length));
    if (slots.offset >= 0)
      this.pair(
        unit,
        slots.view.subarray(slots.offset, slots.offset + 3 * length),
        mirrorArray.subarray(at + length, at + 4 * length),
      );
    return {
      array: view.constructor.name,
      block: this.block,
      buffer: isNew ? this.buffer : undefined,
      ...{ offset: at, length, slot: slots.offset < 0 ? -1 : at + length },
    };
  }

  /** Copies mirrored inputs to the unit. */
  in(unit: number): void {
    const pairs = this.pairs[unit];
    for (let i = 0; i < pairs.length; i++) pairs[i].unitArray.set(pairs[i].mirrorArray as never);
  }

  /** Copies the unit's values to the mirror. */
  out(unit: number): void {
    const pairs = this.pairs[unit];
    for (let i = 0; i < pairs.length; i++) pairs[i].mirrorArray.set(pairs[i].unitArray as never);
  }

  private pair(unit: number, unitArray: NumericArray, mirrorArray: NumericArray): void {
    mirrorArray.set(unitArray as never);
    this.pairs[unit].push({ unitArray, mirrorArray });
  }

  private room(bytes: number): boolean {
    if (this.block >= 0 && this.used + bytes <= this.buffer.byteLength) return false;
    this.buffer = new SharedArrayBuffer(Math.max(blockBytes, 8 * Math.ceil(bytes / 8)));
    this.block++;
    this.used = 0;
    return true;
  }
}

/** Returns an array of a type over a whole block. */
export function arrayOf(type: string, buffer: SharedArrayBuffer): NumericArray {
  return new arrays[type](buffer);
}

const arrays: Readonly<Record<string, new (buffer: SharedArrayBuffer) => NumericArray>> = Object.fromEntries(
  [
    ...[Float32Array, Float64Array, Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array],
    ...[BigInt64Array, BigUint64Array],
  ].map((item) => [item.name, item as never]),
);
