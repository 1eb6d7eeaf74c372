import { Causality, Column, Type, Variability } from './core';
import { allowed, fail, life, Mode } from './lifecycle';
import { core } from './session';

/** Ends of the names of the calls, by type. */
const typeNames: StaticArray<string> = [
  'float32',
  'float64',
  'int8',
  'int16',
  'int32',
  'int64',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'boolean',
  'string',
  'binary',
  'clock',
  'enumeration',
];

const causalityNames: StaticArray<string> = [
  'input',
  'output',
  'parameter',
  'structuralParameter',
  'calculatedParameter',
  'local',
  'independent',
];

const variabilityNames: StaticArray<string> = ['constant', 'fixed', 'tunable', 'discrete', 'continuous'];

export function typeName(type: i32): string {
  return typeNames[type];
}

export function variableCount(): i32 {
  return i32(f64(core().rows().length) / f64(Column.count));
}

export function column(vr: i32, which: Column): i32 {
  return load<i32>(changetype<usize>(core().rows()) + 4 * usize(vr * Column.count + which));
}

/** Address of a variable's first element (of the first pointer to a `Bytes`, for String and Binary). */
export function addressOf(vr: i32): usize {
  return usize(load<u32>(core().table() + usize(vr) * 4));
}

/** Reads entry `i` of a list of value references. */
export function reference(list: usize, i: i32): i32 {
  return load<i32>(list + usize(i) * 4);
}

/** So that no sum of sizes and no number of bytes overflows. */
const mostElements: i32 = 1 << 26;

/** Number of elements of the `n` variables, all of this type; −1 after an error. `Type.int64` means enumerations too. */
export function elements(call: string, suffix: string, type: i32, list: usize, n: i32): i32 {
  let sum: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(list, i);
    if (!exists(call, suffix, vr)) return -1;
    const its: i32 = column(vr, Column.type);
    if (its !== type && !(its === Type.enumeration && type === Type.int64)) {
      fail(call, suffix, 'value reference %a is of type %s.', f64(vr), 0.0, 0.0, typeNames[its]);
      return -1;
    }
    sum += column(vr, Column.size);
    if (sum <= mostElements) continue;
    fail(call, suffix, 'more than %a elements in one call.', f64(mostElements));
    return -1;
  }
  return sum;
}

/** Whether the unit has this value reference; if not, that is an error. */
export function exists(call: string, suffix: string, vr: i32): bool {
  const count: i32 = variableCount();
  if (u32(vr) < u32(count)) return true;
  fail(call, suffix, 'value reference %a does not exist; the last one is %b.', f64(u32(vr)), f64(count - 1));
  return false;
}

export const wrongCount: string = 'got %a values for %b elements.';

const settableModes: i32 =
  Mode.instantiated +
  Mode.configuration +
  Mode.initialization +
  Mode.step +
  Mode.reconfiguration +
  Mode.event;

/** As `elements`, for a setter: also that every variable may be set now, and that there are as many values. */
export function settable(type: i32, list: usize, n: i32, values: i32): bool {
  const name: string = typeNames[type];
  if (!allowed('set-', name, settableModes)) return false;
  const sum: i32 = elements('set-', name, type, list, n);
  if (sum < 0) return false;
  if (sum !== values) {
    fail('set-', name, wrongCount, f64(values), f64(sum));
    return false;
  }
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(list, i);
    const causality: i32 = column(vr, Column.causality);
    const variability: i32 = column(vr, Column.variability);
    const mode: Mode = life().mode;
    if (
      type === Type.clock
        ? causality === Causality.input && mode === Mode.event
        : mayBeSet(causality, variability, mode)
    )
      continue;
    const words: string = variabilityNames[variability];
    const text: string = 'value reference %a (%s %t) cannot be set in %B.';
    fail('set-', name, text, f64(vr), f64(life().mode), 0.0, words, causalityNames[causality]);
    return false;
  }
  return true;
}

/** FMI 3.0, 2.3.2 to 2.3.8 and 4.2.1.1: which variables an importer may set in which state. */
function mayBeSet(causality: i32, variability: i32, mode: Mode): bool {
  if (variability === Variability.constant) return false;
  const tunable: bool = variability === Variability.tunable;
  if (causality === Causality.structuralParameter)
    return mode === Mode.configuration || (mode === Mode.reconfiguration && tunable);
  if (mode === Mode.configuration || mode === Mode.reconfiguration) return false;
  if (causality === Causality.input) return true;
  return causality === Causality.parameter && (tunable || (mode !== Mode.step && mode !== Mode.event));
}
