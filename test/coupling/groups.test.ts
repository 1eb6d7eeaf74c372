import { describe, expect, it } from 'vitest';
import { endOf, errorOf, runOf } from '../problems/coupled/coupled.ts';
import { feedThroughPair, oscillator, threeMasses } from '../problems/coupled/problems.ts';

const exact = { tolerance: 1e-10 };

describe('a group of units with its own scheme', () => {
  it.each([
    'gauss-seidel',
    'newton',
    'iterative-gauss-seidel',
    'semi-implicit',
    'linearly-implicit',
    'nepce',
    'energy-correction',
  ])('a group equals the scheme bit for bit if it has all units: %s', (scheme) => {
    const problem = oscillator(10);
    for (const outer of ['jacobi', 'gauss-seidel', 'nepce']) {
      const groups = [{ units: [0, 1], scheme }];
      expect(endOf(problem, { scheme: outer, order: 1, step: 0.02, groups })).toEqual(
        endOf(problem, { scheme, order: 1, step: 0.02 }),
      );
    }
  });

  it('a group iterates only stiff units, almost as accurately as iteration of all units', () => {
    const problem = threeMasses(100);
    const groups = [{ units: [0, 1], scheme: 'newton', options: exact }];
    for (const scheme of ['jacobi', 'gauss-seidel']) {
      const alone = errorOf(problem, { scheme, order: 1, step: 0.04 });
      const grouped = errorOf(problem, { scheme, order: 1, step: 0.04, groups });
      const all = errorOf(problem, { scheme: 'newton', order: 1, step: 0.04, options: exact });
      expect(grouped).toBeLessThan(0.5 * alone);
      expect(grouped).toBeLessThan(1.1 * all);
      const { session, units } = runOf(problem, { scheme, order: 1, step: 0.04, groups });
      session.start();
      session.advance(session.steps);
      expect(units[2].steps).toBe(250);
      expect(units[0].steps).toBeGreaterThan(490);
      expect(session.notes.filter((note) => note.startsWith('Group one, two (newton): '))).toHaveLength(2);
    }
  });

  it('groups converge at the orders of the schemes, inside and between groups', () => {
    for (const order of [0, 1] as const) {
      const groups = [{ units: [0, 1], scheme: 'newton', options: exact }];
      const [coarse, fine] = [0.01, 0.005].map((step) =>
        errorOf(threeMasses(10), { scheme: 'gauss-seidel', order, step, groups }),
      );
      expect(Math.log2(coarse / fine)).toBeGreaterThan(order + 0.85);
      expect(Math.log2(coarse / fine)).toBeLessThan(order + 1.2);
    }
  });

  it('a group advances next to another group as it does alone', () => {
    const [pair, other] = [feedThroughPair(), oscillator()];
    const both = {
      ...other,
      name: 'both',
      units: [...pair.units, ...other.units],
      connections: [...pair.connections, ...other.connections],
      bonds: [],
      stopTime: 2,
    };
    const groups = [
      { units: [0, 1], scheme: 'newton' },
      { units: [2, 3], scheme: 'gauss-seidel', sequence: ['two', 'one'] },
    ];
    const coupling = { order: 1, step: 0.02 } as const;
    const alone = [
      ...endOf({ ...pair, stopTime: 2 }, { ...coupling, scheme: 'newton' }),
      ...endOf({ ...other, stopTime: 2 }, { ...coupling, scheme: 'gauss-seidel', sequence: ['two', 'one'] }),
    ];
    endOf(both, { ...coupling, scheme: 'jacobi', groups }).forEach((value, k) => {
      expect(Math.abs(value / alone[k] - 1)).toBeLessThan(1e-14);
    });
  });

  it.each([0, 1, 2])('an error names the unit that fails inside or outside of a group: %i', (failing) => {
    const problem = threeMasses();
    const groups = [{ units: [0, 1], scheme: 'newton' }];
    for (const scheme of ['gauss-seidel', 'nepce']) {
      const { session, units } = runOf(problem, { scheme, order: 1, step: 0.02, groups });
      const { step } = units[failing];
      (units[failing] as { step: typeof step }).step = (t, H) => {
        if (t > 0.1) throw new Error('it has had enough');
        return step(t, H);
      };
      session.start();
      expect(() => session.advance(100)).toThrow(
        `step ${problem.units[failing].name}: the FMU stopped at t = 0.12 s: Error: it has had enough.`,
      );
    }
  });

  it.each([0, 1])('an error names the failing unit below Jacobi, which calls units itself: %i', (failing) => {
    const { session, units } = runOf(threeMasses(), {
      scheme: 'jacobi',
      step: 0.02,
      groups: [{ units: [0, 1], scheme: 'newton' }],
    });
    (units[failing] as unknown as { step: () => never }).step = () => {
      throw new Error('it has had enough');
    };
    session.start();
    expect(() => session.advance(1)).toThrow(
      `step ${['one', 'two'][failing]}: the FMU stopped at t = 0 s: Error: it has had enough.`,
    );
  });

  it('a group reports that it does not converge as it does alone', () => {
    const groups = [
      { units: [0, 1], scheme: 'iterative-jacobi', options: { acceleration: 'relaxation', iterations: 20 } },
    ];
    const { session } = runOf(feedThroughPair(), { scheme: 'jacobi', step: 0.1, groups });
    session.start();
    expect(() => session.advance(1)).toThrow(
      /^step feed-through pair: iterative-jacobi does not converge at t = 0 s: after 20 tries/,
    );
  });
});

describe('invalid combinations of schemes', () => {
  const groups = (scheme: string): { units: number[]; scheme: string }[] => [{ units: [0, 1], scheme }];
  it('an invalid combination of schemes ends in an error that names valid ones', () => {
    const problem = threeMasses();
    for (const outer of ['newton', 'iterative-jacobi', 'linearly-implicit'])
      expect(() => runOf(problem, { scheme: outer, step: 0.1, groups: groups('jacobi') })).toThrow(
        `run three-masses: the coupling scheme "${outer}" cannot be used between groups, because it would have to roll their units back. Choose jacobi, gauss-seidel, nepce or energy-correction there`,
      );
    for (const outer of ['adaptive', 'ecco', 'multi-rate'])
      expect(() => runOf(problem, { scheme: outer, step: 0.1, groups: groups('jacobi') })).toThrow(
        'because it would have to step their units by other steps than H',
      );
    expect(() =>
      runOf(problem, { scheme: 'jacobi', step: 0.1, options: { loops: 'newton' }, groups: groups('newton') }),
    ).toThrow('cannot be used between groups');
    for (const inner of ['adaptive', 'ecco', 'multi-rate', 'waveform'])
      expect(() => runOf(problem, { scheme: 'jacobi', step: 0.1, groups: groups(inner) })).toThrow(
        `run three-masses: the coupling scheme "${inner}" cannot be used in a group, because it takes substeps.`,
      );
  });

  it('options of a group are checked like the options of a system', () => {
    expect(() =>
      runOf(threeMasses(), {
        scheme: 'jacobi',
        step: 0.1,
        groups: [{ units: [0, 1], scheme: 'newton', options: { tolerance: 0 } }],
      }),
    ).toThrow('the coupling scheme "newton": invalid tolerance 0.');
  });
});
