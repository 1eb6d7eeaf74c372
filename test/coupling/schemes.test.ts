import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sequenceOf } from '../../master/coupling/schemes/shared/step-sequence.ts';
import type { Order } from '../../master/system/system.ts';
import { errorOf, runOf } from '../problems/coupled/coupled.ts';
import { feedThroughPair, oscillator, quarterCar, threeMasses } from '../problems/coupled/problems.ts';
import { root } from '../run-fmu.ts';
import { isFullTest } from '../width.ts';

/** Options that solve almost to rounding. */
const exact: Record<string, Record<string, number>> = {
  jacobi: {},
  'gauss-seidel': {},
  'linearly-implicit': {},
  'multi-rate': {},
  'iterative-jacobi': { tolerance: 1e-12 },
  'iterative-gauss-seidel': { tolerance: 1e-12 },
  newton: { tolerance: 1e-12 },
  'semi-implicit': {},
};
const schemes = Object.keys(exact);
const implicit = schemes.slice(4);
const orders: readonly Order[] = [0, 1, 2];

/** log₂ of the ratio of the errors with H and H/2. */
function orderOf(scheme: string, order: Order, problem: Parameters<typeof errorOf>[0], step: number): number {
  const [coarse, fine] = [step, step / 2].map((H) =>
    errorOf(problem, { scheme, order, step: H, options: exact[scheme] }),
  );
  return Math.log2(coarse / fine);
}

describe.each([
  ['oscillator', oscillator(), 0.02],
  ['quarter car', quarterCar(), 0.002],
] as const)('convergence on the %s', (_, problem, step) => {
  it.each(schemes)('%s converges at the order of its polynomials plus 1', (scheme) => {
    for (const order of orders) {
      // Without history, quadratic extrapolation has second order because of its first steps.
      const expected = order === 2 && !implicit.includes(scheme) ? 2 : order + 1;
      const measured = orderOf(scheme, order, problem, step);
      expect(measured, `order ${order}`).toBeGreaterThan(
        expected - (expected === 2 && order === 2 ? 0.4 : 0.1),
      );
      expect(measured, `order ${order}`).toBeLessThan(expected + 0.2);
    }
  });

  it('all iterative schemes find the same solution', () => {
    const values = implicit.map((scheme) =>
      errorOf(problem, { scheme, order: 1, step, options: exact[scheme] }),
    );
    for (const value of values) expect(Math.abs(value / values[0] - 1)).toBeLessThan(1e-6);
  });

  it('Gauss–Seidel with held values is more accurate than Jacobi at the same step', () => {
    const [one, other] = ['gauss-seidel', 'jacobi'].map((scheme) => errorOf(problem, { scheme, step }));
    expect(one).toBeLessThan(0.6 * other);
  });
});

describe('a loop of direct feed-through with gain −3', () => {
  const pair = feedThroughPair();

  it.each(['jacobi', 'gauss-seidel'])(
    'an algebraic loop diverges under %s, faster with smaller steps',
    (scheme) => {
      const [coarse, fine] = [0.1, 0.05].map((step) => errorOf(pair, { scheme, step }));
      expect(coarse).toBeGreaterThan(1e3);
      expect(fine).toBeGreaterThan(1e3 * coarse);
    },
  );

  it.each(implicit)(
    'an algebraic loop converges under %s at the order of its polynomials plus 1',
    (scheme) => {
      for (const order of orders) {
        const measured = orderOf(scheme, order, pair, 0.02);
        expect(measured).toBeGreaterThan(order + 0.9);
        expect(measured).toBeLessThan(order + 1.2);
      }
    },
  );

  it('an iteration without acceleration diverges, and reports its history', () => {
    for (const scheme of ['iterative-jacobi', 'iterative-gauss-seidel']) {
      const options = { acceleration: 'relaxation', iterations: 20 };
      const { session } = runOf(pair, { scheme, step: 0.1, options });
      session.start();
      expect(() => session.advance(1)).toThrow(
        new RegExp(
          `^step feed-through pair: ${scheme} does not converge at t = 0 s: after 20 tries the exchanged values differ .*` +
            'Largest change: (a.y → b.u|b.y → a.u), (-?[.e0-9]+) to (?!\\2;)-?[.e0-9]+; changes in nominal values \\(the last 12\\): ([-.e+0-9]+(, )?){12}\\. Try a smaller step',
        ),
      );
    }
  });

  it('newton that does not converge advises only what it has', () => {
    const options = { tolerance: 1e-15, iterations: 1 };
    const { session } = runOf(oscillator(100, 1), { scheme: 'newton', step: 0.1, options });
    session.start();
    expect(() => session.advance(20)).toThrow(
      /newton does not converge.*Try a smaller step, or more iterations\.$/,
    );
  });

  it('a relaxation of a quarter converges, while full steps diverge', () => {
    const options = { acceleration: 'relaxation', relaxation: 0.25, tolerance: 1e-10, iterations: 200 };
    for (const scheme of ['iterative-jacobi', 'iterative-gauss-seidel'])
      expect(errorOf(pair, { scheme, order: 1, step: 0.02, options })).toBeLessThan(1e-4);
  });
});

describe('a spring between the masses that is a hundred times stiffer', () => {
  const stiff = oscillator(100, 1);

  it('iteration stays bounded at a step with which Jacobi diverges', () => {
    const step = 0.04;
    expect(errorOf(stiff, { scheme: 'jacobi', order: 2, step })).toBeGreaterThan(1e6);
    for (const scheme of implicit)
      expect(errorOf(stiff, { scheme, order: 1, step, options: exact[scheme] })).toBeLessThan(0.2);
  });
});

describe('a unit that fails with tried values of an iteration', () => {
  const pair = feedThroughPair();

  /**
   * Runs a pair whose first unit refuses inputs beyond a limit. Returns its last output and the
   * number of refusals.
   */
  const run = (scheme: string, most: number): { y: number; refused: number } => {
    const { session, units } = runOf(pair, { scheme, order: 1, step: 0.02, options: { tolerance: 1e-10 } });
    const { step } = units[0];
    let refused = 0;
    const place = units[0].view(units[0].description.variables.find(({ name }) => name === 'u')!);
    const slots = units[0].polynomial(units[0].description.variables.find(({ name }) => name === 'u')!);
    (units[0] as { step: typeof step }).step = (t, H) => {
      const end = Number(place.view[place.offset]) + H * slots.view[slots.offset + 1];
      if (Math.abs(end) > most) {
        refused++;
        throw new Error('out of range');
      }
      return step(t, H);
    };
    session.start();
    session.advance(session.steps);
    return { y: Number(session.reader('a.y')()), refused };
  };

  it('values half way back help a failing unit, and the iteration continues', () => {
    const free = run('iterative-jacobi', Number.POSITIVE_INFINITY);
    // The second try would go to 0.15, and it ends at 0.125.
    const bound = run('iterative-jacobi', 0.13);
    expect(bound.refused).toBeGreaterThan(0);
    expect(Math.abs(bound.y / free.y - 1)).toBeLessThan(1e-7);
  });

  it('a unit that fails with all tried values ends the run with tries and residuals', () => {
    expect(() => run('newton', 0.01)).toThrow(
      /^step a: the FMU stopped at t = [.\d]+ s: (Error: )?out of range\. This happened after 9 tries of newton, each of the last 8 with values closer to accepted ones\. Try a smaller step/,
    );
  });
});

describe('accelerations', () => {
  const pair = feedThroughPair();
  const tries = (acceleration: string): number => {
    const options = {
      acceleration,
      tolerance: 1e-10,
      iterations: 300,
      ...(acceleration === 'relaxation' ? { relaxation: 0.25 } : {}),
    };
    const { session, units } = runOf(pair, { scheme: 'iterative-jacobi', order: 1, step: 0.02, options });
    session.start();
    session.advance(session.steps);
    return units[0].steps / session.steps;
  };

  it('accelerations need fewer tries with more information about the interface', () => {
    const [relaxation, anderson, iqnIls] = ['relaxation', 'anderson', 'iqn-ils'].map(tries);
    // Two values: two secants, which iqn-ils retains from earlier steps.
    expect(iqnIls).toBeLessThan(2.2);
    expect(anderson).toBeGreaterThan(iqnIls);
    expect(anderson).toBeLessThanOrEqual(4);
    expect(relaxation).toBeGreaterThan(3 * anderson);
  });

  it('Aitken’s acceleration is exact after three tries for one unknown', () => {
    const options = { acceleration: 'aitken', tolerance: 1e-9 };
    const { session, units } = runOf(pair, {
      scheme: 'iterative-gauss-seidel',
      order: 1,
      step: 0.02,
      options,
    });
    session.start();
    session.advance(session.steps);
    expect(units[0].steps / session.steps).toBeLessThanOrEqual(3);
    expect(session.notes.join(' ')).toMatch(
      /Iterations per communication step: [.0-9]+ on average, [345] at most\./,
    );
  });
});

describe('Newton’s iteration', () => {
  it('Newton’s iteration needs two tries per step for linear units, once its Jacobian is that of full polynomials', () => {
    for (const problem of [oscillator(), quarterCar()]) {
      const { session, units } = runOf(problem, { scheme: 'newton', order: 2, step: 0.001 });
      session.start();
      session.advance(session.steps);
      expect(units[0].steps / session.steps).toBeLessThan(2.1);
    }
  });
});

describe('semi-implicit coupling', () => {
  it('semi-implicit coupling steps each unit twice, and equals Newton for linear units', () => {
    const problem = oscillator(100, 0.01);
    const [once, whole] = ['semi-implicit', 'newton'].map((scheme) => {
      const { session, units } = runOf(problem, { scheme, order: 1, step: 0.01, options: exact[scheme] });
      const read = session.reader('two.x');
      session.start();
      session.advance(session.steps);
      return { x: Number(read()), steps: units[0].steps / session.steps, notes: session.notes };
    });
    expect(once.steps).toBeLessThan(2.02);
    expect(Math.abs(once.x - whole.x)).toBeLessThan(1e-9);
    expect(once.notes.at(-1)).toMatch(/^Jacobians of the interface: [1-4], each by 2 steps of all units\.$/);
  });
});

describe('two points in a step', () => {
  const iterate = ['iterative-jacobi', 'iterative-gauss-seidel', 'newton', 'semi-implicit'];
  const twice = (scheme: string): Record<string, number> => ({ ...exact[scheme], points: 2 });
  const pair = feedThroughPair();

  it.each(iterate)('two points in a step make %s converge at order 4 with parabolas', (scheme) => {
    for (const [problem, step] of [
      [oscillator(), 0.2],
      [quarterCar(), 0.02],
      [pair, 0.1],
    ] as const) {
      const [coarse, fine] = [step, step / 2].map((H) =>
        errorOf(problem, { scheme, order: 2, step: H, options: twice(scheme) }),
      );
      expect(Math.log2(coarse / fine), problem.name).toBeGreaterThan(3.8);
      expect(Math.log2(coarse / fine), problem.name).toBeLessThan(4.3);
      // With one more point in their history parabolas have an error of H³.
      const one = errorOf(problem, { scheme, order: 2, step: step / 2, options: exact[scheme] });
      expect(coarse, problem.name).toBeLessThan(0.2 * one);
    }
  });

  it.each(iterate)(
    'two points in a step equal two steps of half the size for %s with held values and with secants',
    (scheme) => {
      for (const order of [0, 1] as const) {
        const [halves, small] = [
          errorOf(pair, { scheme, order, step: 0.1, options: twice(scheme) }, 1),
          errorOf(pair, { scheme, order, step: 0.05, options: exact[scheme] }, 2),
        ];
        expect(Math.abs(halves / small - 1)).toBeLessThan(1e-6);
      }
    },
  );

  it('two points in a step need four steps of each unit where Newton’s iteration by H needs two', () => {
    const { session, units } = runOf(oscillator(), {
      scheme: 'newton',
      order: 2,
      step: 0.01,
      options: { points: 2 },
    });
    session.start();
    session.advance(session.steps);
    expect(units[0].steps / session.steps).toBeLessThan(4.1);
    expect(session.notes.at(-1)).toMatch(
      /^Jacobians of the interface: [1-4], each by 4 steps of all units\.$/,
    );
  });

  it('two points in a step preserve the polynomials of inputs from files in the second half', () => {
    const ramp = { times: [0, 10], values: [0, 20] };
    const system = {
      ...oscillator(),
      connections: oscillator().connections.slice(1),
      bonds: [],
    };
    const ends = [1, 2].map((points) => {
      const { session } = runOf(system, {
        scheme: 'iterative-gauss-seidel',
        order: 1,
        step: 0.25 * points,
        options: { tolerance: 1e-13, points },
        driven: { 'one.x2': ramp },
      });
      const read = session.reader('two.x');
      session.start();
      session.advance(session.steps);
      return Number(read());
    });
    expect(Math.abs(ends[1] / ends[0] - 1)).toBeLessThan(1e-9);
  });

  it('two points in a step preserve the polynomials of inputs from outside a group', () => {
    const groups = [{ units: [0, 1], scheme: 'newton', options: twice('newton') }];
    const [coarse, fine] = [0.01, 0.005].map((step) =>
      errorOf(threeMasses(10), { scheme: 'gauss-seidel', order: 1, step, groups }),
    );
    expect(Math.log2(coarse / fine)).toBeGreaterThan(1.85);
  });

  it('two points in a step refuse transmission lines, and an odd number of internal steps', () => {
    const lines = [
      {
        impedance: 1,
        ends: [
          { flow: 'two.v', effort: 'two.F' },
          { flow: 'one.F', effort: 'one.v2' },
        ],
      },
    ];
    const coupling = { scheme: 'newton', step: 0.01, options: { points: 2 } };
    expect(() =>
      runOf({ ...oscillator(), connections: [['two.x', 'one.x2']], bonds: [], lines }, coupling),
    ).toThrow(
      'run oscillator: with "points" 2 units step by H/2, but the lines line0 need the constant step H. Choose "points" 1, or remove "lines".',
    );
    const { session, units } = runOf({ ...oscillator(), stopTime: 3 }, { ...coupling, step: 0.03 });
    (units[1] as { internalStep: () => number }).internalStep = () => 0.01;
    session.start();
    expect(() => session.advance(1)).toThrow(
      'run oscillator: with "points" 2 units step by halves of H = 0.03 s. two has 3 internal steps of h = 0.01 s in H, an odd number. Choose H = 0.04 s, or "points" 1.',
    );
  });
});

describe('an outdated Jacobian', () => {
  it.each(['semi-implicit', 'newton'])(
    'an outdated Jacobian gets renewed by %s, which then converges again',
    (scheme) => {
      const pair = feedThroughPair();
      const { session, units } = runOf(pair, { scheme, order: 1, step: 0.02 });
      const { D } = (units[0] as unknown as { of: { D: number[][] } }).of;
      const count = (): number =>
        Number(/Jacobians of the interface: (\d+)/.exec(session.notes.at(-1) ?? '')?.[1]);
      const apart = (): number => {
        const [ya, yb, ua, ub] = ['a.y', 'b.y', 'a.u', 'b.u'].map((name) => Number(session.reader(name)()));
        return Math.max(Math.abs(ya - ub), Math.abs(yb - ua)) / Math.max(Math.abs(ya), Math.abs(yb));
      };
      session.start();
      session.advance(20);
      expect(apart()).toBeLessThan(1e-5);
      const before = count();
      D[0][0] *= 3;
      session.advance(3);
      expect(count()).toBeGreaterThan(before);
      expect(apart()).toBeLessThan(1e-5);
    },
  );
});

describe('the sequence of Gauss–Seidel', () => {
  const [chassis, wheel] = [0, 1];
  const calls = (sequence?: string[]): number[] => {
    const { session, units } = runOf(quarterCar(), { scheme: 'gauss-seidel', step: 0.01, sequence });
    const order: number[] = [];
    units.forEach((unit, k) => {
      const { step } = unit;
      (unit as { step: typeof step }).step = (t, H) => {
        order.push(k);
        return step(t, H);
      };
    });
    session.start();
    session.advance(1);
    return order;
  };

  it('Gauss–Seidel uses the sequence of the system if it has one', () => {
    expect(calls(['wheel', 'chassis'])).toEqual([wheel, chassis]);
    expect(calls(['chassis', 'wheel'])).toEqual([chassis, wheel]);
  });

  it('the default sequence minimizes connections to earlier units, and reports its reason', () => {
    const { session } = runOf(oscillator(), { scheme: 'gauss-seidel', step: 0.01 });
    expect(session.notes).toEqual([
      'Sequence of the units: two, one (found): 1 of 3 connections go back to an earlier unit: one.F → two.F.',
    ]);
  });

  it('the default sequence puts sinks last before it ranks other units', () => {
    // b feeds s strongly, and a feeds more than it receives. Without s, a is first.
    const names = ['b', 'a', 's'];
    const flows: [from: string, to: string, times: number][] = [
      ['a', 'b', 2],
      ['b', 'a', 1],
      ['b', 's', 2],
    ];
    const port = (name: string): { unit: number; variable: { name: string } } => ({
      unit: names.indexOf(name),
      variable: { name: 'x' },
    });
    const system = {
      name: 'three',
      units: names.map((name) => ({ name })),
      connections: flows.flatMap(([from, to, times]) =>
        Array.from({ length: times }, () => ({ from: port(from), to: port(to) })),
      ),
    };
    const { units, reason } = sequenceOf(system as unknown as Parameters<typeof sequenceOf>[0]);
    expect(units.map((k) => names[k])).toEqual(['a', 'b', 's']);
    expect(reason).toMatch(/^a, b, s \(found\): 1 of 5 connections go back/);
  });

  it('a sequence that does not name each unit once is refused', () => {
    expect(() => calls(['wheel'])).toThrow(
      'run quarter-car: in "sequence" chassis is missing. Name each of chassis, wheel once, or leave it out.',
    );
    expect(() => calls(['wheel', 'road', 'chassis'])).toThrow('in "sequence" road is not a unit. Name each');
    expect(() => calls(['wheel', 'chassis', 'wheel'])).toThrow('in "sequence" wheel occurs twice. Name each');
  });
});

describe('options of a scheme', () => {
  const runWith =
    (scheme: string, options: Record<string, number | string>): (() => unknown) =>
    () =>
      runOf(quarterCar(), { scheme, step: 0.01, options });

  it('a scheme refuses unknown options', () => {
    expect(runWith('semi-implicit', { tolerance: 1 })).toThrow(
      'run quarter-car: the coupling scheme "semi-implicit": unknown option "tolerance". Known: points.',
    );
    expect(runWith('newton', { toString: 1 })).toThrow(
      ': unknown option "toString". Known: tolerance, iterations, points.',
    );
  });

  it('a scheme refuses invalid values of options', () => {
    expect(runWith('newton', { tolerance: 0 })).toThrow(
      ': invalid tolerance 0. Largest change of an exchanged value, relative to its nominal value: use a number from 1e-15 to 1.',
    );
    expect(runWith('newton', { iterations: 2.5 })).toThrow('use a whole number from 1 to 10000.');
    expect(runWith('iterative-jacobi', { acceleration: 'magic' })).toThrow(
      ': invalid acceleration "magic". Method that computes the next iterate from earlier ones: use one of relaxation, aitken, anderson, iqn-ils.',
    );
  });
});

/**
 * Rows of docs/explain/coupling/schemes-compared.md for fmukit's schemes: scheme, order, errors by column.
 */
const rows = readFileSync(join(root, 'docs/explain/coupling/schemes-compared.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, scheme, order, errors] =
      /^\| `([a-z-]+)`(?:, `[a-z-]+`)* \| ([012]) \| (.*) \|$/.exec(line) ?? [];
    if (scheme === undefined || scheme === 'ecco') return [];
    return [{ scheme, order: Number(order) as Order, errors: errors.split(' | ').map(Number) }];
  });
const columns = [oscillator(), quarterCar()].flatMap((problem) =>
  [500, 1000, 2000, 5000].map((steps) => ({ problem: { ...problem, stopTime: 10 }, steps })),
);

describe('the comparison with other masters in the documentation', () => {
  it('the documentation lists the errors of the schemes of fmukit to two digits', () => {
    expect(rows.length).toBe(12);
    const cases = rows.flatMap((row) =>
      columns
        .map((column, k) => ({ ...row, ...column, told: row.errors[k] }))
        .filter(({ steps }) => isFullTest || steps === 500),
    );
    for (const { scheme, order, problem, steps, told: listedError } of cases) {
      const error = errorOf(problem, { scheme, order, step: 10 / steps });
      expect(
        Math.abs(error / listedError - 1),
        `${scheme}, order ${order}, ${problem.name}, ${steps}: ${error}`,
      ).toBeLessThan(0.06);
    }
  });
});
