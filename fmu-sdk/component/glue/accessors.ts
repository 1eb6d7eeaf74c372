import { Column, Type } from './core';
import { afterStart, allowed, change, err, fail, Mode, ok, okList, refused, settle } from './lifecycle';
import { allocate } from './session';
import { addressOf, column, elements, reference, settable, typeName } from './variables';

/** log2 of the bytes of an element as the Canonical ABI passes it, by type; strings are (address, length). */
const shifts: StaticArray<i32> = [2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 3, 3, 0];

/** `get-…` for every type but String and Binary: the elements of all variables, one after the other. */
export function get(type: i32, references: usize, n: i32): usize {
  const list: usize = begun(type, references, n);
  if (list === 0) return err(refused());
  const shift: usize = usize(shifts[type]);
  let to: usize = list;
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(references, i);
    const from: usize = addressOf(vr);
    const size: usize = usize(column(vr, Column.size));
    if (column(vr, Column.type) === Type.enumeration)
      for (let k: usize = 0; k < size; k++) store<i64>(to + 8 * k, i64(load<i32>(from + 4 * k)));
    else memory.copy(to, from, size << shift);
    to += size << shift;
  }
  return okList(list, i32((to - list) >> shift));
}

/** `set-…` for every type but String and Binary. Sets all variables or, after an error, none. */
export function set(type: i32, references: usize, n: i32, values: usize, count: i32): i32 {
  if (!settable(type, references, n, count)) return refused();
  if (type === Type.int64 && !inRange(references, n, values)) return refused();
  change();
  const shift: usize = usize(shifts[type]);
  let from: usize = values;
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(references, i);
    const to: usize = addressOf(vr);
    const size: usize = usize(column(vr, Column.size));
    if (column(vr, Column.type) === Type.enumeration)
      for (let k: usize = 0; k < size; k++) store<i32>(to + 4 * k, i32(load<i64>(from + 8 * k)));
    else memory.copy(to, from, size << shift);
    from += size << shift;
  }
  return ok();
}

/** Checks a getter's arguments, initializes if need be, and allocates its list; 0 after an error. */
export function begun(type: i32, references: usize, n: i32): usize {
  const name: string = typeName(type);
  if (!allowed('get-', name, afterStart + Mode.instantiated)) return 0;
  const sum: i32 = elements('get-', name, type, references, n);
  if (sum < 0) return 0;
  settle();
  return allocate(usize(sum) << usize(shifts[type]), 8);
}

/** Whether every enumeration among the variables of `set-int64` gets one of its values. */
function inRange(references: usize, n: i32, values: usize): bool {
  let from: usize = values;
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(references, i);
    const size: i32 = column(vr, Column.size);
    const min: i32 = column(vr, Column.min);
    const max: i32 = column(vr, Column.max);
    for (let k: i32 = 0; k < size; k++) {
      const value: i64 = load<i64>(from);
      from += 8;
      if (column(vr, Column.type) !== Type.enumeration || (value >= i64(min) && value <= i64(max))) continue;
      const text: string = 'value reference %a is an enumeration up to %b; got %c.';
      fail('set-', 'int64', text, f64(vr), f64(max), f64(value));
      return false;
    }
  }
  return true;
}
