import { type Linear, LinearUnit } from '../../../problems/coupled/linear-unit.ts';
import { advance, type Model } from './model.ts';

type Values = ArrayLike<number>;

/** Unit with nonlinear equations and events. A mode is a state whose derivative is 0. */
export interface Ode extends Pick<Linear, 'name' | 'inputs' | 'outputs' | 'start'> {
  derivative(t: number, x: Float64Array, u: Values, into: Float64Array): void;
  output(t: number, x: Float64Array, u: Values): number[];
  indicators?(t: number, x: Float64Array, u: Values): number[];
  fire?(k: number, t: number, x: Float64Array, u: Values): void;
}

/** Longest step of the integrator inside a unit [s]. Its error is far below that of the coupling. */
const longest = 5e-3;

/** Runs an `Ode` with polynomial inputs of order 2 over a step. */
export class OdeUnit extends LinearUnit {
  constructor(ode: Ode) {
    super({ ...ode, ...zeros(ode) });
    const { description, state } = this;
    const values = this.view(description.variables[0]).view as Float64Array;
    const [m, p, n] = [ode.inputs.length, ode.outputs.length, ode.start.length];
    const output = (t: number): void => {
      values.set(ode.output(t, state, values.subarray(0, m)), m);
    };
    const u = new Float64Array(m);
    this.initialize = (): void => output(0);
    this.step = (t, H) => {
      this.steps++;
      const from = values.slice();
      const input = (time: number): Float64Array => {
        const tau = time - t;
        for (let i = 0; i < m; i++) {
          const at = m + p + n + 3 * i;
          u[i] = from[i] + tau * (from[at + 1] + 0.5 * tau * from[at + 2]);
        }
        return u;
      };
      const model: Model = {
        derivative: (time, x, into) => ode.derivative(time, x, input(time), into),
        ...(ode.indicators && { indicators: (time, x) => ode.indicators!(time, x, input(time)) }),
        ...(ode.fire && { fire: (k, time, x) => ode.fire!(k, time, x, input(time)) }),
      };
      advance(model, state, t, H, longest);
      values.set(input(t + H), 0);
      output(t + H);
      return 0;
    };
  }
}

/** Returns matrices of the right size, which describe the unit and are not used. */
function zeros({ inputs, outputs, start }: Ode): Pick<Linear, 'A' | 'B' | 'C' | 'D'> {
  const of = (rows: number, columns: number): number[][] =>
    Array.from({ length: rows }, () => new Array<number>(columns).fill(0));
  const [m, p, n] = [inputs.length, outputs.length, start.length];
  return { A: of(n, n), B: of(n, m), C: of(p, n), D: of(p, m) };
}

/** Returns all units as one model without coupling, and what its connections carry. */
export function wholeOf(
  odes: readonly Ode[],
  connections: readonly (readonly [string, string])[],
): { model: Model; start: Float64Array; carried(t: number, x: Float64Array): number[] } {
  const at = odes.map((_, k) => odes.slice(0, k).reduce((sum, { start }) => sum + start.length, 0));
  const part = (x: Float64Array, k: number): Float64Array => x.subarray(at[k], at[k] + odes[k].start.length);
  const places = connections.map(([from, to]) => {
    const place = (name: string, kind: 'outputs' | 'inputs'): [unit: number, item: number] => {
      const unit = odes.findIndex((ode) => name.startsWith(`${ode.name}.`));
      return [unit, odes[unit][kind].indexOf(name.slice(odes[unit].name.length + 1))];
    };
    return { from: place(from, 'outputs'), to: place(to, 'inputs') };
  });
  /** Inputs of all units. Feed-through has no loop, so a pass for each unit suffices. */
  const exchange = (t: number, x: Float64Array): { u: number[][]; y: number[][] } => {
    const u = odes.map(({ inputs }) => inputs.map(() => 0));
    let y: number[][] = [];
    for (let pass = 0; pass < odes.length; pass++) {
      y = odes.map((ode, k) => ode.output(t, part(x, k), u[k]));
      for (const { from, to } of places) u[to[0]][to[1]] = y[from[0]][from[1]];
    }
    return { u, y };
  };
  const owners = (t: number, x: Float64Array): [unit: number, event: number, value: number][] => {
    const { u } = exchange(t, x);
    return odes.flatMap((ode, k) =>
      (ode.indicators?.(t, part(x, k), u[k]) ?? []).map((value, event): [number, number, number] => [
        k,
        event,
        value,
      ]),
    );
  };
  return {
    start: Float64Array.from(odes.flatMap(({ start }) => start)),
    carried: (t, x) => {
      const { y } = exchange(t, x);
      return places.map(({ from }) => y[from[0]][from[1]]);
    },
    model: {
      derivative: (t, x, into) => {
        const { u } = exchange(t, x);
        for (const [k, ode] of odes.entries()) ode.derivative(t, part(x, k), u[k], part(into, k));
      },
      indicators: (t, x) => owners(t, x).map(([, , value]) => value),
      fire: (event, t, x) => {
        const [k, own] = owners(t, x)[event];
        odes[k].fire?.(own, t, part(x, k), exchange(t, x).u[k]);
      },
    },
  };
}
