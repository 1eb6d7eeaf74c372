import { describe, expect, it } from 'vitest';
import { type Coupled, errorOf, runOf } from '../../problems/coupled/coupled.ts';
import { oscillator, quarterCar } from '../../problems/coupled/problems.ts';

const car = { ...quarterCar(), stopTime: 10 };
const every = 0.2;

/** Returns the accepted steps, and Σ|δE| of the bond. */
function ran(
  scheme: string,
  step: number,
  options?: Record<string, number>,
): { steps: number; invented: number } {
  const { session, units } = runOf(car, { scheme, order: 1, step, options });
  session.start();
  session.advance(session.steps);
  return { steps: units[0].steps, invented: session.residuals.bonds[0].magnitude };
}

describe('steps that follow the residual power', () => {
  it('ECCO steps create less than a tenth of the energy of as many equal steps', () => {
    for (const tolerance of [1e-4, 1e-5, 1e-6]) {
      const ecco = ran('ecco', every, { tolerance });
      const equal = ran('jacobi', every / Math.round((ecco.steps * every) / car.stopTime));
      expect(equal.steps).toBeGreaterThan(0.8 * ecco.steps);
      expect(equal.steps).toBeLessThan(1.25 * ecco.steps);
      expect(ecco.invented * (ecco.steps / equal.steps) ** 2).toBeLessThan(0.1 * equal.invented);
    }
  });

  it('ECCO steps increase in number and create less energy with a smaller tolerance', () => {
    const runs = [1e-2, 1e-3, 1e-4, 1e-5].map((tolerance) => ran('ecco', every, { tolerance }));
    for (let k = 1; k < runs.length; k++) {
      expect(runs[k].steps).toBeGreaterThan(runs[k - 1].steps);
      expect(runs[k].invented).toBeLessThan(runs[k - 1].invented);
    }
  });

  /**
   * Returns the error of ecco with held values relative to as many equal Jacobi steps, at equal
   * points.
   */
  const shareOf = (problem: Coupled, tolerance: number, correction: number): number => {
    const coupling = { scheme: 'ecco', step: every, options: { tolerance, correction, smallest: 1e-6 } };
    const { session, units } = runOf(problem, coupling);
    session.start();
    session.advance(session.steps);
    const between = Math.round((units[0].steps * every) / problem.stopTime);
    return (
      errorOf(problem, coupling) / errorOf(problem, { scheme: 'jacobi', step: every / between }, between)
    );
  };

  it('ECCO steps leave less error than as many equal steps as a motion comes to rest, also with held values', () => {
    expect(shareOf(car, 1e-3, 0)).toBeLessThan(0.8);
  });

  it('ECCO steps leave a seventh of the error if inputs correct their integral', () => {
    expect(shareOf(car, 1e-3, 1)).toBeLessThan(1 / 7);
  });

  it('ECCO steps stay large at the beginning of a motion, when bonds have transmitted almost nothing', () => {
    const { session, units } = runOf({ ...oscillator(), stopTime: 10 }, { scheme: 'ecco', step: every });
    session.start();
    session.advance(1);
    const begin = units[0].steps;
    session.advance(session.steps - 1);
    expect(begin).toBeLessThan(0.2 * units[0].steps);
  });

  it('ECCO steps of the largest size equal Jacobi, and bonds count each step once', () => {
    const still = { first: 1, safety: 1, integral: 0, proportional: 0 };
    const [ecco, jacobi] = [ran('ecco', 0.01, still), ran('jacobi', 0.01)];
    expect(ecco.steps).toBe(jacobi.steps);
    expect(Math.abs(ecco.invented / jacobi.invented - 1)).toBeLessThan(1e-9);
  });

  it('ECCO steps stay within their limits, and meet every communication point', () => {
    const { session, units } = runOf(car, {
      scheme: 'ecco',
      step: every,
      options: { smallest: 0.002, largest: 0.03 },
    });
    const ends = new Set<number>();
    const [{ step }] = units;
    const sizes: number[] = [];
    (units[0] as { step: typeof step }).step = (t, h) => {
      sizes.push(h);
      ends.add(Number((t + h).toFixed(9)));
      return step(t, h);
    };
    session.start();
    session.advance(session.steps);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(0.03);
    // The last steps before a communication point share the remaining time.
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0.001);
    for (let n = 1; n <= session.steps; n++) expect(ends.has(Number((n * every).toFixed(9)))).toBe(true);
    expect(session.notes).toEqual([
      `Steps: ${sizes.length}, from ${[Math.min(...sizes), Math.max(...sizes)].map((h) => `${Number(h.toPrecision(9))} s`).join(' to ')}.`,
    ]);
  });

  it('ECCO needs a bond, and limits in order', () => {
    expect(() => runOf({ ...car, bonds: [] }, { scheme: 'ecco', step: 0.1 })).toThrow(
      'run quarter-car: ecco needs power bonds to choose its steps, but the system does not have any. Declare "bonds"',
    );
    expect(() => runOf(car, { scheme: 'ecco', step: 0.1, options: { smallest: 1, largest: 0.01 } })).toThrow(
      'the smallest step 1 s is larger than the largest step 0.01 s',
    );
  });
});
