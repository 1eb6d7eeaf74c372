import { describe, expect, it } from 'vitest';
import { changingSteps, excitation, redundantOscillator } from '../../problems/coupled/changing-steps.ts';
import { type Coupling, runOf, unitsOf } from '../../problems/coupled/coupled.ts';
import type { LinearUnit } from '../../problems/coupled/linear-unit.ts';

const H = 0.1;

/**
 * Gap between the positions of both units after some changes of the step, and the gap ½ Σ h Δv that
 * held velocities leave.
 */
function gapOf(
  changes: number,
  options: Record<string, string>,
  order: Coupling['order'] = 0,
): { gap: number; expected: number; notes: readonly string[] } {
  const stopTime = H * Math.round((changes * Math.PI) / H);
  let read = (): number => 0;
  let [expected, last, lastSize] = [0, 1, 0];
  const scheme = changingSteps((_, h) => {
    expected += 0.5 * lastSize * (read() - last);
    [last, lastSize] = [read(), h];
  });
  const { session } = runOf(
    { ...redundantOscillator(), stopTime },
    { scheme: scheme.name, couplings: [scheme], step: H, order, options, driven: excitation(H, stopTime) },
  );
  const [v, one, two] = ['mass.v', 'spring.x', 'mass.x'].map((name) => session.reader(name));
  read = () => Number(v());
  session.start();
  session.advance(session.steps);
  return { gap: Number(two()) - Number(one()), expected, notes: session.notes };
}

describe('a flow that two units integrate on their own', () => {
  it('1000 changes of the step leave the gap of Kyllingstad 2025 within 5 %, and the correction removes it', () => {
    const { gap, expected, notes } = gapOf(1000, {});
    expect(gap).toBeLessThan(-20);
    expect(Math.abs(gap / expected - 1)).toBeLessThan(0.05);
    expect(notes).toEqual([]);
    const cured = gapOf(1000, { drift: 'pairs' });
    expect(Math.abs(cured.gap)).toBeLessThan(1e-4 * Math.abs(gap));
    expect(cured.notes).toEqual(['Integrals kept equal after changes of the step: mass.v → spring.v.']);
  });

  it('the correction leaves less than a hundredth of a held flow with linear and quadratic inputs too', () => {
    for (const order of [1, 2] as const)
      expect(Math.abs(gapOf(100, { drift: 'pairs' }, order).gap)).toBeLessThan(2.6e-2);
  });

  it.each(['adaptive', 'ecco'])('%s closes the gap that it leaves itself', (scheme) => {
    const gaps = ['none', 'pairs'].map((drift) => {
      const problem = { ...redundantOscillator(), stopTime: 20 };
      const { session } = runOf(problem, { scheme, step: 0.1, options: { drift, tolerance: 1e-2 } });
      const [one, two] = ['spring.x', 'mass.x'].map((name) => session.reader(name));
      session.start();
      session.advance(session.steps);
      return Math.abs(Number(two()) - Number(one()));
    });
    expect(gaps[1]).toBeLessThan(0.01 * gaps[0]);
  });

  it('equal steps keep their bits with the correction', () => {
    const ends = ['none', 'pairs', 'all'].map((drift) => {
      const options = { drift, tolerance: 1, first: 0.125, smallest: 0.125 };
      const { session } = runOf(redundantOscillator(), { scheme: 'adaptive', step: 0.125, options });
      session.start();
      session.advance(session.steps);
      return session.reader('mass.x')();
    });
    expect(ends[1]).toBe(ends[0]);
    expect(ends[2]).toBe(ends[0]);
  });

  it('a pair that the model descriptions declare is corrected from the first change on', () => {
    const problem = redundantOscillator();
    const make = (): LinearUnit[] => {
      const [spring, mass] = unitsOf(problem);
      const [v, x] = ['v', 'x'].map((name) =>
        mass.description.variables.findIndex((item) => item.name === name),
      );
      const { variables } = mass.description;
      variables[v] = { ...variables[v], derivative: variables[x].valueReference };
      // The derivative of the state of the spring depends on its input alone.
      spring.description.continuousStateDerivatives = [{ variable: 1, dependencies: [0] }];
      return [spring, mass];
    };
    const { session } = runOf(
      { ...problem, make },
      { scheme: 'adaptive', step: 0.1, options: { drift: 'pairs' } },
    );
    session.start();
    session.advance(1);
    expect(session.notes).toContain('Integrals kept equal after changes of the step: mass.v → spring.v.');
  });
});
