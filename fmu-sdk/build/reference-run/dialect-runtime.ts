import { memoryLimit } from '../../host/wasm/wasm-instance.ts';
import type { PlainMath } from './wasm-math.ts';

/** An array of the dialect: its storage rounds as AssemblyScript's does. */
export type PlainArray = {
  readonly length: number;
  [index: number]: unknown;
};

/**
 * The names that a unit's source finds as plain TypeScript. Conversions agree with AssemblyScript wherever the value
 * fits the type; where it does not, AssemblyScript saturates or wraps in silence, and these throw. `f64` turns the
 * −0 that integer arithmetic of TypeScript knows and wasm does not into 0.
 * Names with a $ come from transform-source.ts.
 */
export function plainDialect(math: PlainMath, { watch, asked }: PlainOptions = {}): Record<string, unknown> {
  return {
    $turn: (): void => {
      if (asked?.() === true) throw new Endless();
    },
    $seen: (value: unknown): unknown => {
      if (watch?.armed === true && isWatched(value, watch)) throw new NotANumber();
      return value;
    },
    Math: math,
    f64: (x: number | boolean): number => Number(x) + 0,
    f32: (x: number | boolean): number => Math.fround(Number(x)),
    ...Object.fromEntries(
      Object.entries(ranges).map(([kind, [min, max]]) => [kind, converter(kind, min, max)]),
    ),
    unchecked: <T>(value: T): T => value,
    unreachable: (): never => {
      throw new Error('unreachable');
    },
    $array: arrays(),
    $at,
    $put,
    $update,
    $bump,
  };
}

/** How a plain run is looked after. */
export interface PlainOptions {
  /** With it, values that are assigned or returned are looked at, which costs time. */
  watch?: Watch;
  /** Whether the run has to end: its next turn of a loop throws `Endless`. */
  asked?: () => boolean;
}

/** Whether the next NaN that is assigned or returned is thrown; with `infinite`, the next infinite number. */
export interface Watch {
  armed: boolean;
  infinite?: boolean;
}

function isWatched(value: unknown, { infinite = false }: Watch): boolean {
  return infinite ? value === Infinity || value === -Infinity : Number.isNaN(value);
}

/** Where a NaN, or an infinite number, first arises: its stack says it. */
export class NotANumber extends Error {}

/** A loop that went on until the run had to end: its stack says where. */
export class Endless extends Error {}

/** Integers of 64 bits are the nearest double here: exact to 2⁵³, and 2⁶³ − 1 and 2⁶⁴ − 1 are 2⁶³ and 2⁶⁴. */
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  i8: [-(2 ** 7), 2 ** 7 - 1],
  u8: [0, 2 ** 8 - 1],
  i16: [-(2 ** 15), 2 ** 15 - 1],
  u16: [0, 2 ** 16 - 1],
  i32: [-(2 ** 31), 2 ** 31 - 1],
  u32: [0, 2 ** 32 - 1],
  i64: [-(2 ** 63), 2 ** 63],
  u64: [0, 2 ** 64],
};

function converter(kind: string, min: number, max: number): (x: number | boolean) => number {
  return (x) => {
    const whole = Math.trunc(Number(x)) + 0;
    if (whole >= min && whole <= max) return whole;
    throw new RangeError(
      `${kind}(${x}): the value does not fit ${min} … ${max}. Test it before the conversion.`,
    );
  };
}

const storage: Readonly<Record<string, { new (n: number): PlainArray; readonly BYTES_PER_ELEMENT: number }>> =
  {
    f64: Float64Array,
    f32: Float32Array,
    i8: Int8Array,
    u8: Uint8Array,
    i16: Int16Array,
    u16: Uint16Array,
    i32: Int32Array,
    u32: Uint32Array,
    i64: Float64Array,
    u64: Float64Array,
  };

/**
 * `new StaticArray<element>(length)`: zeros, false or null. A unit's memory is never given back, so what all of them take
 * together is bounded, as it is for the sealed unit.
 */
function arrays(): (element: string, length: number) => PlainArray {
  let bytes = 0;
  return (element, length) => {
    const typed = storage[element];
    bytes += Math.max(0, length) * (typed?.BYTES_PER_ELEMENT ?? 4);
    if (bytes > memoryLimit)
      throw new RangeError(`arrays of ${bytes} bytes altogether; a unit has at most ${memoryLimit} bytes.`);
    if (typed !== undefined) return new typed(length);
    return new Array<unknown>(length).fill(element === 'bool' ? false : null);
  };
}

/** `array[index]`, which traps beyond the ends. */
function $at(array: PlainArray, index: number): unknown {
  const value = array[index];
  if (value === undefined) throw beyond(array, index);
  return value;
}

/** `array[index] = value`. */
function $put(array: PlainArray, index: number, value: unknown): unknown {
  if (array[index] === undefined) throw beyond(array, index);
  array[index] = value;
  return value;
}

/** `array[index] += …` and its like. */
function $update(array: PlainArray, index: number, change: (value: unknown) => unknown): unknown {
  return $put(array, index, change($at(array, index)));
}

/** `array[index]++` and its like: the value before when `old`. */
function $bump(array: PlainArray, index: number, by: number, old: boolean): unknown {
  const before = $at(array, index) as number;
  const after = $put(array, index, before + by);
  return old ? before : after;
}

function beyond(array: PlainArray, index: number): RangeError {
  return new RangeError(
    `index ${index} of an array of length ${array.length}. Keep it from 0 to ${array.length - 1}.`,
  );
}
