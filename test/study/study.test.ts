import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { simulate } from '../../master/run/simulate.ts';
import { type Entry, entryOf, lineOf } from '../../master/study/journal-entry.ts';
import type { StudyFile } from '../../master/study/plan/study-file.ts';
import { runStudy } from '../../master/study/run-study.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { readParquet } from '../fixtures/parquet.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { fmu, root } from '../run-fmu.ts';
import { circle, lagged, makeLag } from '../seams/support/lag.ts';
import { isFullTest, spread, width } from '../width.ts';

const folder = temporaryFolder('study');
beforeAll(async () => {
  await makeLag(folder);
  writeFileSync(join(folder, 'circle.json'), JSON.stringify(circle()));
});

const put = (study: StudyFile): string => {
  const file = join(folder, `${study.name}.json`);
  writeFileSync(file, JSON.stringify(study));
  return file;
};
const output = (name: string): string => join(folder, 'results', name);
const bytes = (name: string): Buffer => readFileSync(output(name));
const rowsOf = (name: string): Record<string, string>[] => parse(bytes(`${name}.csv`), { columns: true });

/** A lag over 20 steps for many time constants and inputs. */
const lags = (name: string, more: Partial<StudyFile> = {}): StudyFile => ({
  name,
  system: 'lag.fmu',
  set: { stopTime: 0.2, 'algorithm.step': 0.01 },
  vary: [
    { set: 'T', from: 0.1, to: 2, count: 20, scale: 'log' },
    { set: 'u', values: [0, 0.5, 1] },
  ],
  ...more,
});

describe('fmu study', () => {
  it('a study runs every combination, with the numbers of the closed form', async () => {
    await runStudy(put(lags('grid')), { output: output('grid'), workers: 1 });
    const rows = rowsOf('grid');
    expect(rows.length).toBe(60);
    for (const { T, u, y, ending, steps, time } of rows) {
      let exact = 0;
      for (let n = 0; n < 20; n++) exact = lagged(exact, Number(T), 0.01, Number(u));
      expect(Math.abs(Number(y) - exact)).toBeLessThan(1e-14);
      expect([ending, steps, time]).toEqual(['finished', '20', '0.2']);
    }
  });

  it('fmu study --json prints the summary and the files', async () => {
    const { code, out } = await fmuHere(
      ['study', put(lags('told')), '-o', output('told'), '--workers', '1', '--json'],
      folder,
    );
    const summary = JSON.parse(out);
    expect(code).toBe(0);
    expect(summary).toMatchObject({
      name: 'told',
      outcome: 'finished',
      runs: 60,
      before: 0,
      endings: { finished: 60 },
    });
    const ends = ['.csv', '.parquet', '.times.csv', '.json'];
    expect(summary.files.map((file: string) => file.slice(output('told').length)).sort()).toEqual(
      ends.sort(),
    );
    const again = await fmuHere(['study', put(lags('told')), '-o', output('told'), '--json'], folder);
    expect(JSON.parse(again.out)).toMatchObject({ outcome: 'finished', runs: 60, before: 60 });
  });

  it('a study writes equal bytes with any number of threads', async () => {
    const count = width(40, 300);
    const others = spread([2, 5], 1);
    const file = put(
      lags('threads', { sample: { method: 'random', count }, vary: [{ set: 'T', from: 1, to: 2 }] }),
    );
    for (const workers of [0, 1.5, Number.NaN])
      await expect(runStudy(file, { output: output('by-none'), workers })).rejects.toThrow(
        `workers must be a whole number from 1, got ${workers}.`,
      );
    for (const workers of [1, ...others]) await runStudy(file, { output: output(`by-${workers}`), workers });
    for (const ending of ['.csv', '.parquet', '.json'])
      for (const workers of others)
        expect(bytes(`by-${workers}${ending}`).equals(bytes(`by-1${ending}`))).toBe(true);
    expect(rowsOf('by-1').length).toBe(count);
  });

  it('a study gives each run the numbers of a separate run, to the last bit', async () => {
    const system = 'systems/crane-single-force.json';
    const masses = [900, 300, 900, 500];
    const study: StudyFile = {
      name: 'crane',
      system: join(root, system),
      set: { stopTime: 0.25 },
      vary: [{ name: 'case', variants: Object.fromEntries(cases(masses)) }],
    };
    await runStudy(put(study), { output: output('crane'), workers: 1 });
    const rows = rowsOf('crane');
    for (const [i, [, { set }]] of cases(masses).entries()) {
      const loaded = JSON.parse(readFileSync(join(root, system), 'utf8')) as SystemFile;
      loaded.stopTime = 0.25;
      for (const [place, value] of Object.entries(set)) {
        const [unit, name] = place.split('.');
        loaded.units[unit].parameters = { ...loaded.units[unit].parameters, [name]: value };
      }
      for (const unit of Object.values(loaded.units)) unit.fmu = join(root, 'systems', unit.fmu);
      const alone = join(folder, 'alone.json');
      writeFileSync(alone, JSON.stringify(loaded));
      const { columns, bonds } = await simulate(await loadSystem(alone), { collect: true });
      const finals = columns.filter(({ name }) => name in rows[i] && name !== 'time');
      expect(finals.length).toBeGreaterThan(3);
      for (const { name, data } of finals) {
        if (name === 'energy_balance') continue;
        expect(Number(rows[i][name]), `${name} of run ${i}`).toBe(data.at(-1));
      }
      expect(Number(rows[i]['lift.residual_energy'])).toBe(bonds[0].energy);
    }
    // Earlier runs leave no state behind, because equal runs are equal.
    const { run: _, case: __, hash: ___, ...first } = rows[0];
    expect(rows[2]).toMatchObject(first);
    expect(rows[1]['crane.s']).not.toBe(rows[0]['crane.s']);
  });

  it('settings of one run of a study do not affect the next', async () => {
    const settings = { T: 0.05, y_0: 3 };
    const study = lags('left', { vary: [{ name: 'case', variants: { some: { set: settings }, none: {} } }] });
    await runStudy(put(study), { output: output('left'), workers: 1 });
    const [first, second] = rowsOf('left').map(({ y }) => Number(y));
    expect(first).toBeGreaterThan(0);
    // A lag at rest, with its own start.
    expect(second).toBe(0);
  });

  const moments = width(1, 6, 20);

  it(`kill -9 at ${moments} random moments neither loses nor duplicates a run, and leaves equal bytes`, async () => {
    const study = (name: string): StudyFile =>
      lags(name, {
        set: { stopTime: 20, 'algorithm.step': 0.001 },
        sample: { method: 'latin-hypercube', count: width(30, 200, 600) },
        vary: [{ set: 'T', from: 0.1, to: 2 }],
        metrics: { y: { final: 'y' }, most: { max: 'y' } },
      });
    const whole = put({ ...study('killed'), description: 'without a break' });
    const { runs } = await runStudy(whole, { output: output('unbroken'), workers: 2 });
    const file = put(study('killed'));
    let kills = 0;
    let savedSize = 0;
    while (kills < moments) {
      const child = spawn(process.execPath, [`${root}bin/fmu.cjs`, 'study', file, '-o', output('killed')]);
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
      // Waits for the file to grow, not for a time, because a start takes long on a busy machine.
      const size = sizeOf('killed') + 4000 * ((kills * 0.618034) % 1);
      await expect.poll(() => child.exitCode !== null || sizeOf('killed') > size, { interval: 1 }).toBe(true);
      child.kill('SIGKILL');
      await ended;
      kills++;
      expect(sizeOf('killed')).toBeGreaterThanOrEqual(savedSize);
      savedSize = sizeOf('killed');
      if (existsFinished('killed')) rmSync(output('killed.csv'), { force: true });
    }
    expect(savedSize).toBeGreaterThan(0);
    const finished = await fmuHere(['study', file, '-o', output('killed')]);
    expect(finished.code).toBe(0);
    expect(bytes('killed.csv').equals(bytes('unbroken.csv'))).toBe(true);
    const hashes = readFileSync(output('killed.study/runs'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line.slice(9)) as { hash: string }).hash);
    expect(hashes.length).toBe(runs);
    expect(new Set(hashes).size).toBe(runs);
    expect(readdirSync(join(folder, 'results')).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('a changed study computes only new runs', async () => {
    const study = lags('grown', { vary: [{ set: 'T', values: [1, 2, 3] }] });
    expect(await runStudy(put(study), { output: output('grown') })).toMatchObject({ runs: 3, before: 0 });
    study.vary = [{ set: 'T', values: [4, 3, 1] }];
    expect(await runStudy(put(study), { output: output('grown') })).toMatchObject({ runs: 3, before: 2 });
    expect(rowsOf('grown').map(({ T }) => T)).toEqual(['4', '3', '1']);
    study.set = { ...study.set, u: 1 };
    expect(await runStudy(put(study), { output: output('grown') })).toMatchObject({ before: 0 });
  });

  it('an incomplete line of a study is cut off, and its run is computed again', async () => {
    const file = put(lags('torn', { vary: [{ set: 'T', values: [1, 2, 3, 4] }] }));
    await runStudy(file, { output: output('torn') });
    const good = bytes('torn.csv');
    const journal = output('torn.study/runs');
    const text = readFileSync(journal, 'utf8');
    writeFileSync(journal, text.slice(0, -20));
    expect(await runStudy(file, { output: output('torn') })).toMatchObject({ before: 3 });
    // The checksum detects a changed bit.
    writeFileSync(journal, text.replace(/"time":0\.2/, '"time":0.3'));
    expect(await runStudy(file, { output: output('torn') })).toMatchObject({ before: 0 });
    expect(bytes('torn.csv').equals(good)).toBe(true);
  });

  it.each([0, 1, 5])('a journal entry with %i values for 2 metrics is computed again', async (count) => {
    const metrics = { final: { final: 'y' }, mean: { mean: 'y' } };
    const name = `crafted-${count}`;
    const file = put(lags(name, { vary: [{ set: 'T', values: [1, 2] }], metrics }));
    await runStudy(file, { output: output(name) });
    const good = bytes(`${name}.csv`);
    const journal = output(`${name}.study/runs`);
    const [first, ...others] = readFileSync(journal, 'utf8').trimEnd().split('\n');
    const entry = entryOf(first) as Entry;
    const values = [1, 2, 3, 4, 5].slice(0, count);
    const crafted = lineOf({ ...entry, outcome: { ...entry.outcome, metrics: values } });
    writeFileSync(journal, `${crafted}${others.join('\n')}\n`);
    expect(await runStudy(file, { output: output(name) })).toMatchObject({ before: 1 });
    expect(bytes(`${name}.csv`).equals(good)).toBe(true);
  });

  it('a study cannot run twice at a time', async () => {
    const set = { stopTime: 200, 'algorithm.step': 0.001 };
    const study = put(
      lags('alone', { set, sample: { method: 'random', count: 5000 }, vary: [{ set: 'T', from: 1, to: 2 }] }),
    );
    const abort = new AbortController();
    const first = runStudy(study, { output: output('alone'), workers: 1, signal: abort.signal });
    await expect.poll(() => sizeOf('alone')).toBeGreaterThan(0);
    const { code, err } = fmu(['study', study, '-o', output('alone')]);
    expect(code).toBe(1);
    expect(err).toMatch(/another process \(\d+\) uses .*alone\.study/);
    await expect(runStudy(study, { output: output('alone') })).rejects.toThrow(/another process .* uses/);
    abort.abort();
    expect(await first).toMatchObject({ outcome: 'interrupted' });
  });

  it('an interrupted study reports that, saves its results, and continues later', async () => {
    const file = put(
      lags('paused', {
        sample: { method: 'random', count: width(150, 400) },
        vary: [{ set: 'T', from: 1, to: 2 }],
      }),
    );
    const abort = new AbortController();
    const paused = await runStudy(file, {
      output: output('paused'),
      workers: 1,
      signal: abort.signal,
      onProgress: ({ done }) => done > 0 && abort.abort(),
    });
    expect(paused).toMatchObject({ outcome: 'interrupted', files: [] });
    const { outcome, before, runs } = await runStudy(file, { output: output('paused') });
    expect(outcome).toBe('finished');
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(runs);
  });

  it('the example of docs/explain/results/studies.md runs to the end', async () => {
    const page = readFileSync(join(root, 'docs/explain/results/studies.md'), 'utf8');
    const example = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '') as StudyFile;
    const study = {
      ...example,
      system: join(root, example.system as string),
      set: { ...example.set, stopTime: 0.02 },
    };
    const { endings, reasons } = await runStudy(put(study), { output: output('example') });
    expect([endings, reasons]).toEqual([{ finished: 30 }, {}]);
    for (const { residual, drift, error } of rowsOf('example'))
      for (const value of [residual, drift, error])
        expect(Number.isFinite(Number(value || 'none'))).toBe(true);
  });

  it('an invalid run of a study becomes a row with the reason, and the others continue', async () => {
    const study = lags('refused', {
      vary: [{ set: 'algorithm.step', values: [0.01, 0.003, -1, 0.02] }],
    });
    const { endings, reasons } = await runStudy(put(study), { output: output('refused') });
    expect(endings).toEqual({ finished: 2, refused: 2 });
    expect(Object.keys(reasons)).toEqual(['refused']);
    expect(reasons.refused).toMatch(/not a whole number of steps H = 0.003 s/);
    const { out } = await fmuHere(['study', put(study), '-o', output('refused')], folder);
    expect(out).toMatch(
      /\n {2}refused +2\n(?:.*\n)*first refused: .*not a whole number of steps H = 0.003 s/,
    );
    expect(out.match(/not a whole number/g)).toHaveLength(1);
    const rows = rowsOf('refused');
    expect(rows[1].message).toMatch(/not a whole number of steps H = 0.003 s/);
    expect(rows[2].message).toMatch(/algorithm\/step: expected a number > 0/);
    expect(rows.map(({ y }) => y === '')).toEqual([false, true, true, false]);
    expect((await fmuHere(['study', put(study), '-o', output('refused')])).code).toBe(3);
  });

  it('metrics of a study use every communication step, and errors use a reference run', async () => {
    const study = lags('metrics', {
      system: 'circle.json',
      set: {},
      vary: [{ set: 'algorithm.step', values: [0.1, 0.05] }],
      reference: { set: { 'algorithm.step': 0.001 } },
      metrics: {
        end: { final: 'a.y' },
        low: { min: 'a.y' },
        high: { max: 'a.y' },
        size: { largest: 'b.y' },
        mean: { mean: 'a.y' },
        error: { error: 'a.y' },
        relative: { error: 'a.y', relative: true },
        last: { error: 'b.y', norm: 'final' },
      },
    });
    await runStudy(put(study), { output: output('metrics') });
    for (const row of rowsOf('metrics')) {
      const step = Number(row['algorithm.step']);
      const path = await trajectory(step);
      const fine = await trajectory(0.001);
      const a = path.a;
      expect(Number(row.end)).toBe(a.at(-1));
      expect(Number(row.low)).toBe(Math.min(...a));
      expect(Number(row.high)).toBe(Math.max(...a));
      expect(Number(row.size)).toBe(Math.max(...path.b.map(Math.abs)));
      const mean = a.slice(1).reduce((sum, y, n) => sum + 0.5 * step * (y + a[n]), 0);
      expect(Math.abs(Number(row.mean) - mean)).toBeLessThan(1e-14);
      const every = Math.round(step / 0.001);
      const error = Math.max(...a.map((y, n) => Math.abs(y - fine.a[n * every])));
      expect(Number(row.error)).toBe(error);
      expect(Number(row.relative)).toBe(error / Math.max(...fine.a.map(Math.abs)));
      expect(Number(row.last)).toBe(Math.abs((path.b.at(-1) as number) - (fine.b.at(-1) as number)));
    }
  });

  it('a study writes all digits of 64-bit integers in CSV and Parquet, and refuses errors that would lose digits', async () => {
    await buildUnit(join(root, 'test/fixtures/mixer'), folder);
    const [odd, most, least] = ['9007199254740993', '18446744073709551615', '-9223372036854775808'];
    const createStudy = (
      name: string,
      metrics: StudyFile['metrics'],
      more: Partial<StudyFile> = {},
    ): StudyFile => ({
      name,
      system: 'mixer.fmu',
      set: { stopTime: 0.125, 'algorithm.step': 0.0625, u_u64: most },
      vary: [{ set: 'u_i64', values: [odd, least, 3] }],
      metrics,
      ...more,
    });
    const metrics = {
      end: { final: 'u_i64' },
      high: { max: 'u_i64' },
      low: { min: 'u_i64' },
      size: { largest: 'u_i64' },
      whole: { final: 'u_u64' },
    };
    await runStudy(put(createStudy('wide', metrics)), { output: output('wide'), workers: 1 });
    const rows = rowsOf('wide').map(({ end, high, low, size, whole }) => [end, high, low, size, whole]);
    expect(rows).toEqual([
      [odd, odd, odd, odd, most],
      [least, least, least, least.slice(1), most],
      ['3', '3', '3', '3', most],
    ]);
    const { titles, rows: parquetRows } = readParquet(bytes('wide.parquet'));
    const column = (title: string) => parquetRows.map((row) => row[titles.indexOf(title)]);
    expect(column('end')).toEqual([BigInt(odd), BigInt(least), 3n]);
    expect(column('size')).toEqual([odd, least.slice(1), '3']);
    const error = { error: { error: 'u_i64' } };
    const reference = { set: { u_i64: 1 } };
    await runStudy(put(createStudy('wide-error', error, { reference })), { output: output('wide-error') });
    expect(rowsOf('wide-error').map(({ ending, error, message }) => [ending, error, message])).toEqual([
      [
        'failed',
        '',
        expect.stringMatching(/u_i64, .* is 9007199254740993, which a double cannot hold exactly/),
      ],
      ['failed', '', expect.stringMatching(/is -9223372036854775808, which a double cannot hold exactly/)],
      ['finished', '2', ''],
    ]);
    const search = { from: 0.0625, to: 0.125, while: { end: 9007199254740992 } };
    const bounded = createStudy('wide-search', { end: metrics.end }, { largestStep: search });
    await runStudy(put(bounded), { output: output('wide-search') });
    expect(rowsOf('wide-search').map((row) => row.search_ended_at)).toEqual(['from', 'from', 'to']);
  });

  it('a search finds the largest step that meets a criterion, which the next one does not meet', async () => {
    const bound = 0.02;
    const study = lags('largest', {
      system: 'circle.json',
      set: { stopTime: 2 },
      vary: [{ set: 'algorithm.order', values: [0, 1] }],
      reference: { set: { 'algorithm.step': 0.001, 'algorithm.order': 2 } },
      metrics: { error: { error: 'a.y' } },
      largestStep: { from: 0.002, to: 1, multipleOf: 0.001, within: 0.001, while: { error: bound } },
    });
    await runStudy(put(study), { output: output('largest') });
    const rows = rowsOf('largest');
    for (const [order, row] of rows.entries()) {
      const H = Number(row.largest_step);
      expect(row.search_ended_at).toBe('');
      const [at, beyond] = [await errorAt(H, order), await errorAt(Number((H + 0.001).toFixed(3)), order)];
      expect(at).toBeLessThanOrEqual(bound);
      expect(beyond).toBeGreaterThan(bound);
      expect(Number(row.error)).toBeCloseTo(at, 12);
    }
    expect(Number(rows[1].largest_step)).toBeGreaterThan(1.5 * Number(rows[0].largest_step));
  });

  it('a search that reaches a bound names it', async () => {
    const search = (name: string, error: number): StudyFile =>
      lags(name, {
        vary: [{ set: 'T', values: [1] }],
        metrics: { y: { final: 'y' } },
        set: { stopTime: 1, u: 1 },
        largestStep: { from: 0.01, to: 0.25, multipleOf: 0.001, while: { y: error } },
      });
    await runStudy(put(search('all-hold', 10)), { output: output('all-hold') });
    expect(rowsOf('all-hold')[0]).toMatchObject({ largest_step: '0.25', search_ended_at: 'to' });
    await runStudy(put(search('none-holds', 0.1)), { output: output('none-holds') });
    expect(rowsOf('none-holds')[0]).toMatchObject({ largest_step: '', search_ended_at: 'from' });
  });

  const runs = width(1000, 30_000, 100_000);

  it.runIf(process.platform === 'linux')(
    `a study uses no more memory or descriptors after ${runs} runs`,
    async () => {
      const file = put(
        lags('many', { sample: { method: 'random', count: runs }, vary: [{ set: 'T', from: 1, to: 2 }] }),
      );
      const looks: { done: number; descriptors: number; memory: number }[] = [];
      const cpu = process.cpuUsage();
      const { endings } = await runStudy(file, {
        output: output('many'),
        workers: 2,
        onProgress: ({ done }) => {
          const descriptors = readdirSync('/proc/self/fd').length;
          looks.push({ done, descriptors, memory: process.memoryUsage.rss() });
        },
      });
      const { user, system } = process.cpuUsage(cpu);
      expect(endings).toEqual({ finished: runs });
      const most = (from: number, to: number, of: 'descriptors' | 'memory'): number =>
        Math.max(
          ...looks.filter(({ done }) => done > from * runs && done <= to * runs).map((look) => look[of]),
        );
      expect(looks.length).toBeGreaterThan(4);
      expect(most(0.5, 1, 'descriptors')).toBeLessThanOrEqual(most(0, 0.5, 'descriptors'));
      // In quick tests, one garbage collection more or less outweighs the memory of all runs.
      if (!isFullTest) return;
      expect(most(0.7, 1, 'memory')).toBeLessThan(1.25 * most(0.1, 0.4, 'memory'));
      // Two processors compute about 2000 runs a second. Twenty times less indicates another kind
      // of run.
      expect((user + system) / 1e3 / runs, 'CPU time of a run [ms]').toBeLessThan(10);
    },
  );

  it('hostile names in a study stay text: in tables, on the terminal, in Parquet', async () => {
    const name = '<script>alert("x")</script>]]>\u001b[31m,\r\nred';
    const file = put(
      lags('hostile', {
        description: name,
        vary: [{ name, set: 'T', values: [1] }],
        metrics: { '=1+1': { final: 'y' }, '"': { max: 'y' } },
      }),
    );
    const { code, out, err } = await fmuHere(['study', file, '-o', output('hostile')]);
    expect(code).toBe(0);
    expect(out + err).not.toContain('\u001b');
    const [header] = parse(bytes('hostile.csv')) as string[][];
    expect(header.slice(0, 2)).toEqual(['run', name]);
    expect(header).toContain('"');
    expect(bytes('hostile.parquet').includes(Buffer.from(name))).toBe(true);
    const refused = await fmuHere(['study', put(lags('bad', { vary: [{ set: name, values: [1] }] }))]);
    expect(refused.code).toBe(1);
    expect(refused.err).not.toContain('\u001b[');
    expect(refused.err).toMatch(/"<script>.* does not exist in/);
  });

  it('fmu study refuses an invalid study with the location and a fix', async () => {
    const studyError = async (study: object): Promise<string> => {
      const file = join(folder, 'wrong.json');
      writeFileSync(file, JSON.stringify({ ...lags('wrong'), ...study }));
      const { code, err } = await fmuHere(['study', file]);
      expect(code).toBe(1);
      return err;
    };
    expect(await studyError({ vary: [{ set: 'Tt', values: [1] }] })).toMatch(
      /"Tt" does not exist in .*lag.fmu. Did you mean T\?/,
    );
    expect(await studyError({ metrics: { a: { max: 'y', min: 'y' } } })).toMatch(
      /a metric needs exactly one of final, max/,
    );
    expect(await studyError({ metrics: { a: { error: 'y' } } })).toMatch(/the study needs a "reference"/);
    expect(await studyError({ largestStep: { from: 1, to: 2, while: { b: 1 } } })).toMatch(
      /unknown metric "b"/,
    );
    expect(await studyError({ vary: [{ name: 'run', set: 'T', values: [1] }] })).toMatch(
      /two result columns .* "run"/,
    );
    const twice = (...vary: StudyFile['vary']): Promise<string> => studyError({ vary });
    const T = { set: 'T', values: [1] };
    for (const other of [
      { name: 'b', set: 'T', values: [2] },
      { name: 'b', set: 'lag.T', from: 1, to: 2, count: 2 },
      { name: 'b', set: ['u', 'lag.T'], values: [2] },
      { name: 'b', variants: { one: {}, other: { set: { T: 2 } } } },
    ])
      expect(await twice({ name: 'a', ...T }, other)).toMatch(
        /the factor "b" sets "(lag\.)?T", which the factor "a" sets too, .* Set it only once\./,
      );
    for (const once of [
      { ...T, set: ['T', 'T'] },
      { ...T, set: ['T', 'lag.T'] },
      { name: 'a', variants: { one: { set: { T: 1, 'lag.T': 2 } } } },
    ])
      expect(await twice(once)).toMatch(/sets "(lag\.)?T", which is set twice there/);
    expect(await studyError({ sample: { method: 'dice' } })).toMatch(/expected one of "grid"/);
    expect(await studyError({ system: 'none.fmu' })).toMatch(/none.fmu/);
  });
});

const cases = (masses: readonly number[]): [string, { set: Record<string, number> }][] =>
  masses.map((mass, i) => [`case ${i}`, { set: { 'crane.m_p': mass } }]);

function sizeOf(name: string): number {
  try {
    return readFileSync(output(`${name}.study/runs`)).length;
  } catch {
    return 0;
  }
}

function existsFinished(name: string): boolean {
  return readdirSync(join(folder, 'results')).includes(`${name}.csv`);
}

/** Outputs of the circle of two lags at each communication point, order 0 for `order`. */
async function trajectory(
  step: number,
  order: 0 | 1 | 2 = 0,
  stopTime = 1,
): Promise<{ a: number[]; b: number[] }> {
  const { algorithm, ...rest } = circle({ step, order });
  const file = join(folder, 'one-circle.json');
  writeFileSync(file, JSON.stringify({ ...rest, algorithm, stopTime }));
  const { columns } = await simulate(await loadSystem(file), { collect: true });
  const of = (name: string): number[] => [...(columns.find((column) => column.name === name)?.data ?? [])];
  return { a: of('a.y'), b: of('b.y') };
}

/** Error of a.y at a step, against the step of 1 ms and order 2. */
async function errorAt(step: number, order: number): Promise<number> {
  const path = await trajectory(step, order as 0 | 1, Math.ceil(2 / step - 1e-9) * step);
  const fine = await trajectory(0.001, 2, 2);
  const every = Math.round(step / 0.001);
  return Math.max(...path.a.map((y, n) => Math.abs(y - fine.a[Math.min(n * every, fine.a.length - 1)])));
}
