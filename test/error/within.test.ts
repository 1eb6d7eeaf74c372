import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { otherCoupling } from '../../master/cli/run/other-coupling.ts';
import { runWithin } from '../../master/cli/run/run-within.ts';
import { coarsestParts, leastParts, stepSearch } from '../../master/cli/run/within-steps.ts';
import { couplings } from '../../master/coupling/scheme-registry.ts';
import type { ColumnError } from '../../master/error/column-errors.ts';
import { parseLimits, type WorstError, worstError } from '../../master/error/error-limits.ts';
import type { EarlierRuns } from '../../master/run/error/add-error-bands.ts';
import { resultOf, runSystem } from '../../master/run/run-system.ts';
import type { RunResult } from '../../master/run/worker/run-protocol.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { root } from '../run-fmu.ts';

const folder = temporaryFolder('within');
const file = join(root, 'systems/four-bar/four-bar-force.json');
const run = (...args: string[]): ReturnType<typeof fmuHere> =>
  fmuHere(
    ['run', file, '--stop-time', '1.06', '--step', '0.0008', '-o', 'out.csv', '--json', ...args],
    folder,
  );

it('--within takes smaller steps until all bands hold, and says why', async () => {
  const { out, err, code } = await run('--within', 'mechanism.s=5e-4mm', '--record', 'mechanism.s');
  expect(code).toBe(0);
  expect(err).toMatch(
    /the error of mechanism\.s is up to \S+ m, \S+ times its limit, so the run begins again with iterative-gauss-seidel, order 2, H = 0\.000\d+ s/,
  );
  const { error, step } = JSON.parse(out);
  expect(step).toBeLessThan(0.0008);
  expect(error.columns[0].largest).toBeLessThanOrEqual(5e-7);
});

it('--within ends with code 3 and the best band if no step reaches it', async () => {
  const { out, err, code } = await run('--within', 'mechanism.s=1e-12[m]', '--record', 'mechanism.s');
  expect(code).toBe(3);
  expect(err).toMatch(/fmu: --within is not reached: the error of mechanism\.s is up to /);
  expect(JSON.parse(out).error.columns[0].largest).toBeGreaterThan(0);
});

it('limits are shares of a range or errors of a column in a unit of measure', () => {
  const column = { name: 'a.x', unit: 'm', largest: 2e-3, share: 0.05 } as ColumnError;
  const ratio = (...texts: string[]): number | undefined =>
    worstError('run', [column], parseLimits('run', texts))?.ratio;
  expect(ratio('1%')).toBeCloseTo(5, 12);
  expect(ratio('0.01')).toBeCloseTo(5, 12);
  expect(ratio('a.x=1mm')).toBeCloseTo(2, 12);
  expect(ratio('a.x=1e-3', '1%')).toBeCloseTo(2, 12);
  expect(ratio('a.x=10%')).toBeCloseTo(0.5, 12);
  for (const wrong of ['', '-1%', '1mm', '=1', 'a.x=', 'a.x=0'])
    expect(() => parseLimits('run', [wrong]), wrong).toThrow('run: expected a share of the range (1%)');
  expect(() => ratio('b=1')).toThrow('run: unknown column "b"');
  expect(() => ratio('a.x=1N')).toThrow('run: a.x is in m, which does not convert from N.');
});

const worstOf = (ratio: number, order?: number, asymptotic = 1): WorstError => ({
  ratio,
  column: { name: 'x', unit: 'm', largest: ratio, order, asymptotic } as ColumnError,
});

it('the next step follows from the order of the worst column, or from the last two runs', () => {
  const attempt = (parts: number, ...worst: Parameters<typeof worstOf>) => ({
    parts,
    worst: worstOf(...worst),
  });
  // (ratio / 0.8)^(1 / order).
  expect(leastParts(attempt(1, 12.8, 2))).toBeCloseTo(4, 12);
  expect(leastParts(attempt(1, 4, 1))).toBeCloseTo(5, 12);
  expect(leastParts(attempt(1, 1e6, 1))).toBe(32);
  // Without an order, the first run counts with order 2.
  for (const order of [undefined, 3])
    expect(leastParts(attempt(1, 12.8, order, order === undefined ? 0 : 0.4))).toBeCloseTo(4, 12);
  expect(leastParts(attempt(1, 1e6, undefined, 0))).toBe(8);
  // An error that falls from 51.2 to 12.8 with half the step has order 2.
  expect(leastParts(attempt(2, 12.8, undefined, 0), attempt(1, 51.2, undefined, 0))).toBeCloseTo(8, 12);
  // An error that grows gets the largest factor.
  expect(leastParts(attempt(2, 60, undefined, 0), attempt(1, 50, undefined, 0))).toBe(16);
});

/** Loads the system with a row at each `every`-th step. */
async function system(settings: object, every = 1): Promise<CheckedSystem> {
  const checked = await loadSystem(file, { settings: { stopTime: 3, step: 0.0008, ...settings } });
  return { ...checked, record: { ...checked.record, every } };
}

it('a search begins with eight times the step if that keeps the rows of the file', async () => {
  const of = async (stopTime: number, every: number): Promise<number> =>
    coarsestParts(await system({ stopTime }, every));
  // Parts of eight times the step. Rows at each second step permit twice the step.
  expect(await of(3, 1)).toBe(1);
  expect([await of(3, 2), await of(3, 3)]).toEqual([4, 8]);
  // The coarsest run has 25 steps at least.
  const { startTime } = await system({});
  expect(await of(startTime + 0.64, 1)).toBe(1);
  expect(await of(startTime + 0.56, 1)).toBe(2);
});

it('the next step is the one whose bands need the fewest further steps', async () => {
  const search = stepSearch(await system({}), couplings.named('jacobi', 'test'));
  search.add(4, worstOf(3, 2), 3);
  // At least 7.7 parts: 8 needs the run with 8 alone, 10 needs three runs.
  expect(search.next()).toBe(8);
  expect([search.workOf(8), search.workOf(10)]).toEqual([8, 17.5]);
  search.refuse(8);
  expect(search.next()).toBe(10);
});

/** Runs `runWithin` with errors that follow from the coupling and the step. */
async function within(
  errorOf: (system: CheckedSystem) => WorstError | 'fails',
): Promise<{ steps: string[]; missed: string | undefined; step: number }> {
  const checked = await system({});
  const scheme = couplings.named('jacobi', 'test');
  const steps: string[] = [];
  const { missed, system: found } = await runWithin({
    ...{ operation: 'run', system: checked, scheme, other: otherCoupling(checked, scheme) },
    limits: [{ value: 1, isShare: false }],
    note: () => {},
    run: async (variant) => {
      steps.push(`${variant.scheme} ${variant.step}`);
      const worst = errorOf(variant);
      if (worst === 'fails') throw new UserError('The step is too large.');
      const error = { columns: [worst.column], values: [1, 2, 4] };
      return { outcome: 'finished', error } as unknown as RunResult;
    },
  });
  return { steps, missed, step: found.step };
}

it('--within tries another coupling only if that of the system needs much smaller steps', async () => {
  const near = await within(({ step }) => worstOf((step / 0.004) ** 2, 2));
  expect(near.steps).toEqual(['jacobi 0.0064', 'jacobi 0.0032']);
  const far = await within(({ scheme, step }) =>
    scheme === 'jacobi' ? worstOf((step / 0.0001) ** 1, 1) : worstOf((step / 0.0032) ** 3 / 2, 3),
  );
  expect(far.steps).toEqual(['jacobi 0.0064', 'iterative-gauss-seidel 0.0032']);
  expect(far.missed).toBeUndefined();
});

it('--within does not accept another coupling whose differences follow no order, and goes on with that of the system', async () => {
  const found = await within(({ scheme, step }) =>
    scheme === 'jacobi' ? worstOf(step / 0.0002, 1) : worstOf(0.5, 3, 0.8),
  );
  expect(found.steps.filter((each) => each.startsWith('iterative'))).toEqual([
    'iterative-gauss-seidel 0.0032',
  ]);
  expect(found.steps.at(-1)).toMatch(/^jacobi/);
  expect([found.missed, found.step <= 0.0002]).toEqual([undefined, true]);
});

it('--within goes on to the step of the file if larger ones fail, and leaves a coupling that fails', async () => {
  const found = await within(({ scheme, step }) => {
    if (scheme !== 'jacobi' || step > 0.0008) return 'fails';
    return worstOf(step / 0.0002, 1);
  });
  expect(found.steps.slice(0, 2)).toEqual(['jacobi 0.0064', 'jacobi 0.0008']);
  expect(found.steps.filter((each) => each.startsWith('iterative'))).toHaveLength(1);
  expect([found.missed, found.step <= 0.0002]).toEqual([undefined, true]);
});

it('--within ends with the run whose bands are the narrowest', async () => {
  const found = await within(({ scheme, step }) =>
    scheme === 'jacobi' && step === 0.0008 ? worstOf(2) : worstOf(50 + 1 / step),
  );
  expect(found.missed).toMatch(/^the error of x is up to 2 m, 2 times its limit after \d runs/);
  expect([found.step, found.steps.at(-1)]).toEqual([0.0008, 'jacobi 0.0008']);
});

it('a run of a series uses the earlier runs with its steps again, and has the bits of a run alone', async () => {
  const settings = { record: ['mechanism.s', 'actuator.p1'], stopTime: 1.06 };
  const [coarse, fine] = await Promise.all([0.0008, 0.0004].map((step) => system({ ...settings, step })));
  const earlier: EarlierRuns = new Map();
  const of = async (each: CheckedSystem, known?: EarlierRuns): Promise<[RunResult, number]> => {
    let steps = 0;
    const environment = {
      ...{ hosts, activity: { cells: new Int32Array(4) }, stop: () => false, isFlushDue: () => false },
      ...{ earlier: known, onStepChosen: () => steps++ },
    };
    const run = runSystem(each, { error: true, collect: true }, environment, Number.POSITIVE_INFINITY);
    return [await resultOf(run), steps];
  };
  // Each further run reports its step.
  expect((await of(coarse, earlier))[1]).toBe(2);
  const [again, further] = await of(fine, earlier);
  const [alone, all] = await of(fine);
  expect([further, all]).toEqual([0, 2]);
  expect(again.error).toEqual(alone.error);
  expect(again.columns.map(({ data }) => data)).toEqual(alone.columns.map(({ data }) => data));
});
