import { describe, expect, it } from 'vitest';
import { endOf, errorOf, runOf } from '../../problems/coupled/coupled.ts';
import { oscillator, quarterCar, threeMasses } from '../../problems/coupled/problems.ts';

const scheme = 'waveform';
const options = { tolerance: 1e-12 };

describe('the scheme waveform', () => {
  it.each(['one', 'two'])(
    'waveform converges at orders 1 to 3 if unit %s steps 20 times as often',
    (unit) => {
      for (const order of [0, 1, 2] as const) {
        const [coarse, fine] = [0.1, 0.05].map((step) =>
          errorOf(oscillator(), { scheme, order, step, steps: { [unit]: step / 20 }, options }),
        );
        const measured = Math.log2(coarse / fine);
        expect(measured, `order ${order}`).toBeGreaterThan(order + 0.9);
        expect(measured, `order ${order}`).toBeLessThan(order + 1.1);
      }
    },
  );

  it('waveform equals iterative-gauss-seidel if all steps are H', () => {
    for (const order of [0, 1, 2] as const) {
      const [mine, other] = [scheme, 'iterative-gauss-seidel'].map((text) =>
        endOf(quarterCar(), { scheme: text, order, step: 0.004, options }),
      );
      mine.forEach((value, k) => {
        expect(Math.abs(value / other[k] - 1)).toBeLessThan(1e-9);
      });
    }
  });

  it('waveform converges at order 4 if all units take four steps in H', () => {
    const [coarse, fine] = [0.4, 0.2].map((step) =>
      errorOf(oscillator(), { scheme, order: 2, step, steps: { one: step / 4, two: step / 4 }, options }),
    );
    expect(Math.log2(coarse / fine)).toBeGreaterThan(3.8);
  });

  it('waveform needs a tenth of the exchanges of newton on the quarter car, and fewer steps', () => {
    const [window, newton] = [
      { scheme, step: 0.04, steps: { wheel: 0.005, chassis: 0.005 } },
      { scheme: 'newton', step: 0.0025 },
    ].map((coupling) => ({ order: 2 as const, ...coupling }));
    const stepsOf = (coupling: typeof newton): number[] => {
      const { session, units } = runOf(quarterCar(), coupling);
      session.start();
      session.advance(session.steps);
      return units.map(({ steps }) => steps);
    };
    expect(errorOf(quarterCar(), window)).toBeLessThan(errorOf(quarterCar(), newton, 16));
    const [mine, other] = [stepsOf(window)[0], stepsOf(newton)[0]];
    expect(mine).toBeLessThan(0.65 * other);
    // A window of waveform exchanges values once for 8 steps.
    expect(mine / 8).toBeLessThan(0.1 * other);
  });

  it('a slow unit gets the integral of a fast one, where ends of its steps alone miss it', () => {
    const steps = { wheel: 0.001 };
    const [linear, curved] = ([1, 2] as const).map((order) =>
      errorOf(quarterCar(), { scheme, order, step: 0.02, steps, options }),
    );
    expect(curved).toBeLessThan(linear / 10);
  });

  it('a unit sees rows of an input file at its own steps', () => {
    const driven = { 'three.x2': { times: [0, 0.51, 1], values: [0, 1, -1] } };
    const problem = { ...threeMasses(10), stopTime: 1 };
    const [exact, own, none] = [
      { step: 0.01 },
      { step: 0.25, steps: { one: 0.01, two: 0.01, three: 0.01 } },
      { step: 0.25 },
    ].map((coupling) => endOf(problem, { scheme, order: 2, ...coupling, driven, options })[0]);
    expect(Math.abs(own - exact)).toBeLessThan(1e-5);
    expect(Math.abs(none - exact)).toBeGreaterThan(1e-3);
  });

  it('waveform counts steps and iterations, and refuses a step that does not divide H', () => {
    const { session, units } = runOf(oscillator(), { scheme, order: 2, step: 0.1, steps: { one: 0.005 } });
    session.start();
    session.advance(session.steps);
    expect(session.notes[0]).toMatch(
      /^Steps of the units: one 0\.005 s, two 0\.1 s\. Sequence of the units: /,
    );
    expect(units[0].steps).toBe(20 * units[1].steps);
    expect(units[1].steps).toBeLessThan(2.5 * session.steps);
    expect(() => runOf(oscillator(), { scheme, step: 0.1, steps: { one: 0.04 } })).toThrow(
      'run oscillator: under waveform the communication step must be a whole multiple of the step of each unit, got H = 0.1 s and 0.04 s of one.',
    );
  });
});
