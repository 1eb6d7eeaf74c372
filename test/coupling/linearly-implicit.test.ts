import { describe, expect, it } from 'vitest';
import { errorOf, runOf } from '../problems/coupled/coupled.ts';
import { feedThroughPair, oscillator, quarterCar } from '../problems/coupled/problems.ts';

const scheme = 'linearly-implicit';

describe('linearly implicit stabilization', () => {
  it('linearly implicit stabilization converges for a loop of gain −3, for which Jacobi diverges', () => {
    const pair = feedThroughPair();
    expect(errorOf(pair, { scheme: 'jacobi', step: 0.02 })).toBeGreaterThan(1e6);
    // Outputs show the first step without history: on average half an order over the points.
    for (const [order, expected] of [
      [0, 1],
      [1, 1.5],
      [2, 1.5],
    ] as const) {
      const [coarse, fine] = [0.02, 0.01].map((step) => errorOf(pair, { scheme, order, step }));
      expect(coarse).toBeLessThan(0.2);
      expect(Math.log2(coarse / fine)).toBeGreaterThan(expected - 0.1);
      expect(Math.log2(coarse / fine)).toBeLessThan(expected + 0.2);
    }
  });

  it('linearly implicit stabilization bounds a spring a hundred times stiffer at five times the step of Jacobi', () => {
    const stiff = oscillator(100, 1);
    expect(errorOf(stiff, { scheme: 'jacobi', step: 0.01 })).toBeGreaterThan(1.5);
    expect(errorOf(stiff, { scheme: 'jacobi', step: 0.05 })).toBeGreaterThan(100);
    expect(errorOf(stiff, { scheme, step: 0.05 })).toBeLessThan(2.5);
    expect(errorOf(stiff, { scheme: 'jacobi', order: 1, step: 0.05 })).toBeGreaterThan(1e4);
    expect(errorOf(stiff, { scheme, order: 1, step: 0.05 })).toBeLessThan(3);
  });

  it('linearly implicit stabilization steps each unit once apart from Jacobians, which linear units need once per order', () => {
    const { session, units } = runOf(quarterCar(), { scheme, order: 1, step: 0.01 });
    session.start();
    session.advance(session.steps);
    // Each Jacobian needs one step at the operating point, and one for each input of a unit.
    expect(session.notes).toEqual([
      'Steps of each unit: 100, and additional steps for Jacobians.',
      'Jacobians of the interface: 3, each by 1 steps of all units.',
    ]);
    expect(units.map(({ steps }) => steps)).toEqual([106, 106]);
  });

  it('linearly implicit stabilization renews the Jacobian at the given interval', () => {
    const { session, units } = runOf(quarterCar(), {
      scheme,
      order: 1,
      step: 0.01,
      options: { renewal: 10 },
    });
    session.start();
    session.advance(session.steps);
    expect(session.notes.at(-1)).toBe('Jacobians of the interface: 12, each by 1 steps of all units.');
    expect(units[0].steps).toBe(100 + 2 * 12);
  });

  it('linearly implicit stabilization renews the Jacobian if inputs and outputs diverge', () => {
    const pair = feedThroughPair();
    const { session, units } = runOf(pair, { scheme, order: 0, step: 0.02 });
    const D = (units[0] as unknown as { of: { D: number[][] } }).of.D;
    session.start();
    session.advance(50);
    const before = session.notes.at(-1);
    const gain = D[0][0];
    D[0][0] = -3 * gain;
    try {
      session.advance(50);
      // The values of the new loop, with gain 9, agree again.
      const [a, b] = ['a.y', 'b.y'].map((name) => Number(session.reader(name)()));
      const [ua, ub] = ['a.u', 'b.u'].map((name) => Number(session.reader(name)()));
      expect(session.notes.at(-1)).not.toBe(before);
      expect(Math.abs(ub - a) + Math.abs(ua - b)).toBeLessThan(0.2 * (Math.abs(a) + Math.abs(b)));
    } finally {
      D[0][0] = gain;
    }
  });

  it('linearly implicit stabilization accepts only whole numbers as the renewal interval', () => {
    expect(() => runOf(quarterCar(), { scheme, step: 0.01, options: { renewal: 0.5 } })).toThrow(
      ': invalid renewal 0.5. Communication steps after which the interface Jacobian is renewed. 0 renews it only if differences grow: use a whole number',
    );
  });
});
