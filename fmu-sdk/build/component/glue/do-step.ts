import { addressOf } from './access/variable-access';
import { Call, Mode, Status } from './fmi-constants';
import { allocate, core, ended, Session, session } from './instance-session';
import { allowed, err, fail, Life, life, refused } from './lifecycle';
import { log, withNumbers } from './log-message';

/**
 * Times are equal if they differ by less than this share of the communication step, because masters
 * add up rounded steps.
 */
const tolerance: f64 = 1e-3;
/**
 * Share of the time or of the communication step. An event closer than this to the end of the step
 * is at the end, as in the unit's core.
 */
const rounding: f64 = 1e-12;

/**
 * Implements `do-step` from t by H [s]: all internal steps, and `intermediate-update` after each
 * except the last if the importer asked for it. The importer may then end the step early, at the
 * last internal step up to its requested time.
 *
 * Inside the callback an importer may read variables and set continuous inputs if calls are
 * possible. A component cannot be re-entered during a call, but a native library can.
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

/**
 * Makes a step that reports nothing to the importer, without a result in memory. Returns false and
 * does nothing if `doStep` must make the step or explain why it cannot be made.
 */
export function quietStep(t: f64, H: f64): bool {
  const s: Session = session();
  const l: Life = life();
  if (l.mode !== Mode.step || s.exchange || s.reportsEvents || s.reportsSteps) return false;
  const slack: f64 = tolerance * H;
  if (!(H > 0.0) || !(Math.abs(t - load<f64>(addressOf(0))) <= slack)) return false;
  if (l.stopDefined && t + H > l.stopTime + slack) return false;
  s.call = Call.doStep;
  l.mode = Mode.failed;
  const n: i32 = core().begin(t, H);
  for (let i: i32 = 0; i < n; i++) core().micro(i);
  l.mode = Mode.step;
  return n >= 0;
}

/**
 * Returns the length of the step up to the next event. With Event Mode, a unit that takes steps of
 * any length stops there.
 */
function upToEvent(t: f64, H: f64): f64 {
  if (!session().reportsEvents || !session().earlyReturnAllowed || core().internalStep() > 0.0) return H;
  const at: f64 = core().nextEvent();
  return at > t + near(t, H) && at < t + H - near(t, H) ? at - t : H;
}

/** Tolerance [s] for equal times in a step from t by H. */
function near(t: f64, H: f64): f64 {
  return rounding * Math.max(Math.abs(t), H);
}

/**
 * Runs internal steps and returns their number: less than `n` after an early return, −1 when a call
 * inside the callback ended the run.
 */
function run(t: f64, H: f64, n: i32): i32 {
  const h: f64 = H / f64(n);
  let end: f64 = Infinity;
  for (let i: i32 = 0; i < n; i++) {
    if (t + f64(i + 1) * h > end + tolerance * h) return i;
    core().micro(i);
    // Without early return the unit handles events within a step itself.
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
 * Reports a finished internal step to the importer. Returns the time [s] at which it wants
 * `do-step` to return. Its calls in the meantime use an arena above this call's, and one of them
 * may end the run.
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

/**
 * Discards a step if H is not a whole multiple of h. The state is unchanged, so the importer may
 * try another step size.
 */
function discard(H: f64): usize {
  life().mode = Mode.step;
  const text: string = 'the communication step %a s is no whole multiple of the internal step %b s.';
  withNumbers(H, core().internalStep());
  log(Status.discard, text);
  return err(Status.discard);
}
