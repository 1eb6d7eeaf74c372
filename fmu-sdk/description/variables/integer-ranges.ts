import type { FmiType } from '../description.ts';

export type IntegerType = Extract<FmiType, `Int${string}` | `UInt${string}`>;

/**
 * Smallest and largest value of each integer type (FMI 3.0, 2.2.2): −2ⁿ⁻¹ … 2ⁿ⁻¹ − 1, or 0 … 2ⁿ −
 * 1.
 */
export const integerRanges: Readonly<Record<IntegerType, readonly [min: bigint, max: bigint]>> = {
  Int8: signed(8n),
  UInt8: unsigned(8n),
  Int16: signed(16n),
  UInt16: unsigned(16n),
  Int32: signed(32n),
  UInt32: unsigned(32n),
  Int64: signed(64n),
  UInt64: unsigned(64n),
};

function signed(bits: bigint): [bigint, bigint] {
  return [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
}

function unsigned(bits: bigint): [bigint, bigint] {
  return [0n, 2n ** bits - 1n];
}

export function isInteger(type: FmiType): type is IntegerType {
  return Object.hasOwn(integerRanges, type);
}
