import type { FmiType } from '../../description/description.ts';
import type { FmiMajor } from '../../standard/fmi-version.ts';
import type { NumericType } from '../instance/fmi-api.ts';
import type { NumericArray } from '../instance/instance.ts';

export interface ArrayClass {
  new (buffer: ArrayBufferLike, offset: number, length: number): NumericArray;
  new (length: number): NumericArray;
  readonly BYTES_PER_ELEMENT: number;
}

/** Array types of values in the memory of a fmukit FMU. */
export const sealedArrays: Readonly<Record<NumericType, ArrayClass>> = {
  Float32: Float32Array,
  Float64: Float64Array,
  Int8: Int8Array,
  UInt8: Uint8Array,
  Int16: Int16Array,
  UInt16: Uint16Array,
  Int32: Int32Array,
  UInt32: Uint32Array,
  Int64: BigInt64Array,
  UInt64: BigUint64Array,
  Boolean: Uint8Array,
  Clock: Uint8Array,
  Enumeration: Int32Array,
};

/** Array types of values in the C interface of FMI 3.0. */
export const arrays3: Readonly<Record<NumericType, ArrayClass>> = {
  ...sealedArrays,
  Enumeration: BigInt64Array,
};

/**
 * Array types of FMI 2.0, which has four types and uses `int` for Integer, Boolean and Enumeration.
 */
export const arrays2: Readonly<Partial<Record<FmiType, ArrayClass>>> = {
  Float64: Float64Array,
  Int32: Int32Array,
  Boolean: Int32Array,
  Enumeration: Int32Array,
};

/** Array types of FMI 1.0, whose Boolean is a `char`. */
const arrays1: Readonly<Partial<Record<FmiType, ArrayClass>>> = { ...arrays2, Boolean: Uint8Array };

/** Returns the array types of an FMI version by type. Types that it lacks are missing. */
export function arraysOf(fmi: FmiMajor): Readonly<Partial<Record<FmiType, ArrayClass>>> {
  return fmi === 3 ? arrays3 : fmi === 2 ? arrays2 : arrays1;
}
