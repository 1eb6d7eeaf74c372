import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { couplings } from '../../master/coupling/scheme-registry.ts';
import type { StudyFile } from '../../master/study/plan/study-file.ts';
import type { ParameterValue, SystemFile } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';
import { circle, makeLag } from '../seams/support/lag.ts';
import { outcomesIn } from './repeated-outcomes.ts';

const folder = temporaryFolder('repeated-runs');
beforeAll(async () => {
  await makeLag(folder);
  for (const name of ['eventful', 'mixer']) await buildUnit(join(root, 'test/fixtures', name), folder);
});
afterEach(() => vi.restoreAllMocks());

/** Two lags in a circle with a power bond. */
const bonded = (scheme: string, options?: Record<string, number>): SystemFile => ({
  ...circle({ scheme, ...(options && { options }) }),
  bonds: [{ name: 'ab', terms: [{ effort: 'a.y', flow: 'b.y' }] }],
});

const metrics: StudyFile['metrics'] = {
  a: { final: 'a.y' },
  b: { rms: 'b.y' },
  most: { max: 'a.y' },
  energy: { final: 'ab.residual_energy' },
  power: { largest: 'ab.residual_power' },
};

describe('runs of a study that differ by values alone', () => {
  const options: Record<string, Record<string, number>> = { adaptive: { tolerance: 0.1 } };
  // Schemes with events need FMUs with model exchange.
  const schemes = couplings.all.filter(({ traits }) => traits.events !== true).map(({ name }) => name);

  it.each(schemes)(
    'runs that differ by values have the bits of runs alone, and are prepared once: %s',
    async (scheme) => {
      const { repeated, alone, prepared } = await outcomesIn(folder, bonded(scheme, options[scheme]), {
        vary: [
          { set: 'a.T', values: [0.5, 0.05, 3] },
          { set: 'b.y_0', values: [-2, 7] },
        ],
        metrics,
      });
      expect(repeated.map(({ ending }) => ending)).toEqual(Array(6).fill('finished'));
      expect(repeated).toEqual(alone);
      expect(new Set(repeated.map((each) => String(each.metrics))).size).toBe(6);
      expect(prepared).toBe(2);
    },
  );

  it('repeated runs have the messages and metrics of runs alone if values are refused or lead to a failure', async () => {
    const { repeated, alone } = await outcomesIn(folder, bonded('jacobi'), {
      vary: [{ set: 'a.T', values: [0.5, 1, -1, 2, 'wrong', 0, 3, '4[min]', 5] }],
      metrics,
    });
    expect(repeated).toEqual(alone);
    expect(new Set(repeated.map(({ ending }) => ending)).size).toBeGreaterThan(1);
    expect(repeated[8].ending).toBe('finished');
  });

  it('a study leaves the prepared run for other steps, schemes and systems, and returns to it', async () => {
    const { repeated, alone, prepared } = await outcomesIn(folder, bonded('jacobi'), {
      vary: [
        { set: 'algorithm.scheme', values: ['jacobi', 'gauss-seidel'] },
        { set: 'algorithm.step', values: [0.1, 0.05] },
        { set: 'a.T', values: [0.5, 1, 2, 3] },
      ],
      metrics,
    });
    expect(repeated).toEqual(alone);
    // Two of each four runs take instances.
    expect(prepared).toBe(8);
  });

  it('repeated runs have the bits of runs alone with events, arrays and single elements', async () => {
    const pairs = [1, 3, -5, 1].map((first) => [first, 2 * first]);
    const cases: [fmu: string, set: string, values: ParameterValue[], final: string[]][] = [
      ['eventful.fmu', 'u', [1, -3, 2, 5], ['x', 'beats', 'rings', 'crossings', 'ticks']],
      ['mixer.fmu', 'v', pairs, ['y', 'e', 'w[1]']],
      ['mixer.fmu', 'v[1]', [1, 2, 3, 4], ['y', 'e', 'w[1]']],
    ];
    for (const [fmu, set, values, final] of cases) {
      const { repeated, alone } = await outcomesIn(folder, fmu, {
        set: { stopTime: 1, 'algorithm.step': 0.1 },
        vary: [{ set, values }],
        metrics: Object.fromEntries(final.map((name) => [name, { final: name }])),
      });
      expect(repeated.map(({ ending }) => ending)).toEqual(Array(4).fill('finished'));
      expect(repeated).toEqual(alone);
      expect(new Set(repeated.map((each) => String(each.metrics))).size).toBeGreaterThan(2);
    }
  });

  it('repeated runs go on after an FMU that gives up and after a value that is not finite', async () => {
    const { repeated, alone } = await outcomesIn(folder, 'mixer.fmu', {
      set: { stopTime: 1, 'algorithm.step': 0.1 },
      vary: [
        { set: 'infinite_at', values: [1e9, 0.5] },
        { set: 'fail_at', values: [1e9, 1e8, 1e7, 0.7, 1e6, 1e5, 1e4] },
      ],
      metrics: { y: { final: 'y' } },
    });
    expect(repeated).toEqual(alone);
    expect(repeated.slice(0, 7).map(({ ending }) => ending)).toEqual([
      ...['finished', 'finished', 'finished', 'failed', 'finished', 'finished', 'finished'],
    ]);
    expect(repeated.slice(7).map(({ ending }) => ending)).toEqual(Array(7).fill('diverged'));
  });
});
