import { describe, expect, it } from 'vitest';
import type { Order } from '../../master/system/system.ts';
import { type JudgedError, withErrorGround } from '../../master/verdict/error-ground.ts';
import type { Ground, Verdict } from '../../master/verdict/verdict.ts';
import { type Coupled, type Coupling, errorOf } from '../problems/coupled/coupled.ts';
import { feedThroughPair, oscillator, quarterCar, threeMasses } from '../problems/coupled/problems.ts';
import {
  controlledMotor,
  directLoop,
  filteredCosine,
  massChain,
  thermalMasses,
  undamped,
  unstablePlant,
} from './further-problems.ts';
import { type Changes, linearVerdict, verdictOn } from './judged-runs.ts';

type Case = readonly [title: string, verdict: () => Verdict | Promise<Verdict>];

const packaged = (name: string, changes: Changes = {}): Case => [
  `${name} ${JSON.stringify(changes)}`,
  () => verdictOn(name, changes),
];

const linear = (problem: Coupled, coupling: Coupling, bonds: 'bonds' | 'no bonds' = 'bonds'): Case => [
  `${problem.name} ${JSON.stringify(coupling)}, ${bonds}`,
  () => linearVerdict(bonds === 'bonds' ? problem : { ...problem, bonds: [] }, coupling),
];

/** Runs that diverge or lose accuracy by the step or the scheme. The last twelve lack bonds. */
const wrong: readonly Case[] = [
  packaged('quick-return-force', { step: 0.002 }),
  packaged('quick-return-force', { step: 0.002, order: 2 }),
  packaged('four-bar/four-bar-force', { step: 0.0008, order: 0, stopTime: 4 }),
  packaged('four-bar/four-bar-force', { step: 0.0032, order: 1, stopTime: 4 }),
  packaged('four-bar/four-bar-force', { step: 0.0032, order: 2, stopTime: 4 }),
  linear(quarterCar(), { scheme: 'jacobi', step: 0.01, order: 2 }),
  linear(quarterCar(), { scheme: 'jacobi', step: 0.1, order: 2 }),
  linear(oscillator(), { scheme: 'jacobi', step: 0.1, order: 0 }),
  linear(oscillator(100), { scheme: 'jacobi', step: 0.05, order: 2 }),
  linear(oscillator(100), { scheme: 'gauss-seidel', step: 0.1, order: 1 }),
  packaged('quick-return-force', { step: 0.002, bonds: false }),
  packaged('four-bar/four-bar-force', { step: 0.0032, order: 2, stopTime: 4, bonds: false }),
  linear(quarterCar(), { scheme: 'jacobi', step: 0.01, order: 2 }, 'no bonds'),
  linear(quarterCar(), { scheme: 'newton', step: 0.05, order: 1 }, 'no bonds'),
  linear(oscillator(), { scheme: 'jacobi', step: 0.1, order: 1 }, 'no bonds'),
  linear(oscillator(100), { scheme: 'jacobi', step: 0.1, order: 1 }, 'no bonds'),
  linear(oscillator(100), { scheme: 'semi-implicit', step: 0.1, order: 0 }, 'no bonds'),
  linear(threeMasses(), { scheme: 'jacobi', step: 0.05, order: 1 }, 'no bonds'),
  linear(threeMasses(), { scheme: 'gauss-seidel', step: 0.1, order: 2 }, 'no bonds'),
  linear(threeMasses(), { scheme: 'newton', step: 0.1, order: 0 }, 'no bonds'),
  linear(feedThroughPair(), { scheme: 'jacobi', step: 0.05 }, 'no bonds'),
  linear(feedThroughPair(), { scheme: 'gauss-seidel', step: 0.1 }, 'no bonds'),
];

/** Runs that end far from every physical value, or whose error exceeds the motion. */
const diverged: readonly Case[] = wrong.filter(([title]) => /^(oscillator|three).*0\.(1|05)/.test(title));

const single = ['andrews-squeezer', 'chain', 'cylinder-friction', 'five-bar', 'lateral-buckling'];

/** Sound runs: the packaged systems, some for a shorter time, and linear units with small steps. */
const sound: readonly Case[] = [
  ...single.map((name) => packaged(name)),
  packaged('chain-of-parts', { stopTime: 0.3 }),
  packaged('double-five-bar', { stopTime: 2 }),
  packaged('rotating-shaft', { stopTime: 0.2 }),
  packaged('quick-return-monolithic'),
  packaged('crane-single-monolithic'),
  packaged('crane-double-monolithic'),
  packaged('crane-single-force'),
  packaged('crane-single-force', { stopTime: 0.5 }),
  packaged('crane-single-force', { scheme: 'gauss-seidel', order: 1 }),
  packaged('crane-single-force', { bonds: false }),
  packaged('crane-single-pressure'),
  packaged('crane-double-force'),
  packaged('crane-double-pressure'),
  packaged('quick-return-force', { stopTime: 4 }),
  packaged('quick-return-force', { stopTime: 4, bonds: false }),
  packaged('four-bar/four-bar-force', { stopTime: 4 }),
  packaged('four-bar/four-bar-monolithic'),
  packaged('four-bar/four-bar-singular'),
  packaged('four-bar/four-bar-tilt-force', { stopTime: 4 }),
  packaged('four-bar/four-bar-tilt-monolithic'),
  packaged('shaft/shaft-with-drive', { stopTime: -0.4 }),
  packaged('shaft/shaft-with-drive-monolithic', { stopTime: -0.4 }),
  ...[oscillator(), oscillator(4), threeMasses(4)].flatMap((problem) => [
    linear(problem, { scheme: 'jacobi', step: 0.01, order: 1 }),
    linear(problem, { scheme: 'gauss-seidel', step: 0.01, order: 1 }, 'no bonds'),
    linear(problem, { scheme: 'newton', step: 0.01, order: 1 }),
    linear(problem, { scheme: 'semi-implicit', step: 0.01, order: 2 }, 'no bonds'),
  ]),
  linear(quarterCar(), { scheme: 'jacobi', step: 0.001, order: 1 }),
  linear(quarterCar(), { scheme: 'gauss-seidel', step: 0.001, order: 2 }, 'no bonds'),
];

/** Systems of other kinds, made after the limits were chosen. All lack bonds, except the undamped ones. */
const furtherWrong: readonly Case[] = [
  linear(thermalMasses(100, 10, 50, 350, 20), { scheme: 'jacobi', step: 0.5 }),
  linear(thermalMasses(100, 100, 10, 350, 400), { scheme: 'jacobi', step: 8, order: 2 }),
  linear(controlledMotor(2, 8, 4), { scheme: 'jacobi', step: 0.1 }),
  linear(controlledMotor(4, 40, 4), { scheme: 'gauss-seidel', step: 0.05 }),
  linear(massChain(5, 0.1, 2), { scheme: 'jacobi', step: 0.02 }),
  linear(massChain(8, 0.1, 4), { scheme: 'gauss-seidel', step: 0.01 }),
  linear(filteredCosine(6, 10), { scheme: 'jacobi', step: 0.1 }),
  linear(directLoop(1.05, 4), { scheme: 'jacobi', step: 0.01 }),
  linear(undamped(1, 800), { scheme: 'jacobi', step: 0.005 }, 'no bonds'),
  linear(undamped(10, 30), { scheme: 'newton', step: 0.01, order: 0 }),
  linear(unstablePlant(2, 6), { scheme: 'jacobi', step: 0.2 }),
];
const furtherSound: readonly Case[] = [
  linear(thermalMasses(100, 10, 50, 350, 20), { scheme: 'jacobi', step: 0.002 }),
  linear(thermalMasses(100, 100, 10, 290.001, 1000), { scheme: 'jacobi', step: 0.05, order: 1 }),
  linear(controlledMotor(2, 8, 100), { scheme: 'jacobi', step: 0.002, order: 1 }),
  linear(controlledMotor(4, 40, 4), { scheme: 'gauss-seidel', step: 0.001, order: 1 }),
  linear(massChain(5, 0.1, 2), { scheme: 'jacobi', step: 0.0005, order: 1 }),
  linear(massChain(8, 0.1, 4), { scheme: 'newton', step: 0.001, order: 1 }),
  linear(filteredCosine(6, 10), { scheme: 'jacobi', step: 0.001 }),
  linear(directLoop(1.05, 4), { scheme: 'newton', step: 0.005, order: 1 }),
  linear(undamped(1, 100), { scheme: 'jacobi', step: 0.005, order: 2 }),
  linear(undamped(10, 30), { scheme: 'newton', step: 0.001, order: 1 }),
  linear(unstablePlant(3, 10), { scheme: 'jacobi', step: 0.001, order: 2 }),
];

async function words(cases: readonly Case[]): Promise<string[]> {
  const told: string[] = [];
  for (const [title, verdict] of cases) {
    const { word, reason } = await verdict();
    told.push(`${word} (${title}): ${reason}`);
  }
  return told;
}

describe('verdicts', () => {
  it('all but one of 22 wrong runs, twelve without bonds, count as doubtful or worse', async () => {
    const missed = (await words(wrong)).filter((told) => !/^(doubtful|do not trust)/.test(told));
    expect(wrong.length).toBeGreaterThanOrEqual(20);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(1);
  });

  it('runs whose error exceeds the motion are not to be trusted', async () => {
    expect(diverged.length).toBeGreaterThan(5);
    const missed = (await words(diverged)).filter((told) => !/^do not trust/.test(told));
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(1);
  });

  it('all but one of 41 sound runs count as good', async () => {
    const missed = (await words(sound)).filter((told) => !told.startsWith('good'));
    expect(sound.length).toBeGreaterThanOrEqual(40);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(1);
  });
});

describe('verdicts on further systems', () => {
  it('all but one of 11 wrong runs count as doubtful or worse', async () => {
    const missed = (await words(furtherWrong)).filter((told) => !/^(doubtful|do not trust)/.test(told));
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(1);
  });

  it('all but one of 11 sound runs count as good', async () => {
    const missed = (await words(furtherSound)).filter((told) => !told.startsWith('good'));
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(1);
  });

  it('small errors that add up to a growing oscillation are doubtful', () => {
    const { word, reason } = linearVerdict(
      { ...undamped(1, 1000), bonds: [] },
      { scheme: 'jacobi', step: 0.002 },
    );
    expect(word).toBe('doubtful');
    expect(reason).toContain('grows by 28 % from each quarter of the run to the next');
  });
});

describe('verdicts against exact solutions', () => {
  /** Systems that had no part in the choice of the limits. */
  const problems = [
    oscillator(3, 2),
    oscillator(20, 0.5),
    oscillator(0.3, 5),
    threeMasses(10),
    threeMasses(40),
    quarterCar(),
  ];
  const couplings = ['jacobi', 'gauss-seidel', 'iterative-jacobi', 'linearly-implicit'].flatMap((scheme) =>
    [0.002, 0.008, 0.04, 0.2].flatMap((step) =>
      ([0, 1, 2] as Order[]).map((order): Coupling => ({ scheme, step, order })),
    ),
  );
  const judged = problems.flatMap((problem) =>
    couplings.map((coupling) => ({ problem, coupling, error: measured(problem, coupling) })),
  );

  function measured(problem: Coupled, coupling: Coupling): number {
    try {
      return errorOf(problem, coupling);
    } catch {
      // An iteration that does not converge ends the run.
      return Number.NaN;
    }
  }

  const wordsOf = (cases: typeof judged, bonds: boolean): string[] =>
    cases.map(({ problem, coupling, error }) => {
      const [title, verdict] = linear(problem, coupling, bonds ? 'bonds' : 'no bonds');
      return `${(verdict() as Verdict).word} (${title}), error ${error}`;
    });

  it.each([true, false])('runs with an error above a fifth are not good, with bonds: %s', (bonds) => {
    const bad = judged.filter(({ error }) => error > 0.2 && error < 1e100);
    expect(bad.length).toBeGreaterThan(30);
    const missed = wordsOf(bad, bonds).filter((told) => told.startsWith('good'));
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(0.05 * bad.length);
  });

  it.each([true, false])('runs with an error below 0.0005 are good, with bonds: %s', (bonds) => {
    const exact = judged.filter(({ error }) => error < 5e-4);
    expect(exact.length).toBeGreaterThan(30);
    const missed = wordsOf(exact, bonds).filter((told) => !told.startsWith('good'));
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(0.05 * exact.length);
  });
});

describe('the verdict on error bands', () => {
  const band = (name: string, mean: number, largest: number): JudgedError => ({
    ...{ name, mean, largest, share: 2 * mean, asymptotic: 1 },
  });
  const good: Verdict = { word: 'good', reason: 'fits', grounds: [] };

  it('a value at rest, whose range is rounding, makes no run doubtful', () => {
    const resting = withErrorGround(good, [band('v', 0.66, 1e-17)], {}, 1e-3);
    expect(resting).toEqual(good);
    expect(withErrorGround(good, [band('v', 0.66, 1e-3)], {}, 1e-3).word).toBe('do not trust');
  });

  it('the reason is that of the worst breach among grounds with one word', () => {
    const ground = {
      rule: 'bond',
      subject: 'b',
      word: 'doubtful',
      value: 0.02,
      limit: 0.01,
      unit: '1',
      text: 'b',
    };
    const doubtful: Verdict = { word: 'doubtful', reason: 'b', grounds: [ground as Ground] };
    expect(withErrorGround(doubtful, [band('x', 0.05, 1)], {}, 1e-3).reason).toMatch(/^x: the error band/);
    expect(withErrorGround(doubtful, [band('x', 0.015, 1)], {}, 1e-3).reason).toBe('b');
  });
});
