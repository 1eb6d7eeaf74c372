import { Call, Column, causalityNames, Mode, Type, typeNames, variabilityNames } from '../fmi-constants';
import { core, session } from '../instance-session';
import { allowed, fail, life } from '../lifecycle';
import { withTexts } from '../log-message';

export function variableCount(): i32 {
  return i32(f64(core().rows().length) / f64(Column.count));
}

export function column(vr: i32, which: Column): i32 {
  return load<i32>(changetype<usize>(core().rows()) + 4 * usize(vr * Column.count + which));
}

/**
 * Returns the address of a variable's first element. For String and Binary: of the first pointer to
 * a `Bytes`.
 */
export function addressOf(vr: i32): usize {
  return usize(load<u32>(core().table() + usize(vr) * 4));
}

/** Reads entry `i` of a list of value references. */
export function reference(list: usize, i: i32): i32 {
  return load<i32>(list + usize(i) * 4);
}

/** Limit that prevents overflow of sums of sizes and numbers of bytes. */
const mostElements: i32 = 1 << 26;

/**
 * Returns the number of elements of `n` variables of this type, or −1 after an error. `Type.int64`
 * includes enumerations.
 */
export function elements(type: Type, list: usize, n: i32): i32 {
  let sum: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(list, i);
    if (!exists(vr)) return -1;
    const its: Type = column(vr, Column.type);
    if (its !== type && !(its === Type.enumeration && type === Type.int64)) {
      withTexts(typeNames[its]);
      fail('value reference %a is of type %s.', f64(vr));
      return -1;
    }
    sum += column(vr, Column.size);
    if (sum <= mostElements) continue;
    fail('more than %a elements in one call.', f64(mostElements));
    return -1;
  }
  return sum;
}

/**
 * Returns true if the unit has this value reference. Otherwise logs an error. `fmu edit` hides a
 * variable by a negative type.
 */
export function exists(vr: i32): bool {
  const count: i32 = variableCount();
  if (u32(vr) < u32(count) && column(vr, Column.type) >= 0) return true;
  fail('value reference %a does not exist; the last one is %b.', f64(u32(vr)), f64(count - 1));
  return false;
}

export const wrongCount: string = 'got %a values for %b elements.';

/**
 * Checks the variables of a setter: elements as in `elements`, permission to set them now, and the
 * number of values.
 */
export function settable(type: Type, list: usize, n: i32, values: i32): bool {
  if (!allowed(Call.setFloat32 + type)) return false;
  const sum: i32 = elements(type, list, n);
  if (sum < 0) return false;
  if (sum !== values) {
    fail(wrongCount, f64(values), f64(sum));
    return false;
  }
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(list, i);
    if (!mayBeSet(vr, vr)) return false;
  }
  return true;
}

/**
 * Returns true if an importer may set variable `vr` now. Otherwise logs an error in which the
 * variable is `named`.
 */
export function mayBeSet(vr: i32, named: i32): bool {
  const mode: Mode = life().mode;
  if ((column(vr, session().speaks2 ? Column.settable2 : Column.settable3) & mode) !== 0) return true;
  withTexts(variabilityNames[column(vr, Column.variability)], causalityNames[column(vr, Column.causality)]);
  fail('value reference %a (%s %t) cannot be set in %B.', f64(named), f64(mode));
  return false;
}
