import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nextParts } from '../../master/cli/run/run-within.ts';
import type { ColumnError } from '../../master/error/column-errors.ts';
import { parseLimits, worstError } from '../../master/error/error-limits.ts';
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
    /the error of mechanism\.s is up to \S+ m, \S+ times its limit, so the run begins again with H = 0\.000\d+ s/,
  );
  const { error, step } = JSON.parse(out);
  expect(step).toBeLessThan(0.0008);
  expect(error.columns[0].largest).toBeLessThanOrEqual(5e-7);
}, 60_000);

it('--within ends with code 3 and the best band if no step reaches it', async () => {
  const { out, err, code } = await run('--within', 'mechanism.s=1e-12[m]', '--record', 'mechanism.s');
  expect(code).toBe(3);
  expect(err).toMatch(/fmu: --within is not reached: the error of mechanism\.s is up to /);
  expect(JSON.parse(out).error.columns[0].largest).toBeGreaterThan(0);
}, 60_000);

it('limits are shares of a range or errors of a column in a unit of measure', () => {
  const column = { name: 'a.x', unitOfMeasure: 'm', largest: 2e-3, share: 0.05 } as ColumnError;
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

it('the next step follows from the order of the worst column, or from the last two runs', () => {
  const attempt = (parts: number, ratio: number, order?: number, asymptotic = 1) => ({
    parts,
    worst: { ratio, column: { name: 'x', order, asymptotic } as ColumnError },
  });
  // (ratio / 0.8)^(1 / order), rounded up to a product of 2 and 5.
  expect(nextParts(attempt(1, 12.8, 2))).toBe(4);
  expect(nextParts(attempt(1, 4, 1))).toBe(5);
  expect(nextParts(attempt(4, 1.1, 2))).toBe(5);
  expect(nextParts(attempt(1, 1e6, 1))).toBe(32);
  // Without an order, the first run counts with order 1.
  expect(nextParts(attempt(1, 6.4, undefined, 0))).toBe(8);
  expect(nextParts(attempt(1, 6.4, 2, 0.4))).toBe(8);
  expect(nextParts(attempt(1, 1e6, undefined, 0))).toBe(8);
  // An error that falls from 51.2 to 12.8 with half the step has order 2.
  expect(nextParts(attempt(2, 12.8, undefined, 0), attempt(1, 51.2, undefined, 0))).toBe(8);
  // An error that grows gets the largest factor.
  expect(nextParts(attempt(2, 60, undefined, 0), attempt(1, 50, undefined, 0))).toBe(16);
});
