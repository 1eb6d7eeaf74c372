import { describe, expect, it } from 'vitest';
import { ScalarConnections } from '../../master/coupling/transfer/scalar-connections.ts';
import type { Connection, Order } from '../../master/system/system.ts';
import { LinearUnit } from '../problems/coupled/linear-unit.ts';

const gain = (name: string): LinearUnit =>
  new LinearUnit({ name, inputs: ['u'], outputs: ['y'], A: [], B: [], C: [[]], D: [[1]], start: [] });

/** Returns a scalar connection of this order between two units, with access to its values. */
function createConnection(order: Order): {
  connections: ScalarConnections;
  give(y: number): void;
  /** Returns the value after τ of the polynomial that the input received. */
  at(tau: number): number;
} {
  const [from, to] = [gain('from'), gain('to')];
  const port = (unit: number, name: string): Connection['from'] => ({
    unit,
    variable: [from, to][unit].description.variables.find((variable) => variable.name === name)!,
  });
  const connections = new ScalarConnections([{ from: port(0, 'y'), to: port(1, 'u'), order }], [from, to]);
  const source = from.view(port(0, 'y').variable);
  const target = to.view(port(1, 'u').variable);
  const { view, offset } = to.polynomial(port(1, 'u').variable);
  return {
    connections,
    give: (y) => {
      source.view[source.offset] = y;
    },
    at: (tau) => Number(target.view[target.offset]) + tau * (view[offset + 1] + 0.5 * tau * view[offset + 2]),
  };
}

/** Polynomials that each order must reproduce exactly. */
const curves: Record<Order, (t: number) => number> = {
  0: () => 2.5,
  1: (t) => 2.5 - 3 * t,
  2: (t) => 2.5 - 3 * t + 7 * t * t,
};
const steps = [0.1, 0.25, 0.05, 0.4, 0.3, 0.01];

describe.each([0, 1, 2] as const)('polynomials of order %i over steps of different size', (order) => {
  const curve = curves[order];
  /** Runs a check in every step with enough history. */
  const visit = (
    history: number,
    check: (setup: ReturnType<typeof createConnection>, t: number, h: number) => void,
  ): number => {
    const setup = createConnection(order);
    let [t, checked] = [0, 0];
    steps.forEach((h, n) => {
      setup.give(curve(t));
      expect(setup.connections.begin(h)).toBe(true);
      if (n >= history) {
        check(setup, t, h);
        checked++;
      }
      t += h;
    });
    return checked;
  };

  it('polynomials reproduce a curve from its past at every time of the step', () => {
    const checked = visit(order, ({ connections: lanes, at }, t, h) => {
      lanes.extrapolate(0);
      for (const share of [0, 0.3, 1]) expect(at(share * h)).toBeCloseTo(curve(t + share * h), 12);
    });
    expect(checked).toBe(steps.length - order);
  });

  it('polynomials predict the value at the end of the step', () => {
    const end = new Float64Array(1);
    visit(order, ({ connections: lanes }, t, h) => {
      lanes.predict(end, h);
      expect(end[0]).toBeCloseTo(curve(t + h), 12);
    });
  });

  it('polynomials reproduce a curve from its end with one step of history less', () => {
    visit(Math.max(0, order - 1), ({ connections: lanes, at }, t, h) => {
      lanes.interpolateTo(0, Float64Array.of(curve(t + h)), h);
      for (const share of [0, 0.3, 1]) expect(at(share * h)).toBeCloseTo(curve(t + share * h), 12);
    });
  });

  it('polynomials integrate to the computed value', () => {
    const integral = new Float64Array(1);
    visit(order, ({ connections: lanes, at }, _, h) => {
      lanes.extrapolate(0);
      lanes.integrate(0, h, integral);
      // Simpson's rule is exact for them.
      expect(integral[0]).toBeCloseTo((h / 6) * (at(0) + 4 * at(h / 2) + at(h)), 13);
    });
  });
});

it('scalar connections report values that are not finite', () => {
  const setup = createConnection(1);
  setup.give(Number.NaN);
  expect(setup.connections.begin(0.1)).toBe(false);
});
