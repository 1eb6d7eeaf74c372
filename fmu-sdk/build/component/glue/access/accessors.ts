import { Call, Column, Mode, shifts, Type } from '../fmi-constants';
import { allocate, core } from '../instance-session';
import { allowed, change, err, fail, life, ok, okList, refused, settle } from '../lifecycle';
import { addressOf, column, elements, reference, settable } from './variable-access';

/**
 * Implements `get-…` for every type except String and Binary. Returns the elements of all variables
 * in order.
 */
export function get(type: Type, references: usize, n: i32): usize {
  const list: usize = begun(type, references, n);
  if (list === 0) return err(refused());
  const shift: usize = usize(unchecked(shifts[type]));
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

/**
 * Implements `set-…` for every type except String, Binary and Clock. After an error it sets no
 * variable.
 */
export function set(type: Type, references: usize, n: i32, values: usize, count: i32): i32 {
  if (!settable(type, references, n, count)) return refused();
  if (type === Type.int64 && !inRange(references, n, values)) return refused();
  change();
  const shift: usize = usize(unchecked(shifts[type]));
  const inside: bool = life().mode === Mode.intermediate;
  let from: usize = values;
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(references, i);
    const to: usize = addressOf(vr);
    const size: usize = usize(column(vr, Column.size));
    if (column(vr, Column.type) === Type.enumeration)
      for (let k: usize = 0; k < size; k++) store<i32>(to + 4 * k, i32(load<i64>(from + 8 * k)));
    else memory.copy(to, from, size << shift);
    if (inside) hold(vr, from);
    from += size << shift;
  }
  return ok();
}

/**
 * Sets the start of the input's polynomial. Within a step the unit takes its inputs from their
 * polynomials.
 */
function hold(vr: i32, values: usize): void {
  const first: usize = core().derivatives() + 24 * usize(column(vr, Column.extra));
  for (let k: usize = 0; k < usize(column(vr, Column.size)); k++)
    store<f64>(first + 24 * k, load<f64>(values + 8 * k));
}

/**
 * Checks a getter's arguments, evaluates if needed, and allocates its list. Returns 0 after an
 * error.
 */
export function begun(type: Type, references: usize, n: i32): usize {
  if (!allowed(Call.getFloat32 + type)) return 0;
  const sum: i32 = elements(type, references, n);
  if (sum < 0) return 0;
  settle();
  return allocate(usize(sum) << usize(unchecked(shifts[type])), 8);
}

/** Returns true if every enumeration among the variables of `set-int64` gets one of its values. */
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
      const text: string = 'value reference %a is an enumeration from %b to %c; got %d.';
      fail(text, f64(vr), f64(min), f64(max), f64(value));
      return false;
    }
  }
  return true;
}
