import { Call, Mode, Status } from './fmi-constants';
import { allocate, core, ended, Session, session } from './instance-session';
import { allowed, err, fail, life, refused } from './lifecycle';
import { log } from './log-message';
import { addressOf } from './variable-access';

/** Times that differ by less than this share of the communication step are the same: masters add up rounded steps. */
const tolerance: f64 = 1e-3;
/** As a share of the time or of the communication step: an event that is no further from its end is at its end, as for the unit's core. */
const rounding: f64 = 1e-12;

/**
 * `do-step` from t by H [s]: all internal steps, and after each but the last `intermediate-update` when the importer
 * asked for it. The importer may then end the step early, at the last internal step that is not beyond the

 * time it names. Inside the callback variables can be read and continuous inputs set where calls come through: a component
 * is not re-entered during a call, a native library is.
 */
export function doStep(t: f64, H: f64): usize {
  if (!allowed(Call.doStep)) return err(refused());
  const now: usize = addressOf(0);
  const slack: f64 = tolerance * H;
  if (!(H > 0.0) || !(Math.abs(t - load<f64>(now)) <= slack))
    return err(fail('asked to step from %a s by %b s; the unit stands at %c s.', t, H, load<f64>(now)));
  if (life().stopDefined && t + H > life().stopTime + slack)
    return err(fail('%a s is past the stop time %b s.', t + H, life().stopTime));
  life().mode = Mode.failed;
  core().endAtEvents(session().reportsEvents && session().earlyReturnAllowed);
  const length: f64 = upToEvent(t, H);
  const n: i32 = core().begin(t, length);
  if (n < 0) return discard(H);
  const last: i32 = run(t, length, n);
  if (last < 0) return err(refused());
  const event: bool = session().reportsEvents && core().eventDue();
  life().mode = Mode.step;
  const area: usize = allocate(32, 8);
  memory.fill(area, 0, 32);
  store<f64>(area, load<f64>(now), 8);
  store<u8>(area, event ? 1 : 0, 16);
  const early: bool = last < n || length < H || load<f64>(now) < t + H - near(t, H);
  store<u8>(area, early ? 1 : 0, 18);
  return ended(area);
}

/** With Event Mode, a unit that takes steps of any length stops at the time of its next event. */
function upToEvent(t: f64, H: f64): f64 {
  if (!session().reportsEvents || !session().earlyReturnAllowed || core().internalStep() > 0.0) return H;
  const at: f64 = core().nextEvent();
  return at > t + near(t, H) && at < t + H - near(t, H) ? at - t : H;
}

/** Times that are no further apart [s] in a step from t by H are the same. */
function near(t: f64, H: f64): f64 {
  return rounding * Math.max(Math.abs(t), H);
}

/** Number of internal steps taken: fewer than `n` after an early return, −1 when a call inside the callback ended the run. */
function run(t: f64, H: f64, n: i32): i32 {
  const h: f64 = H / f64(n);
  let end: f64 = Infinity;
  for (let i: i32 = 0; i < n; i++) {
    if (t + f64(i + 1) * h > end + tolerance * h) return i;
    core().micro(i);
    // Without early return the unit handles events inside a step by itself.
    if (session().reportsEvents && session().earlyReturnAllowed && core().eventDue()) return i + 1;
    if (i + 1 === n || !session().reportsSteps) continue;
    const returnAt: f64 = report();
    if (session().interrupted) return -1;
    if (returnAt < end) end = returnAt;
    if (end <= load<f64>(addressOf(0))) return i + 1;
  }
  return n;
}

/**
 * Tells the importer of a finished internal step; the time [s] at which it wants `do-step` to return. Calls that it makes
 * meanwhile have their arena above that of this call. One of them may end the run.
 */
function report(): f64 {
  const s: Session = session();
  const canReturnEarly: bool = s.earlyReturnAllowed;
  const result: usize = allocate(16, 8);
  const bottom: usize = s.arena;
  s.arena = s.arenaTop;
  s.callEnded = true;
  life().mode = Mode.intermediate;
  core().intermediateUpdate(load<f64>(addressOf(0)), 0, 0, 1, canReturnEarly ? 1 : 0, result);
  s.arenaTop = s.arena;
  s.arena = bottom;
  s.callEnded = false;
  s.call = Call.doStep;
  s.interrupted = life().mode !== Mode.intermediate;
  if (s.interrupted) return Infinity;
  life().mode = Mode.failed;
  return canReturnEarly && load<u8>(result) !== 0 ? load<f64>(result, 8) : Infinity;
}

/** H is no whole multiple of h: nothing has changed, the importer may try another step size. */
function discard(H: f64): usize {
  life().mode = Mode.step;
  const text: string = 'the communication step %a s is no whole multiple of the internal step %b s.';
  log(Status.discard, text, H, core().internalStep());
  return err(Status.discard);
}
