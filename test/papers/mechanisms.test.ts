import { afterAll, beforeAll, expect, it } from 'vitest';
import { common, type Run, relativeError, run } from '../../papers/claims/implicit/implicit-runs.ts';
import { papers } from '../../papers/claims/index.ts';
import { Lab } from '../../papers/paper-runs.ts';
import { select, study } from '../../papers/paper-study.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../setup.ts';

const folder = temporaryFolder('mechanisms');
let lab: Lab;
let fresh = 0;
beforeAll(() => {
  lab = new Lab({ root, cache: folder, onRun: (count) => (fresh = count.fresh) });
});
afterAll(async () => {
  await lab.dispose();
});

it('the squeezer’s energy balance rises with the four methods that the paper names, of twenty-six', async () => {
  const [{ finding }] = await study(lab, select(papers, ['zhang2022/squeezer-energy-coarse']));
  expect(finding.verdict).toBe('reproduced');
  expect(finding.ours.match(/MSST[CH]\(\d\)|ESDIRK[^ ]*/g)).toEqual([
    'MSSTC(5)',
    'MSSTH(3)',
    'MSSTH(4)',
    'ESDIRK3(2)4L[2]SA',
  ]);
  expect(fresh).toBe(26);
});

it('a method takes n times Δt/n a step, and ends with its last whole step', async () => {
  const of = await run(lab, 'andrews-squeezer', ['MSSTC(3)', 0.6], 1e-4);
  expect(of.times[1]).toBeCloseTo(3e-4, 12);
  expect(of.times[of.times.length - 1]).toBeCloseTo(0.0498, 12);
  expect(of.stopped).toBeUndefined();
});

it('relative errors are taken at the common times of both runs in an interval', () => {
  const createRun = (times: number[], x: number[]): Run =>
    ({
      choice: ['LMS2', 0],
      times: Float64Array.from(times),
      values: () => Float64Array.from(x),
    }) as unknown as Run;
  const coarse = createRun([0, 0.2, 0.4, 0.6], [9, 2, 3, 9]);
  const fine = createRun([0, 0.1, 0.1 + 0.1, 0.3, 0.4], [0, 7, 1, 7, 3]);
  expect(common(coarse, fine, 'x', 0.1, 0.4)).toEqual([
    [2, 1],
    [3, 3],
  ]);
  expect(relativeError(coarse, fine, 'x', 0.1, 0.4)).toBeCloseTo(Math.sqrt(1 / 10), 15);
  expect(() => relativeError(coarse, fine, 'x', 0.5, 0.6)).toThrow(/no times in common/);
});
