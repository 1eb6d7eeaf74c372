import { MemorySnapshot, type Snapshot } from '../../../fmu-sdk/host/state/snapshot.ts';
import type { Coupled } from './coupled.ts';
import { LinearUnit } from './linear-unit.ts';

/** Right hand side and outputs of a unit: ẋ = f(x, u), y = g(x, u). */
export interface Ode {
  name: string;
  inputs: readonly string[];
  outputs: readonly string[];
  start: readonly number[];
  rate(x: Float64Array, u: Float64Array, into: Float64Array): void;
  output(x: Float64Array, u: Float64Array, into: Float64Array): void;
}

/** Largest internal step [s]. Errors of Runge–Kutta are then far below those of the coupling. */
const finest = 2e-3;

/**
 * A unit that is not linear, integrated by the classical Runge–Kutta method with the polynomials of
 * its inputs.
 */
export class OdeUnit extends LinearUnit {
  private readonly x: Float64Array;
  private readonly u: Float64Array;
  private readonly y: Float64Array;
  private readonly slots: Float64Array;
  private readonly whole: Float64Array;

  constructor(ode: Ode) {
    const { inputs, outputs, start } = ode;
    const zeros = (rows: number, columns: number): number[][] =>
      Array.from({ length: rows }, () => new Array<number>(columns).fill(0));
    const [n, m, p] = [start.length, inputs.length, outputs.length];
    super({ ...ode, A: zeros(n, n), B: zeros(n, m), C: zeros(p, n), D: zeros(p, m) });
    this.whole = new Float64Array(this.state.buffer);
    this.u = this.whole.subarray(0, m);
    this.y = this.whole.subarray(m, m + p);
    this.x = this.state;
    this.slots = this.whole.subarray(m + p + n);
    const rates = [0, 1, 2, 3].map(() => new Float64Array(n));
    const [at, input] = [new Float64Array(n), new Float64Array(m)];
    const rate = (k: number, s: number, from: number, h: number): void => {
      for (let i = 0; i < m; i++)
        input[i] = this.u[i] + s * (this.slots[3 * i + 1] + 0.5 * s * this.slots[3 * i + 2]);
      for (let r = 0; r < n; r++) at[r] = this.x[r] + (k === 0 ? 0 : h * rates[from][r]);
      ode.rate(at, input, rates[k]);
    };
    this.step = (_, H) => {
      this.steps++;
      const count = Math.ceil(H / finest - 1e-9);
      const h = H / count;
      for (let j = 0; j < count; j++) {
        const s = j * h;
        rate(0, s, 0, h);
        rate(1, s + 0.5 * h, 0, 0.5 * h);
        rate(2, s + 0.5 * h, 1, 0.5 * h);
        rate(3, s + h, 2, h);
        for (let r = 0; r < n; r++)
          this.x[r] += (h / 6) * (rates[0][r] + 2 * rates[1][r] + 2 * rates[2][r] + rates[3][r]);
      }
      for (let i = 0; i < m; i++) this.u[i] += H * (this.slots[3 * i + 1] + 0.5 * H * this.slots[3 * i + 2]);
      ode.output(this.x, this.u, this.y);
      return 0;
    };
    this.initialize = () => ode.output(this.x, this.u, this.y);
    this.snapshot = (): Snapshot => new MemorySnapshot(new Uint8Array(this.whole.buffer));
  }
}

const g = 9.81;
const [m1, l1, m2, l2] = [1, 1, 0.5, 0.7];
const [c, d] = [400, 2];

/** Force in a rod between a point that moves and the lower mass, on that point. */
function pull(x: Float64Array, u: Float64Array, into: Float64Array): void {
  const [rx, ry] = [x[0] - u[0], x[1] - u[1]];
  const length = Math.hypot(rx, ry);
  const [ex, ey] = [rx / length, ry / length];
  const force = c * (length - l2) + d * (ex * (x[2] - u[2]) + ey * (x[3] - u[3]));
  into[0] = force * ex;
  into[1] = force * ey;
}

/**
 * A double pendulum: a point mass on a rod that turns, and another one on an elastic, damped rod
 * below. The upper unit gives the motion of its mass, the lower one the force in its rod.
 */
const odes: readonly Ode[] = [
  {
    name: 'upper',
    inputs: ['Fx', 'Fy'],
    outputs: ['x', 'y', 'vx', 'vy'],
    start: [1, 0],
    rate: ([angle, w], [Fx, Fy], into) => {
      const [s, k] = [Math.sin(angle), Math.cos(angle)];
      into[0] = w;
      into[1] = (Fx * k + Fy * s - m1 * g * s) / (m1 * l1);
    },
    output: ([angle, w], _, into) => {
      const [s, k] = [Math.sin(angle), Math.cos(angle)];
      into.set([l1 * s, -l1 * k, l1 * w * k, l1 * w * s]);
    },
  },
  {
    name: 'lower',
    inputs: ['x', 'y', 'vx', 'vy'],
    outputs: ['Fx', 'Fy'],
    start: [Math.sin(1) + l2 * Math.sin(0.3), -Math.cos(1) - l2 * Math.cos(0.3), 0, 0],
    rate: (x, u, into) => {
      pull(x, u, into);
      const [ax, ay] = [-into[0] / m2, -into[1] / m2 - g];
      into.set([x[2], x[3], ax, ay]);
    },
    output: pull,
  },
];

export const doublePendulum: Coupled = {
  name: 'double-pendulum',
  units: odes.map(({ name, inputs, outputs, start }) => ({
    ...{ name, inputs, outputs, start },
    ...{ A: [], B: [], C: [], D: [] },
  })),
  make: () => odes.map((ode) => new OdeUnit(ode)),
  connections: [
    ...['x', 'y', 'vx', 'vy'].map((text) => [`upper.${text}`, `lower.${text}`] as const),
    ...['Fx', 'Fy'].map((text) => [`lower.${text}`, `upper.${text}`] as const),
  ],
  bonds: [
    [4, 2],
    [5, 3],
  ],
  stopTime: 2,
};

/**
 * Outputs in the order of the connections at H, 2 H, …: of the whole, integrated by the same method
 * with a step of 0.1 ms or less.
 */
export function pendulumExactly(H: number): { next(): number[] } {
  const [upper, lower] = odes;
  const [u, y, F] = [new Float64Array(2), new Float64Array(4), new Float64Array(2)];
  const rates = [0, 1, 2, 3].map(() => new Float64Array(6));
  const [at, x] = [new Float64Array(6), Float64Array.from([...upper.start, ...lower.start])];
  const outputs = (of: Float64Array): void => {
    upper.output(of.subarray(0, 2), u, y);
    lower.output(of.subarray(2), y, F);
  };
  const rate = (k: number, from: number, h: number): void => {
    for (let r = 0; r < 6; r++) at[r] = x[r] + (k === 0 ? 0 : h * rates[from][r]);
    outputs(at);
    upper.rate(at.subarray(0, 2), F, rates[k].subarray(0, 2));
    lower.rate(at.subarray(2), y, rates[k].subarray(2));
  };
  return {
    next: () => {
      const count = Math.ceil(H / 1e-4 - 1e-9);
      const h = H / count;
      for (let j = 0; j < count; j++) {
        rate(0, 0, h);
        rate(1, 0, 0.5 * h);
        rate(2, 1, 0.5 * h);
        rate(3, 2, h);
        for (let r = 0; r < 6; r++)
          x[r] += (h / 6) * (rates[0][r] + 2 * rates[1][r] + 2 * rates[2][r] + rates[3][r]);
      }
      outputs(x);
      return [...y, ...F];
    },
  };
}
