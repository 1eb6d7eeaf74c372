import { absent } from './absent';
import { Column, Type } from './core';
import { allowed, change, err, fail, life, Mode, ok, okList, refused, settle } from './lifecycle';
import { allocate, core, ended, session } from './session';
import { addressOf, column, exists, reference, settable } from './variables';

/** Event Mode and Clocks (FMI 3.0, 2.3.5 and 4.2.1.1), over fmu-sdk/author/events.ts. */
export function enterEventMode(): i32 {
  const call: string = 'enter-event-mode';
  if (!used(call) || !allowed(call, '', Mode.step)) return refused();
  life().mode = Mode.event;
  life().stale = true;
  return ok();
}

export function enterStepMode(): i32 {
  const call: string = 'enter-step-mode';
  if (!used(call) || !allowed(call, '', Mode.event)) return refused();
  change();
  life().stale = false;
  life().mode = Mode.step;
  return ok();
}

/** `discrete-states-info`: five flags, of which a unit uses the first and the last, and the next event's time. */
export function updateDiscreteStates(): usize {
  const call: string = 'update-discrete-states';
  if (!used(call) || !allowed(call, '', Mode.event)) return err(refused());
  settle();
  const again: bool = life().evaluated && life().again;
  life().evaluated = false;
  life().stale = again;
  life().mode = Mode.failed;
  core().updateEvent();
  const next: f64 = core().nextEvent();
  life().mode = Mode.event;
  const area: usize = allocate(24, 8);
  memory.fill(area, 0, 24);
  store<u8>(area, again ? 1 : 0, 8);
  store<u8>(area, next < Infinity ? 1 : 0, 12);
  store<f64>(area, next < Infinity ? next : 0.0, 16);
  return ended(area);
}

/** `get-interval-decimal`: interval and qualifier of each Clock. */
export function getIntervals(references: usize, n: i32): usize {
  const list: usize = allocate(usize(n) << 4, 8);
  for (let i: i32 = 0; i < n; i++) {
    const k: i32 = timeBased('get-interval-decimal', reference(references, i), 1);
    if (k < 0) return err(refused());
    settle();
    core().takeClock(k);
    store<f64>(list + 16 * usize(i), core().clockInterval(k));
    store<u8>(list + 16 * usize(i), u8(core().clockQualifier(k)), 8);
  }
  return okList(list, n);
}

export function setIntervals(references: usize, n: i32, values: usize, m: i32): i32 {
  const call: string = 'set-interval-decimal';
  if (n !== m) return fail(call, '', 'got %a values for %b Clocks.', f64(m), f64(n));
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(references, i);
    const k: i32 = timeBased(call, vr, 1);
    if (k < 0) return refused();
    const when: i32 = column(vr, Column.max);
    if (when === 0 || (when === 1 && life().mode === Mode.event))
      return fail(
        call,
        '',
        'the interval of value reference %a is not for an importer to set in %B.',
        f64(vr),
        f64(life().mode),
      );
    const interval: f64 = load<f64>(values + 8 * usize(i));
    if (!(interval > 0.0 && interval < Infinity))
      return fail(call, '', 'an interval of %a s for value reference %b.', interval, f64(vr));
    change();
    core().setClockInterval(k, interval);
  }
  return ok();
}

export function getShifts(references: usize, n: i32): usize {
  const list: usize = allocate(usize(n) << 3, 8);
  for (let i: i32 = 0; i < n; i++) {
    const k: i32 = timeBased('get-shift-decimal', reference(references, i), 1);
    if (k < 0) return err(refused());
    store<f64>(list + 8 * usize(i), core().clockShift(k));
  }
  return okList(list, n);
}

/** `set-clock`: the importer activates input Clocks; the unit itself deactivates them. */
export function setClocks(references: usize, n: i32, values: usize, m: i32): i32 {
  if (!settable(Type.clock, references, n, m)) return refused();
  change();
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(references, i);
    const active: bool = load<u8>(values + usize(i)) !== 0;
    if (!active && load<u8>(addressOf(vr)) !== 0)
      return fail('set-clock', '', 'the Clock of value reference %a cannot be deactivated.', f64(vr));
    store<u8>(addressOf(vr), active ? 1 : 0);
    core().takeClock(column(vr, Column.extra));
  }
  return ok();
}

function used(call: string): bool {
  if (session().eventModeUsed) return true;
  absent(call, core().hasEvents() ? 'event mode in use: event-mode-used was false' : 'event mode');
  return false;
}

/** The number of a Clock whose ticks have times that can be known; −1 after an error. */
function timeBased(call: string, vr: i32, kind: i32): i32 {
  if (!allowed(call, '', Mode.initialization + Mode.event) || !exists(call, '', vr)) return -1;
  if (column(vr, Column.type) !== Type.clock || column(vr, Column.min) < kind) {
    fail(call, '', 'value reference %a is no Clock that ticks at times known beforehand.', f64(vr));
    return -1;
  }
  return column(vr, Column.extra);
}
