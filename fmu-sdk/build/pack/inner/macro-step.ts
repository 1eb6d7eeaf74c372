import { fail } from 'fmukit/author';

/** A unit inside a macro step, and the indexes of its functions. */
@unmanaged
class MacroUnit {
  record: u32 = 0;
  beginSlot: u32 = 0;
  microSlot: u32 = 0;
  reserved: u32 = 0;
}

/** A port of an interface model. Its position is missing if the places are 0. */
@unmanaged
class MacroPort {
  /** Force of the fast unit. */
  force: u32 = 0;
  /** Velocity: input, its [u, u′, u″], and output of the mechanism. */
  velocity: u32 = 0;
  velocitySlot: u32 = 0;
  velocitySource: u32 = 0;
  position: u32 = 0;
  positionSlot: u32 = 0;
  positionSource: u32 = 0;
  reserved: u32 = 0;
  /** State of the model: position, velocity, acceleration, force on the interface, Q_eff. */
  s: f64 = 0.0;
  w: f64 = 0.0;
  a: f64 = 0.0;
  lambda: f64 = 0.0;
  q: f64 = 0.0;
}

/** Fast units that share an interface model. `macro-plan.ts` writes it. */
@unmanaged
export class Macro {
  units: u32 = 0;
  unitCount: u32 = 0;
  ports: u32 = 0;
  /** Number p of ports. */
  p: u32 = 0;
  /** M_eff (p × p) and Q_eff of the mechanism. */
  mass: u32 = 0;
  force: u32 = 0;
  /** Memory for a copy of M_eff and its inverse. */
  work: u32 = 0;
  inverse: u32 = 0;
}

/**
 * Reads the mechanism's state at t_n. The operations of a macro step have the order of those in
 * `master/coupling/macro-step.ts` and `master/interface-model/interface-model.ts`.
 */
export function prepareMacro(m: Macro): void {
  const p: u32 = m.p;
  memory.copy(m.work, m.mass, 8 * p * p);
  for (let i: u32 = 0; i < p; i++) portAt(m, i).q = load<f64>(m.force + 8 * i);
  invert(m.work, m.inverse, p);
  for (let k: u32 = 0; k < p; k++) {
    const port: MacroPort = portAt(m, k);
    port.w = load<f64>(port.velocitySource);
    if (port.position !== 0) port.s = load<f64>(port.positionSource);
  }
}

/** Steps the fast units of a model from t by H [s]. */
export function stepMacro(m: Macro, t: f64, H: f64): void {
  let n: i32 = 1;
  for (let k: u32 = 0; k < m.unitCount; k++) {
    const unit: MacroUnit = unitAt(m, k);
    n = call_indirect<i32>(unit.beginSlot, t, H, unit.record);
    if (n < 1) fail('an inner unit refuses a communication step');
  }
  const h: f64 = H / f64(n);
  for (let i: i32 = 0; i < n; i++) {
    predict(m, f64(i) * h);
    for (let k: u32 = 0; k < m.unitCount; k++) {
      const unit: MacroUnit = unitAt(m, k);
      call_indirect<void>(unit.microSlot, i, unit.record);
    }
    for (let k: u32 = 0; k < m.p; k++) {
      const port: MacroPort = portAt(m, k);
      port.s += h * port.w + 0.5 * h * h * port.a;
      port.w += h * port.a;
    }
  }
}

/** Writes the model's motion from time τ after t_n as polynomials about t_n. */
function predict(m: Macro, tau: f64): void {
  const p: u32 = m.p;
  for (let k: u32 = 0; k < p; k++) portAt(m, k).lambda = load<f64>(portAt(m, k).force);
  for (let i: u32 = 0; i < p; i++) {
    let sum: f64 = 0.0;
    for (let j: u32 = 0; j < p; j++)
      sum += load<f64>(m.inverse + 8 * (i * p + j)) * (portAt(m, j).q + portAt(m, j).lambda);
    portAt(m, i).a = sum;
  }
  for (let k: u32 = 0; k < p; k++) {
    const port: MacroPort = portAt(m, k);
    const a: f64 = port.a;
    const w: f64 = port.w;
    store<f64>(port.velocity, w);
    write(port.velocitySlot, w - a * tau, a, 0.0);
    if (port.position === 0) continue;
    const s: f64 = port.s;
    store<f64>(port.position, s);
    write(port.positionSlot, s - w * tau + 0.5 * a * tau * tau, w - a * tau, a);
  }
}

/** Sets u(t_n), u′ and u″ of an input. */
function write(slot: u32, u: f64, first: f64, second: f64): void {
  store<f64>(slot, u);
  store<f64>(slot, first, 8);
  store<f64>(slot, second, 16);
}

/** Inverts the matrix at `a`, which it overwrites. */
function invert(a: u32, inverse: u32, p: u32): void {
  for (let i: u32 = 0; i < p * p; i++) store<f64>(inverse + 8 * i, 0.0);
  for (let i: u32 = 0; i < p; i++) store<f64>(inverse + 8 * (i * p + i), 1.0);
  for (let k: u32 = 0; k < p; k++) {
    const pivot: f64 = 1.0 / load<f64>(a + 8 * (k * p + k));
    for (let j: u32 = 0; j < p; j++) {
      const at: u32 = 8 * (k * p + j);
      store<f64>(a + at, load<f64>(a + at) * pivot);
      store<f64>(inverse + at, load<f64>(inverse + at) * pivot);
    }
    for (let i: u32 = 0; i < p; i++) {
      if (i === k) continue;
      const factor: f64 = load<f64>(a + 8 * (i * p + k));
      for (let j: u32 = 0; j < p; j++) {
        const at: u32 = 8 * (i * p + j);
        const from: u32 = 8 * (k * p + j);
        store<f64>(a + at, load<f64>(a + at) - factor * load<f64>(a + from));
        store<f64>(inverse + at, load<f64>(inverse + at) - factor * load<f64>(inverse + from));
      }
    }
  }
}

function portAt(m: Macro, k: u32): MacroPort {
  return changetype<MacroPort>(<usize>m.ports + k * offsetof<MacroPort>());
}

function unitAt(m: Macro, k: u32): MacroUnit {
  return changetype<MacroUnit>(<usize>m.units + k * offsetof<MacroUnit>());
}
