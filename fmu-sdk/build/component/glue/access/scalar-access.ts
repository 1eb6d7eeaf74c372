import { slot } from '../derivative-functions';
import { Call, Column, Type } from '../fmi-constants';
import { allocate, core, session } from '../instance-session';
import { allowed, change, err, fail, ok, okList, refused, settle } from '../lifecycle';
import { withTexts } from '../log-message';
import { bytesOf } from './string-access';
import { addressOf, column, mayBeSet } from './variable-access';

/**
 * Kinds of scalars. FMI 2.0 only has scalars. A list has three u32 for each: its value reference in
 * FMI 2.0, its variable, and the element.
 */
enum Kind {
  real = 0,
  integer = 1,
  boolean = 2,
  text = 3,
}

const kindNames: StaticArray<string> = ['Real', 'Integer', 'Boolean', 'String'];

function kindOf(type: Type): Kind {
  if (type === Type.float32 || type === Type.float64) return Kind.real;
  if (type === Type.boolean) return Kind.boolean;
  return type === Type.string ? Kind.text : Kind.integer;
}

function named(list: usize, i: i32): i32 {
  return load<i32>(list + 12 * usize(i));
}

function variable(list: usize, i: i32): i32 {
  return load<i32>(list + 12 * usize(i), 4);
}

function element(list: usize, i: i32): i32 {
  return load<i32>(list + 12 * usize(i), 8);
}

/** Returns true if all scalars exist and are of this kind. With `set` they must be settable now. */
function checked(kind: Kind, list: usize, n: i32, set: bool): bool {
  const last: i32 = session().lastReference2;
  for (let i: i32 = 0; i < n; i++) {
    const r: i32 = named(list, i);
    if (u32(r) > u32(last)) {
      fail('value reference %a does not exist; the last one is %b.', f64(u32(r)), f64(last));
      return false;
    }
    const vr: i32 = variable(list, i);
    const its: Kind = kindOf(column(vr, Column.type));
    if (its !== kind) {
      withTexts(kindNames[its]);
      fail('value reference %a is of type %s.', f64(r));
      return false;
    }
    if (set && !mayBeSet(vr, r)) return false;
  }
  return true;
}

/** Returns the call of FMI 3.0 with the modes of `fmi2Get…` or `fmi2Set…`. */
function getter(kind: Kind): Call {
  return kind === Kind.text ? Call.getString : Call.getFloat64;
}

function setter(kind: Kind): Call {
  return kind === Kind.text ? Call.setString : Call.setFloat64;
}

/** Returns an `ok` list of f64, i32 or (address, length). */
export function faceGetScalars(kind: Kind, list: usize, n: i32): usize {
  if (!allowed(getter(kind)) || !checked(kind, list, n, false)) return err(refused());
  settle();
  const values: usize = allocate(usize(n) << 3, 8);
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = variable(list, i);
    const k: usize = usize(element(list, i));
    const type: Type = column(vr, Column.type);
    const to: usize = values + (usize(i) << (kind === Kind.integer || kind === Kind.boolean ? 2 : 3));
    if (kind === Kind.text) {
      store<u32>(to, u32(changetype<usize>(bytesOf(vr, i32(k)).data)));
      store<u32>(to, u32(bytesOf(vr, i32(k)).length), 4);
    } else if (type === Type.float64) store<f64>(to, load<f64>(addressOf(vr) + 8 * k));
    else if (type === Type.float32) store<f64>(to, f64(load<f32>(addressOf(vr) + 4 * k)));
    else store<i32>(to, integer(type, addressOf(vr), k));
  }
  return okList(values, n);
}

function integer(type: Type, from: usize, k: usize): i32 {
  if (type === Type.boolean || type === Type.uInt8) return i32(load<u8>(from + k));
  if (type === Type.int8) return i32(load<i8>(from + k));
  if (type === Type.int16) return i32(load<i16>(from + 2 * k));
  if (type === Type.uInt16) return i32(load<u16>(from + 2 * k));
  return load<i32>(from + 4 * k);
}

/** Sets all scalars. After an error it sets no scalar. */
export function faceSetScalars(kind: Kind, list: usize, n: i32, values: usize): i32 {
  if (!allowed(setter(kind)) || !checked(kind, list, n, true)) return refused();
  for (let i: i32 = 0; i < n; i++) if (!fits(kind, list, i, values)) return refused();
  change();
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = variable(list, i);
    const k: usize = usize(element(list, i));
    const type: Type = column(vr, Column.type);
    if (kind === Kind.text) {
      const from: usize = values + 8 * usize(i);
      const length: i32 = load<i32>(from, 4);
      bytesOf(vr, i32(k)).length = length;
      memory.copy(changetype<usize>(bytesOf(vr, i32(k)).data), usize(load<u32>(from)), usize(length));
    } else if (type === Type.float64) store<f64>(addressOf(vr) + 8 * k, load<f64>(values + 8 * usize(i)));
    else if (type === Type.float32) store<f32>(addressOf(vr) + 4 * k, f32(load<f64>(values + 8 * usize(i))));
    else setInteger(type, addressOf(vr), k, load<i32>(values + 4 * usize(i)));
  }
  return ok();
}

function setInteger(type: Type, to: usize, k: usize, value: i32): void {
  if (type === Type.boolean) store<u8>(to + k, value !== 0 ? 1 : 0);
  else if (type === Type.int8 || type === Type.uInt8) store<u8>(to + k, u8(value));
  else if (type === Type.int16 || type === Type.uInt16) store<u16>(to + 2 * k, u16(value));
  else store<i32>(to + 4 * k, value);
}

/** Returns true if the variable can hold the value. */
function fits(kind: Kind, list: usize, i: i32, values: usize): bool {
  const vr: i32 = variable(list, i);
  if (kind === Kind.text) {
    const length: u32 = load<u32>(values + 8 * usize(i), 4);
    const room: i32 = column(vr, Column.extra);
    if (length <= u32(room)) return true;
    fail('value reference %a holds %b bytes; got %c bytes.', f64(named(list, i)), f64(room), f64(length));
    return false;
  }
  if (kind !== Kind.integer) return true;
  const type: Type = column(vr, Column.type);
  const value: i32 = load<i32>(values + 4 * usize(i));
  let min: i32 = -2147483648;
  let max: i32 = 2147483647;
  if (type === Type.enumeration) {
    min = column(vr, Column.min);
    max = column(vr, Column.max);
  } else if (type === Type.int8 || type === Type.int16) {
    max = type === Type.int8 ? 0x7f : 0x7fff;
    min = -1 - max;
  } else if (type === Type.uInt8 || type === Type.uInt16) {
    min = 0;
    max = type === Type.uInt8 ? 0xff : 0xffff;
  }
  if (value >= min && value <= max) return true;
  const text: string = 'value reference %a goes from %b to %c; got %d.';
  fail(text, f64(named(list, i)), f64(min), f64(max), f64(value));
  return false;
}

/** Implements `fmi2SetRealInputDerivatives`: see `set-input-derivatives`. */
export function faceSetInputDerivatives(list: usize, n: i32, orders: usize, values: usize): i32 {
  if (!allowed(Call.setInputDerivatives) || !checked(Kind.real, list, n, true)) return refused();
  for (let i: i32 = 0; i < n; i++) {
    const order: i32 = load<i32>(orders + 4 * usize(i));
    if (slot(variable(list, i)) >= 0 && order >= 1 && order <= 2) continue;
    const text: string = 'value reference %a, order %b: only orders 1 and 2 of continuous Real inputs.';
    return fail(text, f64(named(list, i)), f64(order));
  }
  for (let i: i32 = 0; i < n; i++) {
    const order: i32 = load<i32>(orders + 4 * usize(i));
    const first: i32 = 3 * (slot(variable(list, i)) + element(list, i));
    store<f64>(core().derivatives() + 8 * usize(first + order), load<f64>(values + 8 * usize(i)));
  }
  return ok();
}

/** Implements `fmi2GetDirectionalDerivative`: J · seed, as a list of f64. */
export function faceGetDerivative(unknowns: usize, m: i32, knowns: usize, n: i32, seed: usize): usize {
  if (!allowed(Call.getDirectionalDerivative)) return err(refused());
  if (!core().hasDirectionalDerivatives()) return err(fail('this unit gives no partial derivatives.'));
  if (!checked(Kind.real, unknowns, m, false) || !checked(Kind.real, knowns, n, false)) return err(refused());
  settle();
  const list: usize = allocate(usize(m) << 3, 8);
  for (let a: i32 = 0; a < m; a++) {
    let sum: f64 = 0.0;
    for (let b: i32 = 0; b < n; b++)
      sum +=
        core().partial(variable(unknowns, a), element(unknowns, a), variable(knowns, b), element(knowns, b)) *
        load<f64>(seed + 8 * usize(b));
    store<f64>(list + 8 * usize(a), sum);
  }
  return okList(list, m);
}
