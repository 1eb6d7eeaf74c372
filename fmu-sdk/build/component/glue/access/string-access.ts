import { Bytes } from 'fmukit/author';
import { Column, Type } from '../fmi-constants';
import { change, err, fail, ok, okList, refused } from '../lifecycle';
import { begun } from './accessors';
import { addressOf, column, reference, settable } from './variable-access';

/**
 * Implements `get-string` and `get-binary`: (address, length) of each value. The host copies them
 * before its next call.
 */
export function getBytes(type: Type, references: usize, n: i32): usize {
  const list: usize = begun(type, references, n);
  if (list === 0) return err(refused());
  let to: usize = list;
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(references, i);
    for (let k: i32 = 0; k < column(vr, Column.size); k++) {
      const value: Bytes = bytesOf(vr, k);
      store<u32>(to, u32(changetype<usize>(value.data)));
      store<u32>(to, u32(value.length), 4);
      to += 8;
    }
  }
  return okList(list, i32((to - list) / 8));
}

/**
 * Implements `set-string` and `set-binary`. A value longer than the variable's `maxSize` is an
 * error.
 */
export function setBytes(type: Type, references: usize, n: i32, values: usize, count: i32): i32 {
  if (!settable(type, references, n, count)) return refused();
  let from: usize = values;
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(references, i);
    const room: i32 = column(vr, Column.extra);
    for (let k: i32 = 0; k < column(vr, Column.size); k++) {
      const length: u32 = load<u32>(from, 4);
      from += 8;
      if (length <= u32(room)) continue;
      const text: string = 'value reference %a holds %b bytes; got %c bytes.';
      return fail(text, f64(vr), f64(room), f64(length));
    }
  }
  change();
  from = values;
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(references, i);
    for (let k: i32 = 0; k < column(vr, Column.size); k++) {
      const value: Bytes = bytesOf(vr, k);
      value.length = load<i32>(from, 4);
      memory.copy(changetype<usize>(value.data), usize(load<u32>(from)), usize(value.length));
      from += 8;
    }
  }
  return ok();
}

/** Returns element k. The table has the place of the pointers. */
export function bytesOf(vr: i32, k: i32): Bytes {
  return changetype<Bytes>(usize(load<u32>(addressOf(vr) + 4 * usize(k))));
}
