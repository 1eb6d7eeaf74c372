import { get, set } from './accessors';
import { setClocks } from './events';
import { getBytes, setBytes } from './strings';

/** `get-…` and `set-…` of every type; the numbers are those of `fmiTypeNumbers` in `layout/rows.ts`. */
export function fmiGetFloat32(_self: i32, references: usize, n: i32): usize {
  return get(0, references, n);
}

export function fmiSetFloat32(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(0, references, n, values, m);
}

export function fmiGetFloat64(_self: i32, references: usize, n: i32): usize {
  return get(1, references, n);
}

export function fmiSetFloat64(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(1, references, n, values, m);
}

export function fmiGetInt8(_self: i32, references: usize, n: i32): usize {
  return get(2, references, n);
}

export function fmiSetInt8(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(2, references, n, values, m);
}

export function fmiGetInt16(_self: i32, references: usize, n: i32): usize {
  return get(3, references, n);
}

export function fmiSetInt16(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(3, references, n, values, m);
}

export function fmiGetInt32(_self: i32, references: usize, n: i32): usize {
  return get(4, references, n);
}

export function fmiSetInt32(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(4, references, n, values, m);
}

export function fmiGetInt64(_self: i32, references: usize, n: i32): usize {
  return get(5, references, n);
}

export function fmiSetInt64(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(5, references, n, values, m);
}

export function fmiGetUint8(_self: i32, references: usize, n: i32): usize {
  return get(6, references, n);
}

export function fmiSetUint8(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(6, references, n, values, m);
}

export function fmiGetUint16(_self: i32, references: usize, n: i32): usize {
  return get(7, references, n);
}

export function fmiSetUint16(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(7, references, n, values, m);
}

export function fmiGetUint32(_self: i32, references: usize, n: i32): usize {
  return get(8, references, n);
}

export function fmiSetUint32(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(8, references, n, values, m);
}

export function fmiGetUint64(_self: i32, references: usize, n: i32): usize {
  return get(9, references, n);
}

export function fmiSetUint64(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(9, references, n, values, m);
}

export function fmiGetBoolean(_self: i32, references: usize, n: i32): usize {
  return get(10, references, n);
}

export function fmiSetBoolean(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(10, references, n, values, m);
}

export function fmiGetString(_self: i32, references: usize, n: i32): usize {
  return getBytes(11, references, n);
}

export function fmiSetString(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return setBytes(11, references, n, values, m);
}

export function fmiGetBinary(_self: i32, references: usize, n: i32): usize {
  return getBytes(12, references, n);
}

export function fmiSetBinary(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return setBytes(12, references, n, values, m);
}

export function fmiGetClock(_self: i32, references: usize, n: i32): usize {
  return get(13, references, n);
}

export function fmiSetClock(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return setClocks(references, n, values, m);
}
