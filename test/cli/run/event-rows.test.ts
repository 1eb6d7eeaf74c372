import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildUnit } from '../../../fmu-sdk/build/build-unit.ts';
import { platformName } from '../../../fmu-sdk/host/choice/platform-name.ts';
import { native } from '../../../fmu-sdk/host/choice/third-party-hosts.ts';
import { findBinary } from '../../../fmu-sdk/host/fmu.ts';
import { readFmuFile } from '../../../fmu-sdk/host/open-fmu.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuEither } from '../../fmu-here.ts';
import { notEmpty } from '../../not-empty.ts';
import { root } from '../../run-fmu.ts';

const folder = temporaryFolder('event-rows');
const units: Record<string, string> = {};
beforeAll(async () => {
  for (const name of ['bouncing-ball', 'spring-mass'])
    units[name] = (await buildUnit(join(root, 'docs/units', name), folder, { smokeTest: false })).file;
});

/** Returns the rows of a run: the fields of its CSV, without the titles. */
async function rows(unit: string, ...args: string[]): Promise<string[][]> {
  const to = join(folder, 'rows.csv');
  const { code, err } = await fmuEither(
    ['run', units[unit], ...(args.includes('--step') ? [] : ['--step', '0.1']), ...args, '-o', to],
    folder,
  );
  expect(code, err).toBe(0);
  const [, ...lines] = readFileSync(to, 'utf8').trimEnd().split('\r\n');
  return lines.map((line) => line.split(','));
}

/** Returns pairs of rows at one time: before and after an event. */
const pairs = (all: readonly string[][]): [string[], string[]][] =>
  all.flatMap((row, k) => (row[0] === all[k - 1]?.[0] ? [[all[k - 1], row] as [string[], string[]]] : []));

/** Returns the rows without events, at communication points. */
const atPoints = (all: readonly string[][]): string[][] =>
  all.filter(([t]) => Math.abs(10 * Number(t) - Math.round(10 * Number(t))) < 1e-9);

describe('fmu run --events, for co-simulation of a fmukit FMU', () => {
  const ball = ['--stop-time', '1.5', '--record', 'bounces', 'x', 'v'];

  it('--events adds a row before and after each bounce, at the end of its internal step, and keeps the other rows', async () => {
    const all = await rows('bouncing-ball', ...ball, '--events');
    const [t1, e, h] = [Math.sqrt(2 / 9.81), 0.7, 1e-3];
    // t_n = t_1 (1 + 2 (e + … + e^(n−1)))
    const impacts = [t1, t1 * (1 + 2 * e), t1 * (1 + 2 * (e + e * e))].filter((t) => t < 1.5);
    const rowPairs = pairs(all);
    expect(rowPairs.map(([before]) => Number(before[0]))).toEqual(
      impacts.map((t) => expect.closeTo(h * Math.ceil(t / h), 9)),
    );
    for (const [n, [before, after]] of rowPairs.entries()) {
      expect([before[1], after[1]]).toEqual([String(n), String(n + 1)]);
      expect(Number(before[3])).toBeLessThan(0);
      expect(Number(after[3])).toBeGreaterThan(0);
    }
    expect(all.filter((row) => !rowPairs.flat().includes(row))).toEqual(await rows('bouncing-ball', ...ball));
  });

  it('--events adds rows at exact event times for steps of any size, and keeps the rows at communication points', async () => {
    const motion = ['--stop-time', '1', '--record', 'touching', 'x', 'v'];
    const all = await rows('spring-mass', ...motion, '--events');
    expect(pairs(all).map(([before, after]) => [before[1], after[1]])).toEqual([
      ['0', '1'],
      ['1', '0'],
    ]);
    for (const [before, after] of pairs(all)) {
      expect(Number(before[2])).toBeCloseTo(0.05, 12);
      expect(after.slice(2)).toEqual(before.slice(2));
    }
    expect(atPoints(all)).toEqual(await rows('spring-mass', ...motion));
  });

  it('--events records both rows of an event at a communication point, where a run without it records only the first', async () => {
    const at = ['--step', '0.226', '--stop-time', '0.678', '--record', 'bounces'];
    const of = (all: readonly string[][]) => all.map(([t, bounces]) => `${t} ${bounces}`);
    expect(of(await rows('bouncing-ball', ...at, '--events'))).toEqual([
      '0 0',
      '0.226 0',
      '0.452 0',
      '0.452 1',
      '0.678 1',
    ]);
    expect(of(await rows('bouncing-ball', ...at))).toEqual(['0 0', '0.226 0', '0.452 0', '0.678 1']);
  });

  it('a run records only communication points without --events and with --no-events', async () => {
    for (const unit of ['bouncing-ball', 'spring-mass']) {
      const reference = await rows(unit, '--stop-time', '1', '--record', 'x', 'v');
      expect(reference.length).toBe(11);
      expect(await rows(unit, '--stop-time', '1', '--record', 'x', 'v', '--no-events')).toEqual(reference);
    }
  });

  it.each([
    ['bouncing-ball', ['--events', ...ball]],
    ['spring-mass', ['--interface', 'me', '--stop-time', '1']],
  ])('a recording of a run of %s with --events replays its rows without the FMU', async (unit, args) => {
    const calls = join(folder, 'unit.calls');
    const all = await rows(unit, ...args, '--record-calls', calls);
    expect(pairs(all).length).toBe(2);
    expect(all).toEqual(await rows(unit, ...args));
    const to = join(folder, 'again.csv');
    const { code, err } = await fmuEither(['replay', calls, '-o', to], folder);
    expect(code, err).toBe(0);
    const [, ...lines] = readFileSync(to, 'utf8').trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(','))).toEqual(all);
  });

  it('--events keeps the step of a library, which may not support early ends', async () => {
    const { archive, description } = await readFmuFile(units['bouncing-ball']);
    expect(description.coSimulation?.canHandleVariableCommunicationStepSize).toBe(false);
    const has = (path: string): boolean => path.startsWith(`binaries/${platformName()}/`);
    const withLibrary = { ...archive, has };
    const unit = { archive: withLibrary, description };
    const { binary } = await findBinary(unit, [native], { kind: 'coSimulation', events: true }, 'here');
    expect(binary).toMatchObject({ form: 'native', kind: 'coSimulation' });
    expect(binary).not.toHaveProperty('events');
  });

  it('summary and JSON count communication points, and not events', async () => {
    const to = join(folder, 'json.csv');
    const run = ['run', units['bouncing-ball'], '--events', '--json', '--step', '0.1', '--stop-time', '1'];
    const { out } = await fmuEither([...run, '-o', to], folder);
    expect(JSON.parse(out)).toMatchObject({ steps: 10, outcome: 'finished' });
  });
});

it('model exchange records events by default, with the times and values of co-simulation', async () => {
  const run = ['--stop-time', '1', '--record', 'touching', 'x', 'v'];
  const stepped = notEmpty('events', pairs(await rows('spring-mass', ...run, '--events')));
  const integrated = pairs(await rows('spring-mass', ...run, '--interface', 'me', '--tolerance', '1e-9'));
  const near = (pair: [string[], string[]]) =>
    pair.map((row) => row.map((word) => expect.closeTo(Number(word), 6)));
  expect(integrated.map((pair) => pair.map((row) => row.map(Number)))).toEqual(stepped.map(near));
  expect(pairs(await rows('spring-mass', ...run, '--interface', 'me', '--no-events'))).toEqual([]);
});

it('--events refuses a system whose scheme does not support events', async () => {
  const system = join(folder, 'two.json');
  const unit = (name: string): { fmu: string } => ({ fmu: units[name] });
  const algorithm = { scheme: 'jacobi', step: 0.1, order: 0 };
  const two = { ball: unit('bouncing-ball'), mass: unit('spring-mass') };
  writeFileSync(system, JSON.stringify({ name: 'two', units: two, connections: [], algorithm, stopTime: 1 }));
  const run = ['run', system, '-o', join(folder, 'two.csv')];
  const { code, err } = await fmuEither([...run, '--events'], folder);
  expect(err).toContain(
    'run two: --events needs a coupling scheme with events, got "jacobi", which has only communication points. ' +
      'Choose --scheme hybrid or continuous, or leave --events out.',
  );
  expect(code).toBe(1);
  expect((await fmuEither(run, folder)).code).toBe(0);
});
