import { describe, expect, it } from 'vitest';
import { type Coupled, endOf, errorOf, runOf } from '../../problems/coupled/coupled.ts';
import { oscillator, quarterCar } from '../../problems/coupled/problems.ts';

const scheme = 'multi-rate';
const orders = [0, 1, 2] as const;

describe('units with different steps', () => {
  it.each([
    ['the first unit four times as often', (H: number) => ({ one: H / 4 })],
    ['the second unit four times as often', (H: number) => ({ two: H / 4 })],
    ['the first unit every fourth time', (H: number) => ({ one: 4 * H })],
  ])('units with different steps (%s) converge at the order of their polynomials plus 1', (_, steps) => {
    for (const order of orders) {
      const [coarse, fine] = [0.02, 0.01].map((step) =>
        errorOf(oscillator(), { scheme, order, step, steps: steps(step) }, 4),
      );
      // Started without a history, parabolas keep the second order of the first steps.
      const expected = Math.min(order, 1) + 1;
      expect(Math.log2(coarse / fine)).toBeGreaterThan(expected - 0.1);
      expect(Math.log2(coarse / fine)).toBeLessThan(order === 2 ? 3.1 : expected + 0.2);
    }
  });

  it('multi-rate equals Jacobi if all steps are H', () => {
    for (const order of orders) {
      const [mine, jacobi] = [scheme, 'jacobi'].map((text) =>
        endOf(quarterCar(), { scheme: text, order, step: 0.004 }),
      );
      mine.forEach((value, k) => {
        expect(Math.abs(value / jacobi[k] - 1)).toBeLessThan(1e-9);
      });
    }
  });

  it('a stiff unit with more steps has a smaller error without more calls of the other unit', () => {
    const stiff = quarterCar();
    const step = 0.004;
    const { session, units } = runOf(stiff, { scheme, order: 1, step, steps: { wheel: step / 4 } });
    session.start();
    session.advance(session.steps);
    expect(units.map(({ steps }) => steps)).toEqual([250, 1000]);
    expect(session.notes).toEqual(['Steps of the units: chassis 0.004 s, wheel 0.001 s.']);
    const [slow, both] = [
      errorOf(oscillator(), { scheme: 'jacobi', order: 1, step: 0.02 }),
      errorOf(oscillator(), { scheme, order: 1, step: 0.02, steps: { two: 0.005 } }),
    ];
    expect(both).toBeLessThan(0.4 * slow);
  });

  it('units with different steps show their last values between their steps', () => {
    const { session } = runOf(oscillator(), { scheme, step: 0.1, steps: { one: 0.4 } });
    session.start();
    const F: number[] = [];
    while (!session.done) {
      session.advance(1);
      F.push(Number(session.reader('one.F')()));
    }
    for (let n = 3; n + 4 < F.length; n += 4) {
      expect(new Set(F.slice(n, n + 4)).size).toBe(1);
      expect(F[n + 4]).not.toBe(F[n]);
    }
  });

  it('residuals of multi-rate belong to points at which all units have stepped', () => {
    const [one, other] = [{ one: 0.04 }, undefined].map((steps) => {
      const { session } = runOf(oscillator(), { scheme, order: 1, step: 0.02, steps });
      let times = 0;
      const { step } = session.residuals.bonds[0];
      session.residuals.bonds[0].step = function (H: number): void {
        times++;
        step.call(this, H);
      };
      session.start();
      session.advance(session.steps);
      return { times, magnitude: session.residuals.bonds[0].magnitude };
    });
    expect(one.times).toBe(250);
    expect(other.times).toBe(500);
    expect(one.magnitude).toBeGreaterThan(other.magnitude);
  });

  it('units with different steps receive inputs from files over their steps', () => {
    // ẋ = u, u = t: a step of any size is exact.
    const integrator = (name: string): Coupled['units'][number] => ({
      name,
      inputs: ['u', 'v'],
      outputs: ['x'],
      A: [[0]],
      B: [[1, 0]],
      C: [[1]],
      D: [[0, 0]],
      start: [0],
    });
    const problem: Coupled = {
      name: 'driven',
      units: [integrator('fast'), integrator('slow')],
      connections: [['fast.x', 'slow.v']],
      stopTime: 2,
    };
    const ramp = { times: [0, 2], values: [0, 2] };
    const { session } = runOf(problem, {
      scheme,
      step: 0.25,
      steps: { fast: 0.125, slow: 1 },
      driven: { 'fast.u': ramp, 'slow.u': ramp },
    });
    session.start();
    session.advance(session.steps);
    expect(Number(session.reader('fast.x')())).toBeCloseTo(2, 12);
    expect(Number(session.reader('slow.x')())).toBeCloseTo(2, 12);
  });

  it('refuses steps that are not multiples of each other, or do not end with the run', () => {
    expect(() => runOf(quarterCar(), { scheme, step: 0.01, steps: { wheel: 0.004 } })).toThrow(
      'run quarter-car: the communication step H = 0.01 s is not a whole multiple of the step 0.004 s of wheel. Set "step" of the units to multiples',
    );
    expect(() => runOf(quarterCar(), { scheme, step: 0.1, steps: { wheel: 0.3 } })).toThrow(
      'run quarter-car: from 0 s to 1 s is not a whole number of steps of 0.3 s of wheel. Choose another stop time',
    );
    expect(() => runOf(quarterCar(), { scheme: 'jacobi', step: 0.1, steps: { wheel: 0.05 } })).toThrow(
      'run quarter-car: the coupling scheme "jacobi" steps all units by H, but wheel has its own "step". Choose multi-rate or waveform, or remove "step" there.',
    );
  });
});
