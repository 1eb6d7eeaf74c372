import { memoryLimit } from '../../host/wasm/core-interface.ts';
import type { WasmMath } from './wasm-math.ts';

/** An array of the dialect. Its storage rounds as AssemblyScript's does. */
export type DialectArray = {
  readonly length: number;
  [index: number]: unknown;
};

/**
 * Returns the global names of a unit's source in the reference run. Conversions agree with
 * AssemblyScript if the value fits the type. Otherwise AssemblyScript saturates or wraps silently,
 * and these functions throw.
 *
 * `f64` turns −0 into 0, because integer arithmetic in TypeScript has a −0 that wasm lacks. Names
 * with a $ come from transform-source.ts.
 */
export function dialectGlobals(
  math: WasmMath,
  { watch, asked }: ReferenceOptions = {},
): Record<string, unknown> {
  return {
    $turn: (): void => {
      if (asked?.() === true) throw new EndlessLoopError();
    },
    $seen: (value: unknown): unknown => {
      if (watch?.armed === true && isWatched(value, watch)) throw new InvalidNumberError();
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
    $array: createAllocator(),
    $at,
    $put,
    $update,
    $bump,
  };
}

/** Options that observe or end a reference run. */
export interface ReferenceOptions {
  /** Checks values that are assigned or returned, which costs time. */
  watch?: NanWatch;
  /** Returns true if the run must end. The next iteration of a loop then throws `EndlessLoopError`. */
  asked?: () => boolean;
}

/**
 * Switches that make the next assigned or returned NaN throw, and with `infinite` the next infinite
 * number.
 */
export interface NanWatch {
  armed: boolean;
  infinite?: boolean;
}

function isWatched(value: unknown, { infinite = false }: NanWatch): boolean {
  return infinite ? value === Infinity || value === -Infinity : Number.isNaN(value);
}

/** Marks the first NaN or infinite number. Its stack names the place. */
export class InvalidNumberError extends Error {}

/** Marks a loop that continued until the run had to end. Its stack names the place. */
export class EndlessLoopError extends Error {}

/**
 * Ranges of integers. 64-bit integers are the nearest double, which is exact up to 2⁵³. So 2⁶³ − 1
 * and 2⁶⁴ − 1 are 2⁶³ and 2⁶⁴.
 */
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

const storage: Readonly<
  Record<string, { new (n: number): DialectArray; readonly BYTES_PER_ELEMENT: number }>
> = {
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
 * Returns `new StaticArray<element>(length)`: zeros, false or null. A unit never frees memory, so
 * the total size is limited as in the sealed FMU.
 */
function createAllocator(): (element: string, length: number) => DialectArray {
  let bytes = 0;
  return (element, length) => {
    const typed = storage[element];
    bytes += Math.max(0, length) * (typed?.BYTES_PER_ELEMENT ?? 4);
    if (bytes > memoryLimit)
      throw new RangeError(
        `the arrays have ${bytes} bytes in total, but a unit can have at most ${memoryLimit} bytes.`,
      );
    if (typed !== undefined) return new typed(length);
    return new Array<unknown>(length).fill(element === 'bool' ? false : null);
  };
}

/** Reads `array[index]`. Traps beyond the ends. */
function $at(array: DialectArray, index: number): unknown {
  const value = array[index];
  if (value === undefined) throw outOfBounds(array, index);
  return value;
}

/** Writes `array[index] = value`. */
function $put(array: DialectArray, index: number, value: unknown): unknown {
  if (array[index] === undefined) throw outOfBounds(array, index);
  array[index] = value;
  return value;
}

/** Updates an element as `array[index] += …` does. */
function $update(array: DialectArray, index: number, change: (value: unknown) => unknown): unknown {
  return $put(array, index, change($at(array, index)));
}

/** Increments an element as `array[index]++` does. Returns the old value if `old`. */
function $bump(array: DialectArray, index: number, by: number, old: boolean): unknown {
  const before = $at(array, index) as number;
  const after = $put(array, index, before + by);
  return old ? before : after;
}

function outOfBounds(array: DialectArray, index: number): RangeError {
  return new RangeError(
    `index ${index} of an array of length ${array.length}. Keep it from 0 to ${array.length - 1}.`,
  );
}
