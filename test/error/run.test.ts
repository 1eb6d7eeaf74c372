import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { coreHost } from '../../fmu-sdk/host/wasm/core-host.ts';
import { variantOf } from '../../master/error/coarser-system.ts';
import { columnBands } from '../../master/error/column-errors.ts';
import type { RecordedColumns } from '../../master/error/common-points.ts';
import { readResults } from '../../master/results/read-results.ts';
import { simulate } from '../../master/run/simulate.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { fmu, root } from '../run-fmu.ts';

const folder = temporaryFolder('error-bands');
const file = join(root, 'systems/four-bar/four-bar-force.json');
const load = (settings: object): Promise<CheckedSystem> =>
  loadSystem(file, { settings: { stopTime: 1.2, ...settings } });

it('bands are further columns, and the other columns have equal bits with and without them', async () => {
  const system = await load({});
  const [plain, banded] = ['plain.csv', 'banded.csv'].map((name) => join(folder, name));
  const alone = await simulate(system, { output: plain, collect: true });
  const result = await simulate(system, { output: banded, collect: true, error: true });
  expect(alone.error).toBeUndefined();
  const bands = result.error!.columns.map(({ name }) => `${name}.error`);
  expect(bands).toContain('mechanism.s.error');
  const width = alone.columns.length;
  const rows = readFileSync(banded, 'utf8').split('\r\n');
  const cut = rows.map((row) => row.split(',').slice(0, width).join(','));
  expect(cut.join('\r\n')).toBe(readFileSync(plain, 'utf8'));
  expect(new Set(rows[0].split(',').slice(width))).toEqual(new Set(bands));
  const { names, columns } = await readResults(banded);
  for (const name of bands) expect(columns[names.indexOf(name)], name).toEqual(result.column(name));
});

it('the runs of error bands open their FMUs once, and the bands have the bits of runs alone', async () => {
  const system = await load({ record: ['mechanism.s', 'actuator.p1'], step: 0.0004 });
  const open = vi.spyOn(coreHost, 'open');
  const result = await simulate(system, { collect: true, error: true });
  expect(open).toHaveBeenCalledTimes(system.units.length);
  open.mockRestore();
  const runs: RecordedColumns[] = [];
  for (const factor of [1, 2, 4]) {
    const { columns } = await simulate(variantOf(system, undefined, factor).system, { collect: true });
    runs.push({ names: columns.map(({ name }) => name), data: columns.map(({ data }) => data) });
  }
  const [run, ...coarser] = runs;
  const bands = columnBands({ run, coarser, step: system.step }, result.error!.columns);
  expect(bands.length).toBe(2);
  for (const { band, error } of bands) expect(band).toEqual(result.column(`${error.name}.error`));
});

it('the error of a packaged system against a run with H/4 lies inside its band', async () => {
  const every = { record: ['mechanism.s', 'mechanism.s_dot', 'mechanism.force', 'actuator.p1'] };
  const result = await simulate(await load({ ...every, step: 0.0004 }), { collect: true, error: true });
  const fine = await simulate(await load({ ...every, step: 0.0001 }), { collect: true });
  let [inside, points] = [0, 0];
  for (const { name } of result.error!.columns) {
    const [value, band] = [result.column(name), result.column(`${name}.error`)];
    const truth = fine.column(name);
    for (let k = 0; k < value.length; k++) {
      points++;
      if (Math.abs(value[k] - truth[4 * k]) <= band[k]) inside++;
    }
  }
  expect(points).toBeGreaterThan(2000);
  expect(inside / points).toBeGreaterThanOrEqual(0.95);
});

it('a band without a run with 4H says why, and a run with H/2 instead gives narrower ones', async () => {
  // The crane cannot step by 4 ms.
  const crane = join(root, 'systems/crane-single-pressure.json');
  const system = await loadSystem(crane, { settings: { stopTime: 6.2, record: ['crane.s', 'crane.s_dot'] } });
  const usual = (await simulate(system, { error: true })).error!;
  const sharp = (await simulate(system, { error: 'sharp' })).error!;
  expect(usual.values).toEqual([0.001, 0.002]);
  expect(usual.notes.join()).toMatch(
    /,The run with H = 0\.004 s fails \(step crane: .*\), .* Use --error=sharp, or /,
  );
  const coverage = expect.stringMatching(/^The bands cover the coupling alone\./);
  expect(sharp).toMatchObject({ by: 'step', values: [0.001, 0.0005, 0.002], notes: [coverage] });
  for (const { name, share } of sharp.columns)
    expect(share, name).toBeLessThan(usual.columns.find((column) => column.name === name)!.share);
});

it('the verdict does not rest on small bands of a single FMU', async () => {
  const joystick = join(root, 'dist/joystick.fmu');
  const { error, verdict } = await simulate(joystick, { stopTime: 0.1, step: 0.001, error: true });
  expect(error!.notes.join()).toContain('a single FMU has none');
  expect(error!.columns.length).toBeGreaterThan(0);
  expect(verdict.grounds.map(({ rule }) => rule)).not.toContain('error');
});

it('fmu run --error prints the largest bands, and --json has the order of each stretch', async () => {
  const run = (...args: string[]): ReturnType<typeof fmuHere> =>
    fmuHere(['run', file, '--stop-time', '1.2', '-o', 'out.csv', '--error', ...args], folder);
  const { out, code } = await run();
  expect(code).toBe(0);
  expect(out).toMatch(
    /\nerror bands +of runs with H = 0\.0002 s, 0\.0004 s, 0\.0008 s\n +\S+ up to ±[\d.e-]+ /,
  );
  const { error, verdict } = JSON.parse((await run('--json')).out);
  expect(error.columns[0].stretches[0]).toMatchObject({ from: 0, asymptotic: expect.any(Boolean) });
  expect(verdict.grounds).toContainEqual(expect.objectContaining({ rule: 'error', unit: '1' }));
  const refused = await run('--checkpoint', '1s');
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('do not go together')]);
  const wrong = await fmuHere(['run', '--error', file], folder);
  expect(wrong.err).toContain('Arguments are missing. Write: fmu run <file>');
});

it('fmu run --error names its value if that is the file', async () => {
  const { err, code } = await fmuHere(['run', file, '--error', 'narrow'], folder);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('--error expects sharp, all or no value, got "narrow"'),
  ]);
  const system = await load({});
  expect(() => simulate(system, { error: 'narrow' as never })).toThrow(
    /expected true, false, "sharp" or "all", got "narrow"/,
  );
});

it('error bands and collected rows that no memory holds are refused in one sentence', async () => {
  const system = await load({ stopTime: 1.2e12 });
  for (const options of [{ error: true }, { collect: true }])
    await expect(simulate(system, options)).rejects.toThrow(
      /^run [\w-]+: expected at most 8 GiB of rows in memory, got \d+ rows of \d+ columns\. /,
    );
});

it('a column with the name of a band is refused before the run', async () => {
  const taken = join(folder, 'taken.fmu');
  fmu(['edit', join(root, 'dist/hydraulic-actuator.fmu'), '--rename', 'p2=p1.error', '-o', taken]);
  await expect(simulate(taken, { stopTime: 0.01, error: true })).rejects.toThrow(
    'run taken: error bands: expected p1.error to be free for the band of p1, got a recorded column of this name.',
  );
});

it('a run tells the bands of the times of events, and when columns of whole numbers differ', async () => {
  await buildUnit(join(root, 'docs/units/bouncing-ball'), folder);
  const args = ['run', 'bouncing-ball.fmu', '--stop-time', '1', '-o', 'ball.csv', '--error'];
  const { out } = await fmuHere([...args, '--json'], folder);
  const { events, columns } = JSON.parse(out).error;
  const bounces = events.filter(({ column }: { column?: string }) => column === 'bounces');
  expect(bounces.length).toBeGreaterThan(0);
  for (const { error } of bounces) expect(error).toBeGreaterThan(0);
  const [column] = columns.filter(({ name }: { name: string }) => name === 'bounces');
  expect(column).toMatchObject({ differs: 0, differsFrom: [] });
  expect((await fmuHere(args, folder)).out).toMatch(/\n +\d+ events?, times ±[\d.]+ s at most \(t = /);
});

it('--error=all adds the error of the solvers inside FMUs, and says which part it is', async () => {
  const coarse = { record: ['mechanism.s', 'actuator.p1'], step: 0.0004 };
  const [plain, all] = await Promise.all(
    ([true, 'all'] as const).map(async (error) => simulate(await load(coarse), { error, collect: true })),
  );
  expect(all.error!.solvers).toEqual(['actuator', 'friction']);
  expect(all.error!.notes.join()).toContain('do not cover the solvers of mechanism, valve');
  for (const { name, solvers, largest } of all.error!.columns) {
    const without = plain.error!.columns.find((column) => column.name === name)!;
    expect(without.solvers).toBeUndefined();
    expect(solvers, name).toBeGreaterThan(0);
    expect(largest).toBeGreaterThanOrEqual(without.largest);
    const [wide, narrow] = [all, plain].map((result) => result.column(`${name}.error`));
    expect(wide.every((band, k) => band >= narrow[k])).toBe(true);
  }
  const { out } = await fmuHere(
    ['run', file, '--stop-time', '1.2', '--step', '0.0004', '-o', 'all.csv', '--error=all'],
    folder,
  );
  expect(out).toMatch(/\nerror bands +of runs with H = .*, and with finer solvers of actuator, friction\n/);
  expect(out).toMatch(/, solvers up to [\d.e-]+ % of it\n/);
});
