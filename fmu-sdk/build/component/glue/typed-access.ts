// Made by bin/generate.mjs from fmu-sdk/standard and fmu-sdk/build/component/component-functions.ts: change those.
import { get, set } from './accessors';
import { setClocks } from './event-functions';
import { Type } from './fmi-constants';
import { getBytes, setBytes } from './string-access';

export function fmiGetFloat32(_self: i32, references: usize, n: i32): usize {
  return get(Type.float32, references, n);
}

export function fmiSetFloat32(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(Type.float32, references, n, values, m);
}

export function fmiGetFloat64(_self: i32, references: usize, n: i32): usize {
  return get(Type.float64, references, n);
}

export function fmiSetFloat64(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(Type.float64, references, n, values, m);
}

export function fmiGetInt8(_self: i32, references: usize, n: i32): usize {
  return get(Type.int8, references, n);
}

export function fmiSetInt8(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(Type.int8, references, n, values, m);
}

export function fmiGetInt16(_self: i32, references: usize, n: i32): usize {
  return get(Type.int16, references, n);
}

export function fmiSetInt16(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(Type.int16, references, n, values, m);
}

export function fmiGetInt32(_self: i32, references: usize, n: i32): usize {
  return get(Type.int32, references, n);
}

export function fmiSetInt32(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(Type.int32, references, n, values, m);
}

export function fmiGetInt64(_self: i32, references: usize, n: i32): usize {
  return get(Type.int64, references, n);
}

export function fmiSetInt64(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(Type.int64, references, n, values, m);
}

export function fmiGetUint8(_self: i32, references: usize, n: i32): usize {
  return get(Type.uInt8, references, n);
}

export function fmiSetUint8(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(Type.uInt8, references, n, values, m);
}

export function fmiGetUint16(_self: i32, references: usize, n: i32): usize {
  return get(Type.uInt16, references, n);
}

export function fmiSetUint16(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(Type.uInt16, references, n, values, m);
}

export function fmiGetUint32(_self: i32, references: usize, n: i32): usize {
  return get(Type.uInt32, references, n);
}

export function fmiSetUint32(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(Type.uInt32, references, n, values, m);
}

export function fmiGetUint64(_self: i32, references: usize, n: i32): usize {
  return get(Type.uInt64, references, n);
}

export function fmiSetUint64(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(Type.uInt64, references, n, values, m);
}

export function fmiGetBoolean(_self: i32, references: usize, n: i32): usize {
  return get(Type.boolean, references, n);
}

export function fmiSetBoolean(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return set(Type.boolean, references, n, values, m);
}

export function fmiGetString(_self: i32, references: usize, n: i32): usize {
  return getBytes(Type.string, references, n);
}

export function fmiSetString(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return setBytes(Type.string, references, n, values, m);
}

export function fmiGetBinary(_self: i32, references: usize, n: i32): usize {
  return getBytes(Type.binary, references, n);
}

export function fmiSetBinary(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return setBytes(Type.binary, references, n, values, m);
}

export function fmiGetClock(_self: i32, references: usize, n: i32): usize {
  return get(Type.clock, references, n);
}

export function fmiSetClock(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return setClocks(references, n, values, m);
}
