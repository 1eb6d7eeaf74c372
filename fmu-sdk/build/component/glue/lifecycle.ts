import { anyExchangeMode, anyMode, Call, callModes, exchangeModes, Mode, Status } from './fmi-constants';
import { allocate, core, ended, session } from './instance-session';
import { log, withNumbers } from './log-message';

/** Part of an FMU state outside the unit's memory. */
export class Life {
  mode: Mode = Mode.instantiated;
  /**
   * True if a value was set since the last evaluation, in Initialization, Event or Continuous-Time
   * Mode.
   */
  stale: bool = false;
  /**
   * True if the event was evaluated in Event Mode, from the memory in `session().before`. `again`
   * is true if it asked for another iteration.
   */
  evaluated: bool = false;
  again: bool = false;
  stopDefined: bool = false;
  startTime: f64 = 0.0;
  stopTime: f64 = 0.0;
}

let only: Life = changetype<Life>(0);

export function openLife(): void {
  only = new Life();
}

export function life(): Life {
  return only;
}

/** Begins a call. Returns false and logs an error if the present mode forbids it. */
export function allowed(call: Call): bool {
  session().call = call;
  return allowedIn(unchecked(session().exchange ? exchangeModes[call] : callModes[call]));
}

/** Returns false and logs an error if the present mode is not in this set. */
export function allowedIn(modes: i32): bool {
  const mode: Mode = only.mode;
  if ((modes & mode) !== 0) return true;
  if (mode === Mode.failed) log(Status.fatal, 'the unit trapped in an earlier call. Reset it or free it.');
  else {
    const known: i32 = modes & knownModes();
    if (known === 0) fail('the interface of this instance has no such call.');
    else fail('not allowed in %A, only in %B.', f64(mode), f64(known));
  }
  return false;
}

/** Returns the possible states of this instance between calls. */
export function knownModes(): i32 {
  if (session().exchange) return anyExchangeMode;
  return session().reportsEvents ? anyMode : anyMode - Mode.event;
}

/**
 * Logs an error and ends the simulation run (FMI 3.0, 2.3.1: state Terminated). Placeholders in
 * `text`: see `Message`. Its texts must be set before, by `withTexts`.
 */
export function fail(text: string, a: f64 = 0.0, b: f64 = 0.0, c: f64 = 0.0, d: f64 = 0.0): i32 {
  withNumbers(a, b, c, d);
  log(Status.error, text);
  if (only.mode !== Mode.failed) {
    only.mode = Mode.terminated;
    only.evaluated = false;
  }
  return refused();
}

/** Returns the status of a rejected call. Its reason has been logged. */
export function refused(): i32 {
  session().callEnded = true;
  return only.mode === Mode.failed ? Status.fatal : Status.error;
}

/**
 * Returns `err(status)` of any result type. The payload stands at byte 1, at 4 or, for results with
 * 8-byte values, at 8.
 */
export function err(status: i32): usize {
  const area: usize = allocate(16, 8);
  store<u8>(area, 1);
  store<u8>(area, u8(status), 1);
  store<u8>(area, u8(status), 4);
  store<u8>(area, u8(status), 8);
  return ended(area);
}

/** Returns `ok(list)` of `n` elements at `list`. */
export function okList(list: usize, n: i32): usize {
  const area: usize = allocate(12, 4);
  store<u8>(area, 0);
  store<u32>(area, u32(list), 4);
  store<u32>(area, u32(n), 8);
  return ended(area);
}

export function ok(): i32 {
  session().callEnded = true;
  return Status.ok;
}

/** Evaluates the equations with new values, in Initialization, Event and Continuous-Time Mode. */
export function settle(): void {
  if (only.mode === Mode.continuousTime && only.stale) {
    only.mode = Mode.failed;
    core().evaluate();
    only.mode = Mode.continuousTime;
    only.stale = false;
  }
  if (only.mode === Mode.event && only.stale) evaluate();
  if (only.mode !== Mode.initialization || !only.stale) return;
  only.mode = Mode.failed;
  core().initialize(only.startTime);
  only.mode = Mode.initialization;
  only.stale = false;
}

/** Computes the values after the event from the saved values before it. */
function evaluate(): void {
  memory.copy(session().before, 0, core().stateSize());
  only.mode = Mode.failed;
  only.again = core().evaluateEvent();
  only.mode = Mode.event;
  only.stale = false;
  only.evaluated = true;
}

/** Discards an evaluated event. Must be called before variables are set. */
export function change(): void {
  if ((only.mode & (Mode.initialization | Mode.event | Mode.continuousTime)) !== 0) only.stale = true;
  if (!only.evaluated) return;
  memory.copy(0, session().before, core().stateSize());
  only.evaluated = false;
}
