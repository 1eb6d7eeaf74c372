import { addressOf, column, wrongCount } from './access/variable-access';
import { Call, Column, Mode } from './fmi-constants';
import { allocate, core, ended } from './instance-session';
import { allowed, change, err, fail, life, ok, okList, refused, settle } from './lifecycle';

/** Model exchange (FMI 3.0, 3.2). New values are evaluated at the next read. */
export function enterContinuousTimeMode(): i32 {
  if (!allowed(Call.enterContinuousTimeMode)) return refused();
  change();
  life().mode = Mode.continuousTime;
  life().stale = true;
  return ok();
}

export function setTime(t: f64): i32 {
  if (!allowed(Call.setTime)) return refused();
  if (!(Math.abs(t) < Infinity)) return fail('asked to go to %a s.', t);
  change();
  store<f64>(addressOf(0), t);
  return ok();
}

export function setContinuousStates(values: usize, n: i32): i32 {
  if (!allowed(Call.setContinuousStates)) return refused();
  const states: StaticArray<i32> = core().stateReferences();
  if (n !== elementsOf(states)) return fail(wrongCount, f64(n), f64(elementsOf(states)));
  change();
  let from: usize = values;
  for (let i: i32 = 0; i < states.length; i++) {
    const bytes: usize = 8 * usize(column(states[i], Column.size));
    memory.copy(addressOf(states[i]), from, bytes);
    from += bytes;
  }
  return ok();
}

/** Returns the elements of Float64 variables in order. */
export function listOf(call: Call, references: StaticArray<i32>): usize {
  if (!allowed(call)) return err(refused());
  settle();
  const n: i32 = elementsOf(references);
  const list: usize = allocate(8 * usize(n), 8);
  let to: usize = list;
  for (let i: i32 = 0; i < references.length; i++) {
    const bytes: usize = 8 * usize(column(references[i], Column.size));
    memory.copy(to, addressOf(references[i]), bytes);
    to += bytes;
  }
  return okList(list, n);
}

export function getNominals(): usize {
  if (!allowed(Call.getNominalsOfContinuousStates)) return err(refused());
  return okList(changetype<usize>(core().nominals()), core().nominals().length);
}

/** Returns `ok` with the number of elements. */
export function countOf(call: Call, references: StaticArray<i32>): usize {
  if (!allowed(call)) return err(refused());
  const area: usize = allocate(16, 8);
  store<u8>(area, 0);
  store<u64>(area, u64(elementsOf(references)), 8);
  return ended(area);
}

/** Returns `completed-step-result`: true if Event Mode is to be entered, and false. */
export function completedIntegratorStep(): usize {
  if (!allowed(Call.completedIntegratorStep)) return err(refused());
  settle();
  const area: usize = allocate(4, 1);
  store<u8>(area, 0);
  store<u8>(area, core().eventDue() ? 1 : 0, 1);
  store<u8>(area, 0, 2);
  return ended(area);
}

function elementsOf(references: StaticArray<i32>): i32 {
  let sum: i32 = 0;
  for (let i: i32 = 0; i < references.length; i++) sum += column(references[i], Column.size);
  return sum;
}
