import { column, reference, variableCount } from './access/variable-access';
import { Call, Causality, Column, Mode, Status } from './fmi-constants';
import { allocate, core, ended, Session, session } from './instance-session';
import { fail, Life, life } from './lifecycle';
import { allCategories, categoryNames, say, withNumbers, withTexts } from './log-message';

/** Longest instance name that is stored [bytes]. */
const longestName: i32 = 4096;

/** Begins an instantiation. Returns false and logs an error if it cannot have this name. */
export function canBeNamed(call: Call, name: usize, length: i32): bool {
  const s: Session = session();
  s.call = call;
  if (s.alive)
    return rejected('this component instance holds a unit. Drop it, or make another component instance.');
  s.name = name;
  s.nameLength = length;
  if (!isBlank(name, length) && length <= longestName) return true;
  withNumbers(f64(length), f64(longestName));
  return rejected('the instance name has %a bytes; give 1 to %b, not blank.');
}

/** Returns false and logs an error if the token is not the one of this unit. */
export function isToken(token: usize, length: i32): bool {
  if (equals(token, length, core().token())) return true;
  withTexts(core().token());
  return rejected('the token is not the one of this unit, %s. Use its own model description.');
}

/** Returns false and logs an error if the unit cannot report these events and variables. */
export function canReport(eventModeUsed: i32, required: usize, count: i32): bool {
  if (eventModeUsed !== 0 && !core().hasEvents())
    return rejected('this unit has no event mode. Set eventModeUsed to false.');
  for (let i: i32 = 0; i < count; i++) {
    const vr: i32 = reference(required, i);
    if (u32(vr) < u32(variableCount()) && column(vr, Column.causality) <= Causality.output) continue;
    withNumbers(f64(u32(vr)));
    return rejected('value reference %a is no input and no output.');
  }
  return true;
}

/** Sets what the instance reports to the importer. */
export function setReports(events: bool, earlyReturn: bool, intermediateUpdate: bool): void {
  const s: Session = session();
  s.reportsEvents = events;
  s.earlyReturnAllowed = earlyReturn;
  s.reportsSteps = earlyReturn || intermediateUpdate;
}

/** Returns `option<…-instance>` after all checks: the only instance, with the name of the call. */
export function instance(exchange: bool, loggingOn: i32): usize {
  const s: Session = session();
  keepName(s.name, s.nameLength);
  s.alive = true;
  s.exchange = exchange;
  s.logging = loggingOn !== 0 ? allCategories : 0;
  pristine();
  const area: usize = allocate(8, 4);
  store<u8>(area, 1);
  store<i32>(area, exchange ? core().exchangeHandle(1) : core().handle(1), 4);
  return ended(area);
}

/** Returns an empty `option<…-instance>` after an error, which has been logged. */
export function noInstance(): usize {
  const area: usize = allocate(8, 4);
  store<u8>(area, 0);
  return ended(area);
}

/** Restores the state after instantiation. */
export function pristine(): void {
  core().reset();
  const fresh: Life = life();
  fresh.mode = Mode.instantiated;
  fresh.stale = false;
  fresh.evaluated = false;
  fresh.again = false;
  fresh.stopDefined = false;
  fresh.startTime = 0.0;
  fresh.stopTime = 0.0;
}

/** Ends the instance. The host may then create another. */
export function drop(): void {
  session().alive = false;
  ended(0);
}

function rejected(text: string): bool {
  say(Status.error, text);
  return false;
}

function isBlank(text: usize, length: i32): bool {
  for (let i: i32 = 0; i < length; i++) if (load<u8>(text + usize(i)) > 32) return false;
  return true;
}

/** Moves the name to the bottom of the arena, which begins above it from now on. */
function keepName(name: usize, length: i32): void {
  const s: Session = session();
  const bottom: usize = s.floor;
  memory.copy(bottom, name, usize(length));
  s.name = bottom;
  s.arena = (bottom + usize(length) + 15) & ~15;
  s.callEnded = true;
}

/** Implements `set-debug-logging`: turns categories on or off, all of them for an empty list. */
export function setDebugLogging(on: i32, categories: usize, count: i32): i32 {
  const s: Session = session();
  s.call = Call.setDebugLogging;
  let chosen: i32 = count === 0 ? allCategories : 0;
  for (let i: i32 = 0; i < count; i++) {
    const text: usize = usize(load<u32>(categories + 8 * usize(i)));
    const length: i32 = load<i32>(categories + 8 * usize(i), 4);
    let bit: i32 = 0;
    while (bit < 3 && !equals(text, length, categoryNames[bit])) bit++;
    if (bit === 3) return fail('category "%r" is none of this unit.', f64(text), f64(length));
    chosen |= 1 << bit;
  }
  s.logging = on !== 0 ? s.logging | chosen : s.logging & ~chosen;
  ended(0);
  return Status.ok;
}

function equals(text: usize, length: i32, name: string): bool {
  if (length !== name.length) return false;
  for (let i: i32 = 0; i < length; i++)
    if (i32(load<u8>(text + usize(i))) !== name.charCodeAt(i)) return false;
  return true;
}
