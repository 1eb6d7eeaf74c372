import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readStudyTable } from '../../master/results/study-table.ts';
import { RunExecutor } from '../../master/study/execution/run-executor.ts';
import { MetricBands } from '../../master/study/metrics/metric-bands.ts';
import type { StudyFile } from '../../master/study/plan/study-file.ts';
import { configuration, readPlan } from '../../master/study/plan/study-plan.ts';
import { runStudy } from '../../master/study/run-study.ts';
import { readParquet } from '../fixtures/parquet.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { circle, makeLag } from '../seams/support/lag.ts';

const folder = temporaryFolder('study-bands');
const output = (name: string): string => join(folder, 'results', name);
beforeAll(async () => {
  await makeLag(folder);
  writeFileSync(join(folder, 'circle.json'), JSON.stringify(circle({ step: 0.01 })));
});

/** A study of two lags in a circle. */
const circles = (name: string, more: Partial<StudyFile>): string => {
  const file = join(folder, `${name}.json`);
  const vary = [{ set: 'a.T', values: [0.2, 0.5, 1] }];
  writeFileSync(file, JSON.stringify({ name, system: 'circle.json', vary, ...more }));
  return file;
};
const rowsOf = (name: string): Record<string, string>[] =>
  parse(readFileSync(`${output(name)}.csv`), { columns: true });

/** Time constant and start values of the units of the circle that do not vary. */
const [T_b, a_0, b_0] = [2, 1, -2];

/** Returns a.y(t) of the closed form: T_a a + T_b b stays, and a − b decays. */
function exactly(T_a: number): (t: number) => number {
  const mean = (T_a * a_0 + T_b * b_0) / (T_a + T_b);
  return (t) => mean + ((a_0 - b_0) * Math.exp(-t * (1 / T_a + 1 / T_b)) * T_b) / (T_a + T_b);
}

/** Returns the mean of f over the time of the run, by Simpson's rule. */
function meanOf(f: (t: number) => number): number {
  const parts = 2000;
  let sum = 0;
  for (let k = 0; k < parts; k++) sum += f(k / parts) + 4 * f((k + 0.5) / parts) + f((k + 1) / parts);
  return sum / (6 * parts);
}

const metrics = {
  last: { final: 'a.y' },
  most: { max: 'a.y' },
  least: { min: 'a.y' },
  size: { largest: 'a.y' },
  mean: { mean: 'a.y' },
  power: { rms: 'a.y' },
};

describe('error bands of the metrics of a study', () => {
  it.each([true, 'sharp'] as const)(
    'each metric of the closed form lies inside its band (error: %s)',
    async (error) => {
      const name = `circles-${error}`;
      const study: Partial<StudyFile> = { error, metrics };
      await runStudy(circles(name, study), { output: output(name), workers: 1 });
      const rows = rowsOf(name);
      expect(rows.length).toBe(3);
      for (const row of rows) {
        const y = exactly(Number(row['a.T']));
        const [start, end] = [y(0), y(1)];
        const exact: Record<string, number> = {
          last: end,
          most: Math.max(start, end),
          least: Math.min(start, end),
          size: Math.max(Math.abs(start), Math.abs(end)),
          mean: meanOf(y),
          power: Math.sqrt(meanOf((t) => y(t) ** 2)),
        };
        for (const [metric, value] of Object.entries(exact)) {
          const [found, band] = [Number(row[metric]), Number(row[`${metric}.error`])];
          expect(Math.abs(found - value), metric).toBeLessThanOrEqual(band);
          // The band is a statement on the result only if it is small.
          expect(band, metric).toBeLessThan(0.05);
        }
        expect(Number(row['last.error'])).toBeGreaterThan(0);
      }
      const { titles, rows: stored } = readParquet(readFileSync(`${output(name)}.parquet`));
      expect(stored.map((row) => String(row[titles.indexOf('last.error')]))).toEqual(
        rows.map((row) => row['last.error']),
      );
    },
  );

  it('the band of a deviation from a reference holds the deviation of the closed form', async () => {
    writeFileSync(join(folder, 'fine.json'), JSON.stringify(circle({ step: 0.001, order: 2 })));
    const study: Partial<StudyFile> = {
      error: true,
      vary: [{ set: 'algorithm.step', values: [0.01, 0.02] }],
      reference: { system: 'fine.json' },
      metrics: { wrong: { error: 'a.y' }, mean: { error: 'a.y', norm: 'rms' } },
    };
    await runStudy(circles('deviation', study), { output: output('deviation'), workers: 1 });
    for (const row of rowsOf('deviation'))
      for (const metric of ['wrong', 'mean']) {
        // The reference is exact beside these steps, so that the true deviation is 0.
        expect(Number(row[metric])).toBeGreaterThan(1e-4);
        expect(Number(row[`${metric}.error`])).toBeGreaterThanOrEqual(0.99 * Number(row[metric]));
      }
  });

  it('a study without "error" has no columns of bands, and equal numbers', async () => {
    for (const error of [false, true])
      await runStudy(circles(`plain-${error}`, { error, metrics }), {
        output: output(`plain-${error}`),
        workers: 1,
      });
    const [plain, banded] = [rowsOf('plain-false'), rowsOf('plain-true')];
    expect(Object.keys(plain[0]).filter((name) => name.endsWith('.error'))).toEqual([]);
    for (const metric of Object.keys(metrics))
      expect(banded.map((row) => row[metric])).toEqual(plain.map((row) => row[metric]));
  });

  it('a run whose coupling is good is doubtful if the band of a metric is wide', async () => {
    writeFileSync(join(folder, 'good.json'), JSON.stringify(circle({ step: 0.01, order: 2 })));
    const last = { last: { final: 'a.y' } };
    const plan = await readPlan(circles('wide', { system: 'good.json', error: true, metrics: last }));
    const executor = new RunExecutor(plan, { cells: new Int32Array(8) });
    const verdict = async (): Promise<string> => (await executor.outcome(configuration(plan, 1))).verdict;
    expect(await verdict()).toBe('good');
    const wide = { name: 'a.y', unit: 'm', largest: 0.1, at: 1, share: 0.2, mean: 0.04, asymptotic: 0.5 };
    vi.spyOn(MetricBands.prototype, 'errors').mockResolvedValueOnce({
      halfWidths: [0.1],
      judged: [{ ...wide, stretches: [] }],
    });
    expect(await verdict()).toBe('doubtful');
    expect(await verdict()).toBe('good');
  });

  it('a wide band never raises the verdict of a run that is not to be trusted', async () => {
    writeFileSync(join(folder, 'coarse.json'), JSON.stringify(circle({ step: 0.25 })));
    const last = { last: { final: 'a.y' } };
    const plan = await readPlan(circles('bad', { system: 'coarse.json', error: true, metrics: last }));
    const executor = new RunExecutor(plan, { cells: new Int32Array(8) });
    const wide = { name: 'a.y', unit: 'm', largest: 0.1, at: 1, share: 0.2, mean: 0.04, asymptotic: 0.5 };
    const errors = vi.spyOn(MetricBands.prototype, 'errors');
    errors.mockResolvedValueOnce({ halfWidths: [0.1], judged: [{ ...wide, stretches: [] }] });
    expect((await executor.outcome(configuration(plan, 0))).verdict).toBe('do not trust');
    expect(errors).toHaveBeenCalled();
  });

  it('a run without a coarser run has no band', async () => {
    const study: Partial<StudyFile> = {
      error: true,
      set: { stopTime: 0.01 },
      vary: [{ set: 'algorithm.step', values: [0.01, 0.001] }],
      metrics: { last: { final: 'a.y' } },
    };
    // A run of one step has no coarser run.
    await runStudy(circles('short', study), { output: output('short'), workers: 1 });
    expect(rowsOf('short').map((row) => row['last.error'] === '')).toEqual([true, false]);
  });

  it('a search for the largest step with bands is refused', async () => {
    const study: Partial<StudyFile> = {
      error: true,
      metrics,
      largestStep: { from: 0.001, to: 0.1, while: { last: 1 } },
    };
    await expect(runStudy(circles('search', study), { output: output('search') })).rejects.toThrow(
      'expected a fixed step for error bands, got a search for the largest step.',
    );
  });
});

describe('the best run of a study', () => {
  it('a study without error bands names the best runs, and others of equal value', async () => {
    const study: Partial<StudyFile> = {
      vary: [{ set: 'a.T', values: [0.5, 0.5, 0.8] }],
      metrics: { last: { final: 'a.y' } },
    };
    const { out } = await fmuHere(
      ['study', circles('bare', study), '-o', output('bare'), '--workers', '1'],
      folder,
    );
    expect(out).toMatch(
      /\nsmallest last +run 0: -1\.\d+ \(a\.T = 0\.5\), equal in one other run\nlargest last +run 2: -[\d.]+ \(a\.T = 0\.8\)\n/,
    );
  });

  it('best returns the row of the best run, and optima without bands say nothing of them', async () => {
    const study: Partial<StudyFile> = {
      vary: [{ set: 'a.T', values: [0.5, 0.6, 0.8] }],
      metrics: { last: { final: 'a.y' } },
    };
    const result = await runStudy(circles('looked-up', study), { output: output('looked-up'), workers: 1 });
    expect(result.optima.flatMap(Object.keys)).not.toEqual(expect.arrayContaining(['error']));
    expect(result.optima.flatMap(Object.keys)).not.toEqual(expect.arrayContaining(['within']));
    expect(result.best()).toBe(result.rows[0]);
    expect(result.best('last', 'largest')).toBe(result.rows[2]);
    expect(() => result.best('lasts')).toThrow('unknown metric "lasts". Did you mean last?');
    expect(() => result.best('last', 'least' as never)).toThrow('expected "smallest" or "largest"');
    expect(() => result.best('last', 'max' as never)).toThrow('got "max". Write "largest".');
    const guessed = result.best() as unknown as { metrics: unknown; factors: unknown };
    expect(() => guessed.metrics).toThrow('Use row["last"]');
    expect(() => guessed.factors).toThrow('unknown property "factors"');
    expect(JSON.parse(JSON.stringify(result))).not.toHaveProperty('best');
  });

  it('a best run within the bands of others is marked in the summary and on the page', async () => {
    const study: Partial<StudyFile> = {
      error: true,
      vary: [{ set: 'a.T', values: [0.5, 0.5001, 0.8] }],
      metrics: { last: { final: 'a.y' } },
    };
    const { out } = await fmuHere(
      ['study', circles('near', study), '-o', output('near'), '--workers', '1'],
      folder,
    );
    expect(out).toMatch(
      /\nsmallest last +run 0: -1\.\d+ ±[\d.]+ \(a\.T = 0\.5\), not certain: one other run lies within the error bands\n/,
    );
    expect(out).toMatch(/\nlargest last +run 2: -[\d.]+ ±[\d.]+ \(a\.T = 0\.8\)\n/);
    const { optima } = await runStudy(join(folder, 'near.json'), { output: output('near') });
    expect(optima.map(({ best, run, within }) => [best, run, within])).toEqual([
      ['smallest', 0, 1],
      ['largest', 2, 0],
    ]);
    const page = await readStudyTable(`${output('near')}.csv`);
    const [last, ...others] = page!.data.metrics;
    expect(others).toEqual([]);
    expect(last.errors).toEqual(rowsOf('near').map((row) => Number(row['last.error'])));
  });

  it('the page of a repeated run has the bands that its study wants', async () => {
    const page = join(folder, 'repeated.html');
    for (const [name, error] of [
      ['banded', true],
      ['plain', undefined],
    ] as const) {
      const file = circles(name, { metrics: { last: metrics.last }, ...(error && { error }) });
      const { code } = await fmuHere(['study', file, '--repeat', '1', '--report', page], folder);
      expect(code).toBe(0);
      expect(readFileSync(page, 'utf8').includes('a.y.error')).toBe(error === true);
    }
  });
});
