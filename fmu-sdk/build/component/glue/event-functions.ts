import { addressOf, column, exists, reference, settable } from './access/variable-access';
import { lacks } from './exports/absent-functions';
import { Absent, answering, Call, Column, Mode, Type } from './fmi-constants';
import { allocate, core, ended, session } from './instance-session';
import { allowed, allowedIn, change, err, fail, life, ok, okList, refused, settle } from './lifecycle';

/** Kinds of Clocks, and times at which an interval may be set: see `layout/clock-layout.ts`. */
const periodic: i32 = 1;
const never: i32 = 0;
const initially: i32 = 1;

/** Event Mode and Clocks (FMI 3.0, 2.3.5 and 4.2.1.1), over fmu-sdk/author/unit-events.ts. */
export function enterEventMode(): i32 {
  if (!used(Call.enterEventMode)) return refused();
  settle();
  life().mode = Mode.event;
  life().stale = true;
  return ok();
}

export function enterStepMode(): i32 {
  if (!used(Call.enterStepMode)) return refused();
  change();
  life().stale = false;
  life().mode = Mode.step;
  return ok();
}

/**
 * Implements `discrete-states-info`: five flags and the next event's time. A unit uses the first
 * flag and the last two.
 */
export function updateDiscreteStates(): usize {
  if (!used(Call.updateDiscreteStates)) return err(refused());
  settle();
  const again: bool = life().evaluated && life().again;
  const moved: bool = life().evaluated && statesMoved();
  life().evaluated = false;
  life().stale = again;
  life().mode = Mode.failed;
  core().updateEvent();
  const next: f64 = core().nextEvent();
  life().mode = Mode.event;
  const area: usize = allocate(24, 8);
  memory.fill(area, 0, 24);
  store<u8>(area, again ? 1 : 0, 8);
  store<u8>(area, moved ? 1 : 0, 11);
  store<u8>(area, next < Infinity ? 1 : 0, 12);
  store<f64>(area, next < Infinity ? next : 0.0, 16);
  return ended(area);
}

/** Returns true if the event has changed continuous states. */
function statesMoved(): bool {
  const states: StaticArray<i32> = core().stateReferences();
  for (let i: i32 = 0; i < states.length; i++) {
    const at: usize = addressOf(states[i]);
    const bytes: usize = 8 * usize(column(states[i], Column.size));
    if (memory.compare(at, session().before + at, bytes) !== 0) return true;
  }
  return false;
}

/**
 * Implements `get-interval-decimal` and `get-interval-fraction`: interval and qualifier of each
 * Clock.
 */
export function getIntervals(call: Call, references: usize, n: i32): usize {
  const fractions: bool = call === Call.getIntervalFraction;
  const width: usize = fractions ? 24 : 16;
  const list: usize = allocate(usize(n) * width, 8);
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(references, i);
    if (!timeBased(call, vr)) return err(refused());
    const k: i32 = column(vr, Column.extra);
    settle();
    core().takeClock(k);
    const at: usize = list + width * usize(i);
    const interval: f64 = core().clockInterval(k);
    if (fractions) storeFraction(at, k, interval);
    else store<f64>(at, interval);
    store<u8>(at + width - 8, u8(core().clockQualifier(k)));
  }
  return okList(list, n);
}

/**
 * Implements `set-interval-decimal`, `set-interval-fraction`, `set-shift-decimal` and
 * `set-shift-fraction`.
 */
export function setTimes(call: Call, references: usize, n: i32, values: usize, m: i32): i32 {
  session().call = call;
  if (n !== m) return fail('got %a values for %b Clocks.', f64(m), f64(n));
  const fractions: bool = call === Call.setIntervalFraction || call === Call.setShiftFraction;
  const shifts: bool = call === Call.setShiftDecimal || call === Call.setShiftFraction;
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(references, i);
    if (!timeBased(call, vr)) return refused();
    const when: i32 = column(vr, Column.max);
    const mode: Mode = life().mode;
    if (when === never || (when === initially && mode === Mode.event))
      return fail(
        shifts
          ? 'the shift of value reference %a is not for an importer to set in %B.'
          : 'the interval of value reference %a is not for an importer to set in %B.',
        f64(vr),
        f64(mode),
      );
    const k: i32 = column(vr, Column.extra);
    if (fractions && !isMultiple(values + 16 * usize(i), k))
      return fail(
        '%a / %b s is no whole multiple of 1 / %c s, the resolution of value reference %d.',
        f64(load<u64>(values + 16 * usize(i))),
        f64(load<u64>(values + 16 * usize(i), 8)),
        core().clockResolution(k),
        f64(vr),
      );
    const time: f64 = fractions
      ? f64(load<u64>(values + 16 * usize(i))) / f64(load<u64>(values + 16 * usize(i), 8))
      : load<f64>(values + 8 * usize(i));
    if (!(time < Infinity && (time > 0.0 || (shifts && time === 0.0))))
      return fail(
        shifts ? 'a shift of %a s for value reference %b.' : 'an interval of %a s for value reference %b.',
        time,
        f64(vr),
      );
    change();
    if (shifts) core().setClockShift(k, time);
    else core().setClockInterval(k, time);
  }
  return ok();
}

export function getShifts(call: Call, references: usize, n: i32): usize {
  const fractions: bool = call === Call.getShiftFraction;
  const width: usize = fractions ? 16 : 8;
  const list: usize = allocate(usize(n) * width, 8);
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(references, i);
    if (!timeBased(call, vr)) return err(refused());
    if (column(vr, Column.min) !== periodic)
      return err(fail('the Clock of value reference %a has no shift.', f64(vr)));
    const k: i32 = column(vr, Column.extra);
    const at: usize = list + width * usize(i);
    if (fractions) storeFraction(at, k, core().clockShift(k));
    else store<f64>(at, core().clockShift(k));
  }
  return okList(list, n);
}

/** Stores a time [s] as counter and resolution of Clock k. */
function storeFraction(at: usize, k: i32, time: f64): void {
  const resolution: f64 = core().clockResolution(k);
  store<u64>(at, u64(time * resolution + 0.5));
  store<u64>(at, u64(resolution), 8);
}

/** Largest counter (2⁵³). Doubles cannot hold larger ones exactly. */
const mostCounter: u64 = 9007199254740992;

/** Returns true if counter / resolution at this address is a possible time of Clock k. */
function isMultiple(fraction: usize, k: i32): bool {
  const counter: u64 = load<u64>(fraction);
  const resolution: u64 = load<u64>(fraction, 8);
  const own: u64 = u64(core().clockResolution(k));
  if (resolution === 0 || counter > mostCounter || resolution > mostCounter) return false;
  // c · own / r must be whole. The common divisor is removed first, against overflow.
  let a: u64 = own;
  let b: u64 = resolution;
  while (b !== 0) {
    const rest: u64 = a % b;
    a = b;
    b = rest;
  }
  return counter % (resolution / a) === 0;
}

/** Implements `set-clock`: the importer activates input Clocks, and the unit deactivates them. */
export function setClocks(references: usize, n: i32, values: usize, m: i32): i32 {
  if (!settable(Type.clock, references, n, m)) return refused();
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(references, i);
    if (load<u8>(values + usize(i)) === 0 && load<u8>(addressOf(vr)) !== 0)
      return fail('the Clock of value reference %a cannot be deactivated.', f64(vr));
  }
  change();
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(references, i);
    store<u8>(addressOf(vr), load<u8>(values + usize(i)) !== 0 ? 1 : 0);
    core().takeClock(column(vr, Column.extra));
  }
  return ok();
}

/** Begins a call that is only valid with Event Mode. */
function used(call: Call): bool {
  if (session().reportsEvents) return allowed(call);
  session().call = call;
  if (!core().hasEvents()) lacks(Absent.eventMode);
  else if (allowedIn(answering)) fail('this unit has no event mode in use: eventModeUsed was false.');
  return false;
}

/** Begins a call about a time-based Clock. Returns false after an error. */
function timeBased(call: Call, vr: i32): bool {
  if (!allowed(call) || !exists(vr)) return false;
  if (column(vr, Column.type) !== Type.clock) fail('value reference %a is no Clock.', f64(vr));
  else if (column(vr, Column.min) < periodic)
    fail('the Clock of value reference %a ticks at no time that is known beforehand.', f64(vr));
  else if (isFraction(call) && core().clockResolution(column(vr, Column.extra)) === 0.0)
    fail('the times of the Clock of value reference %a are no fractions.', f64(vr));
  else return true;
  return false;
}

function isFraction(call: Call): bool {
  return (
    call === Call.getIntervalFraction ||
    call === Call.getShiftFraction ||
    call === Call.setIntervalFraction ||
    call === Call.setShiftFraction
  );
}
