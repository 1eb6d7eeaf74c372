import { describe, expect, it } from 'vitest';
import { type Coupled, endOf, errorOf, runOf } from '../problems/coupled/coupled.ts';
import { feedThroughPair, oscillator, quarterCar } from '../problems/coupled/problems.ts';

const pair = feedThroughPair();
const schemes = ['jacobi', 'gauss-seidel', 'nepce', 'adaptive'];

describe('algebraic loops solved at communication points', () => {
  it.each(['jacobi', 'gauss-seidel'])(
    'solving loops at points makes %s converge instead of diverge, by Newton and by Anderson',
    (scheme) => {
      expect(errorOf(pair, { scheme, step: 0.02 })).toBeGreaterThan(1e6);
      for (const loops of ['newton', 'anderson'])
        for (const [order, expected] of [
          [0, 1],
          // Outputs show the first step, which lacks history.
          [1, 1.5],
        ] as const) {
          const [coarse, fine] = [0.02, 0.01].map((step) =>
            errorOf(pair, { scheme, order, step, options: { loops } }),
          );
          expect(coarse).toBeLessThan(0.2);
          expect(Math.log2(coarse / fine)).toBeGreaterThan(expected - 0.1);
          expect(Math.log2(coarse / fine)).toBeLessThan(expected + 0.2);
        }
    },
  );

  it.each(schemes)(
    '%s makes the values of a loop agree at points within the tolerance, with two evaluations for linear units',
    (scheme) => {
      const options = {
        loops: 'newton',
        ...(scheme === 'adaptive' ? { smallest: 0.05, largest: 0.05 } : {}),
      };
      const { session } = runOf(pair, { scheme, order: 0, step: 0.05, options });
      session.start();
      session.advance(session.steps);
      const note = session.notes.find((candidate) => candidate.startsWith('Algebraic loops')) as string;
      expect(Number(/with ([.\d]+) evaluations/.exec(note)?.[1])).toBeLessThan(2.3);
      expect(session.implicit).toBe(true);
    },
  );

  it('solving loops leaves the states of units unchanged: they move once per step', () => {
    const [with_, without] = ['newton', 'as they are'].map((loops) => {
      // Outputs of the chassis do not depend on inputs, so only the wheel's force is solved.
      const { session } = runOf(quarterCar(), {
        scheme: 'jacobi',
        order: 2,
        step: 0.001,
        options: { loops },
      });
      session.start();
      session.advance(session.steps);
      return Number(session.reader('chassis.v')());
    });
    expect(with_).not.toBe(without);
    expect(Math.abs(with_ / without - 1)).toBeLessThan(1e-4);
  });

  it('solving loops bounds Jacobi for a spring a hundred times stiffer at five times its step', () => {
    const stiff = { ...oscillator(100, 1), loops: ['two.x → one.x2, one.F → two.F, back to two.x'] };
    const error = (loops: string): number =>
      errorOf(stiff, { scheme: 'jacobi', step: 0.05, options: { loops } });
    expect(error('as they are')).toBeGreaterThan(100);
    expect(error('newton')).toBeLessThan(2);
  });

  it('solving loops leaves a system without loops unchanged bit for bit', () => {
    const apart: Coupled = { ...quarterCar(), loops: [] };
    const ends = ['newton', 'as they are'].map((loops) =>
      endOf(apart, { scheme: 'nepce', step: 0.01, options: { loops } }),
    );
    expect(ends[0]).toEqual(ends[1]);
  });
});

/** A pair around which y = gain · y + tanh-like bends: y₁ = x − b(u₁), y₂ = u₂, b steep about 0. */
function bent(steepness: number): ReturnType<typeof runOf> {
  const run = runOf(pair, { scheme: 'jacobi', step: 0.05, options: { loops: 'newton' } });
  const [a] = run.units;
  const values = (a as unknown as { values: Float64Array }).values;
  const { step } = a;
  const bend = (): void => {
    // y = x − 2 b(u), b(u) = atan(s u). It is flat far from 0, so a whole Newton step diverges.
    values[1] = values[2] - 2 * Math.atan(steepness * (values[0] - 1));
  };
  (a as { step: typeof step }).step = (t, h) => {
    const answer = step(t, h);
    bend();
    return answer;
  };
  return run;
}

describe('a nonlinear loop', () => {
  it('a nonlinear loop converges with shorter Newton steps if whole ones diverge', () => {
    const { session } = bent(20);
    session.start();
    session.advance(5);
    const note = session.notes.at(-1) as string;
    // More evaluations than the two of a linear loop: steps were shortened, Jacobians renewed.
    expect(Number(/with ([.\d]+) evaluations/.exec(note)?.[1])).toBeGreaterThan(3);
  });
});

describe('a loop without a solution', () => {
  it('a loop without a solution ends in an error with unit, time, residuals and the next step', () => {
    const ring: Coupled = {
      ...pair,
      units: pair.units.map((unit, k) => ({
        ...unit,
        D: [[k === 0 ? 1 : 1]],
        start: [k === 0 ? 1 : -1],
        A: [[k]],
        B: [[0]],
      })),
    };
    const { session } = runOf(ring, { scheme: 'jacobi', step: 0.1, options: { loops: 'newton' } });
    expect(() => {
      session.start();
      session.advance(10);
    }).toThrow(
      /^step feed-through pair: the algebraic loop cannot be solved at t = [.\d]+ s: .*(gain 1|decrease|grow without bound).*\. Largest difference: (a\.y → b\.u|b\.y → a\.u), .* to .*\. Residuals in nominal values \(the last \d+\): [-.e+\d, ]+\. Try a smaller step/,
    );
  });

  it('a loop without a solution stops Anderson’s iteration', () => {
    const ring: Coupled = {
      ...pair,
      units: pair.units.map((unit, k) => ({
        ...unit,
        D: [[1]],
        start: [k === 0 ? 1 : -1],
        A: [[k]],
        B: [[0]],
      })),
    };
    const { session } = runOf(ring, { scheme: 'gauss-seidel', step: 0.1, options: { loops: 'anderson' } });
    expect(() => {
      session.start();
      session.advance(10);
    }).toThrow(
      /the algebraic loop cannot be solved at t = [.\d]+ s: (after 50 iterations|its values grow without bound)\. .*Residuals in nominal values \(the last \d+\)/,
    );
  });
});

it('refuses to solve loops together with interface models, or by an unknown method', () => {
  expect(() => runOf(pair, { scheme: 'jacobi', step: 0.1, options: { loops: 'magic' } })).toThrow(
    ': invalid loops "magic". Treatment of algebraic loops at communication points: broken by a delay of one step, or solved: use one of as they are, newton, anderson.',
  );
});
