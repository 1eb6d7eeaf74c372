/**
 * A real value from an output to an input, whose polynomial follows its past. The operations have
 * the order of those in `master/coupling/transfer/scalar-connections.ts`.
 */
@unmanaged
export class ScalarConnection {
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
  /** Step that begins at t_n [s]. */
  step: f64 = 0.0;
  /** Ticks between two readings of the source, in the scheme multi-rate. */
  spacing: u32 = 0;
  /** Place of its source in the sequence of the units. */
  from: u32 = 0;
  /** Value at the end of the step, in an iteration. */
  guess: f64 = 0.0;
}

/** Discards the past values. */
export function forget(c: ScalarConnection): void {
  c.past = -1;
  c.now = c.before = c.earlier = c.last = c.lastButOne = c.step = 0.0;
}

/** Reads the output at the start of a step of H [s]. */
export function read(c: ScalarConnection, H: f64): f64 {
  c.earlier = c.before;
  c.before = c.now;
  c.lastButOne = c.last;
  c.last = c.step;
  if (c.past < 2) c.past++;
  c.now = output(c);
  c.step = H;
  return c.now;
}

/** Shifts the polynomial by δ [s], for a step that begins later. */
export function shift(c: ScalarConnection, delta: f64): void {
  if (c.slot === 0) return;
  const first: f64 = load<f64>(c.slot, 8);
  const second: f64 = load<f64>(c.slot, 16);
  store<f64>(c.target, load<f64>(c.target) + delta * (first + 0.5 * delta * second));
  store<f64>(c.slot, first + delta * second, 8);
}

/** Returns the value of the output, converted for the input. */
export function output(c: ScalarConnection): f64 {
  return c.factor * load<f64>(c.source) + c.offset;
}

/** Returns the extrapolated value at the end of a step of H [s]. */
export function predicted(c: ScalarConnection, H: f64): f64 {
  const order: i32 = c.order < c.past ? c.order : c.past;
  let value: f64 = c.now;
  if (order === 0) return value;
  const slope: f64 = (c.now - c.before) / c.last;
  value += H * slope;
  if (order === 1) return value;
  const curve: f64 = (slope - (c.before - c.earlier) / c.lastButOne) / (c.last + c.lastButOne);
  return value + H * (c.last + H) * curve;
}

/** Sets the polynomial through the past values. */
export function extrapolate(c: ScalarConnection): void {
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
export function interpolate(c: ScalarConnection, end: f64, H: f64): void {
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

/** Returns the polynomial of the input, δ [s] after the beginning of the step. */
export function valueAfter(c: ScalarConnection, delta: f64): f64 {
  const value: f64 = load<f64>(c.target);
  if (c.slot === 0) return value;
  return value + delta * (load<f64>(c.slot, 8) + 0.5 * delta * load<f64>(c.slot, 16));
}

/**
 * Sets the polynomial over a step of h [s] by its first and last value, and for order 2 by their
 * mean.
 */
export function setCurve(c: ScalarConnection, begin: f64, end: f64, mean: f64, h: f64): void {
  const order: i32 = c.order;
  store<f64>(c.target, order === 0 ? end : begin);
  if (c.slot === 0) return;
  const bend: f64 = order < 2 ? 0.0 : 3.0 * (begin + end) - 6.0 * mean;
  setSlopes(c, order === 0 ? 0.0 : (end - begin - bend) / h, (2.0 * bend) / (h * h));
}

function setSlopes(c: ScalarConnection, first: f64, second: f64): void {
  store<f64>(c.slot, first, 8);
  store<f64>(c.slot, second, 16);
}
