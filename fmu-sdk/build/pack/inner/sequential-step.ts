import { fail } from 'fmukit/author';

/** A real value from an output to an input, whose polynomial follows its past. */
@unmanaged
class ScalarConnection {
  source: u32 = 0;
  target: u32 = 0;
  /** Address of [u, u′, u″] of the input, or 0. */
  slot: u32 = 0;
  order: i32 = 0;
  /** 1 if its source steps before its target. */
  fresh: u32 = 0;
  /** Number of past values, at most 2. −1 before the first step. */
  past: i32 = -1;
  factor: f64 = 0.0;
  offset: f64 = 0.0;
  /** Values at t_n, t_{n−1} and t_{n−2}. */
  now: f64 = 0.0;
  before: f64 = 0.0;
  earlier: f64 = 0.0;
  /** Last step and the one before [s]. */
  last: f64 = 0.0;
  lastButOne: f64 = 0.0;
}

/** A unit in the sequence, and its connections. */
@unmanaged
class SequenceEntry {
  record: u32 = 0;
  stepSlot: u32 = 0;
  connections: u32 = 0;
  connectionsEnd: u32 = 0;
}

/**
 * Gauss–Seidel step: units step one after another. The operations have the order of those in
 * `master/coupling/transfer/scalar-connections.ts`.
 */
export class SequentialStep {
  /** Size of the step before [s]. */
  private previous: f64 = 0.0;

  /** Discards all past values. */
  reset(from: u32, end: u32): void {
    this.previous = 0.0;
    for (let at: u32 = from; at < end; at += offsetof<ScalarConnection>()) {
      const c: ScalarConnection = changetype<ScalarConnection>(<usize>at);
      c.past = -1;
      c.now = c.before = c.earlier = c.last = c.lastButOne = 0.0;
    }
  }

  /** Reads the outputs at the start of a step. Returns false if a value is not finite. */
  begin(from: u32, end: u32, H: f64): bool {
    let finite: f64 = 0.0;
    for (let at: u32 = from; at < end; at += offsetof<ScalarConnection>()) {
      const c: ScalarConnection = changetype<ScalarConnection>(<usize>at);
      c.earlier = c.before;
      c.before = c.now;
      c.lastButOne = c.last;
      c.last = this.previous;
      if (c.past < 2) c.past++;
      c.now = output(c);
      finite += c.now * 0.0;
    }
    this.previous = H;
    return finite === 0.0;
  }

  /** Steps all units. Returns false if a value is not finite. */
  run(sequence: u32, count: u32, t: f64, H: f64): bool {
    for (let k: u32 = 0; k < count; k++) {
      const entry: SequenceEntry = changetype<SequenceEntry>(<usize>sequence + k * offsetof<SequenceEntry>());
      let finite: f64 = 0.0;
      for (let at: u32 = entry.connections; at < entry.connectionsEnd; at += offsetof<ScalarConnection>()) {
        const c: ScalarConnection = changetype<ScalarConnection>(<usize>at);
        if (c.fresh === 0) extrapolate(c);
        else {
          const end: f64 = output(c);
          finite += end * 0.0;
          interpolate(c, end, H);
        }
      }
      if (finite !== 0.0) return false;
      if (call_indirect<i32>(entry.stepSlot, t, H, entry.record) !== 0)
        fail('an inner unit refuses a communication step');
    }
    return true;
  }
}

/** Returns the value of the output, converted for the input. */
function output(c: ScalarConnection): f64 {
  return c.factor * load<f64>(c.source) + c.offset;
}

/** Sets the polynomial through the past values. */
function extrapolate(c: ScalarConnection): void {
  const order: i32 = c.order < c.past ? c.order : c.past;
  store<f64>(c.target, c.now);
  if (c.slot === 0) return;
  setSlopes(c, 0.0, 0.0);
  if (order === 0) return;
  const slope: f64 = (c.now - c.before) / c.last;
  if (order === 1) {
    setSlopes(c, slope, 0.0);
    return;
  }
  const curve: f64 = (slope - (c.before - c.earlier) / c.lastButOne) / (c.last + c.lastButOne);
  setSlopes(c, slope + curve * c.last, 2.0 * curve);
}

/** Sets the polynomial that meets a value at the end of the step. */
function interpolate(c: ScalarConnection, end: f64, H: f64): void {
  const order: i32 = c.order < c.past + 1 ? c.order : c.past + 1;
  store<f64>(c.target, order === 0 ? end : c.now);
  if (c.slot === 0) return;
  setSlopes(c, 0.0, 0.0);
  if (order === 0) return;
  const slope: f64 = (end - c.now) / H;
  // Before the first step, past values are missing.
  if (order === 1 || !(c.last > 0.0)) {
    setSlopes(c, slope, 0.0);
    return;
  }
  const curve: f64 = (slope - (c.now - c.before) / c.last) / (c.last + H);
  setSlopes(c, slope - curve * H, 2.0 * curve);
}

function setSlopes(c: ScalarConnection, first: f64, second: f64): void {
  store<f64>(c.slot, first, 8);
  store<f64>(c.slot, second, 16);
}
