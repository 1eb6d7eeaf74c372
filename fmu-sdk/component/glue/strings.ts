import { Bytes } from 'fmukit/author';
import { begun, changed } from './accessors';
import { Column } from './core';
import { err, fail, okList, refused } from './lifecycle';
import { addressOf, column, reference, settable, typeName } from './variables';

/** `get-string`, `get-binary`: (address, length) of each value, which the host copies before its next call. */
export function getBytes(type: i32, references: usize, n: i32): usize {
  const list: usize = begun(type, references, n);
  if (list === 0) return err(refused());
  for (let i: i32 = 0; i < n; i++) {
    const value: Bytes = bytesOf(reference(references, i));
    store<u32>(list + 8 * usize(i), u32(changetype<usize>(value.data)));
    store<u32>(list + 8 * usize(i), u32(value.length), 4);
  }
  return okList(list, n);
}

/** `set-string`, `set-binary`. A value longer than the variable's `maxSize` is an error. */
export function setBytes(type: i32, references: usize, n: i32, values: usize, count: i32): i32 {
  if (!settable(type, references, n, count)) return refused();
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(references, i);
    const length: u32 = load<u32>(values + 8 * usize(i), 4);
    const room: i32 = column(vr, Column.extra);
    if (length <= u32(room)) continue;
    const text: string = 'value reference %a holds %b bytes; got %c bytes.';
    return fail('set-', typeName(type), text, f64(vr), f64(room), f64(length));
  }
  for (let i: i32 = 0; i < n; i++) {
    const value: Bytes = bytesOf(reference(references, i));
    value.length = load<i32>(values + 8 * usize(i), 4);
    memory.copy(changetype<usize>(value.data), usize(load<u32>(values + 8 * usize(i))), usize(value.length));
  }
  return changed();
}

function bytesOf(vr: i32): Bytes {
  return changetype<Bytes>(addressOf(vr));
}
