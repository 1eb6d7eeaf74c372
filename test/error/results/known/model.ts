/** Ordinary differential equations with events: an indicator that rises above 0 fires. */
export interface Model {
  derivative(t: number, x: Float64Array, into: Float64Array): void;
  indicators?(t: number, x: Float64Array): number[];
  /** Changes the state at event k. */
  fire?(k: number, t: number, x: Float64Array): void;
}

/** Bisections that locate an event, and the most events of one step. */
const [bisections, mostEvents] = [50, 20];

/** Advances a state from t over H [s] by the classical Runge-Kutta method, and locates events. */
export function advance(model: Model, x: Float64Array, t: number, H: number, longest: number): void {
  const count = Math.max(1, Math.ceil(H / longest - 1e-9));
  const h = H / count;
  for (let k = 0; k < count; k++) cross(model, x, t + k * h, h);
}

function cross(model: Model, x: Float64Array, t: number, h: number): void {
  let done = 0;
  for (let events = 0; ; events++) {
    const next = stepped(model, x, t + done, h - done);
    const k = model.indicators === undefined ? -1 : firing(model, x, t + done, next, t + h);
    if (k < 0 || events === mostEvents) {
      x.set(next);
      return;
    }
    let [low, high] = [0, h - done];
    for (let i = 0; i < bisections; i++) {
      const middle = 0.5 * (low + high);
      const state = stepped(model, x, t + done, middle);
      if (firing(model, x, t + done, state, t + done + middle) < 0) low = middle;
      else high = middle;
    }
    const state = stepped(model, x, t + done, high);
    const first = firing(model, x, t + done, state, t + done + high);
    done += high;
    x.set(state);
    model.fire?.(first < 0 ? k : first, t + done, x);
  }
}

/** Returns the first indicator that rises above 0 between two states, or −1. */
function firing(model: Model, x: Float64Array, t: number, next: Float64Array, end: number): number {
  const [before, after] = [model.indicators!(t, x), model.indicators!(end, next)];
  return after.findIndex((value, k) => value > 0 && before[k] <= 0);
}

function stepped(model: Model, x: Float64Array, t: number, h: number): Float64Array {
  const n = x.length;
  const [k1, k2, k3, k4, z] = Array.from({ length: 5 }, () => new Float64Array(n));
  model.derivative(t, x, k1);
  for (let i = 0; i < n; i++) z[i] = x[i] + 0.5 * h * k1[i];
  model.derivative(t + 0.5 * h, z, k2);
  for (let i = 0; i < n; i++) z[i] = x[i] + 0.5 * h * k2[i];
  model.derivative(t + 0.5 * h, z, k3);
  for (let i = 0; i < n; i++) z[i] = x[i] + h * k3[i];
  model.derivative(t + h, z, k4);
  return z.map((_, i) => x[i] + (h / 6) * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]));
}
