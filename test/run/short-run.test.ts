import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { shortRun } from '../../master/run/loop/short-run.ts';
import type { RunResult } from '../../master/run/worker/run-protocol.ts';
import { type RunnerOptions, SystemRunner } from '../../master/run/worker/system-runner.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import { singleSystem } from '../../master/system/single/single-fmu.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmu, root } from '../run-fmu.ts';

/** Limit that suffices for every run that ends, also on a busy machine [ms]. */
const patience = 20_000;

const units = temporaryFolder('short');
const runner = new SystemRunner();
let folder = '';
beforeAll(() => buildUnit(join(root, 'test/fixtures/faulty'), units));
beforeEach(() => {
  folder = temporaryFolder('run');
});
afterAll(() => runner.dispose());

const crane = async (stopTime: number): Promise<CheckedSystem> =>
  loadSystem(join(root, 'systems/crane-single-force.json'), { settings: { stopTime } });
const joystick = (): Promise<CheckedSystem> =>
  singleSystem(join(root, 'dist/joystick.fmu'), { stopTime: 0.5, step: 0.001 });
const faulty = (fault: string): Promise<CheckedSystem> =>
  singleSystem(join(units, 'faulty.fmu'), { stopTime: 0.01, step: 0.001, set: [`fault=${fault}`] });

/** Returns a result without wall times. */
/** Returns a result without what depends on the time that the run took. */
const timeless = ({
  wallSeconds,
  threads,
  ...result
}: RunResult): Omit<RunResult, 'wallSeconds' | 'threads'> => {
  expect(wallSeconds).toBeGreaterThan(0);
  expect(threads?.count).toBe(1);
  return result;
};

describe('a short run of fmukit FMUs in the calling thread', () => {
  it.each(['csv', 'npy', 'parquet', 'mat'])(
    'a short run equals a watched run in result and bytes: %s',
    async (form) => {
      // The text of the crane's rows is longer than one write.
      for (const [k, system] of [await joystick(), await crane(0.6)].entries()) {
        const output = join(folder, `${k}.${form}`);
        const short = shortRun(system, { output, summarize: true }, patience);
        expect(short?.outcome).toBe('finished');
        const bytes = readFileSync(output);
        expect(bytes.length).toBeGreaterThan(1000);
        rmSync(output);
        const watched = await runner.run(system, { output, summarize: true });
        expect(readFileSync(output).equals(bytes)).toBe(true);
        expect(timeless(short!)).toEqual(timeless(watched));
        expect(short!.statistics?.length).toBeGreaterThan(0);
      }
    },
  );

  it('a short run writes no file without an output', async () => {
    expect(shortRun(await joystick(), {}, patience)?.output).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a short run starts with new units each time', async () => {
    const system = await joystick();
    const outputs = [1, 2].map((k) => {
      shortRun(system, { output: join(folder, `${k}.csv`) }, patience);
      return readFileSync(join(folder, `${k}.csv`), 'utf8');
    });
    expect(outputs[0]).toBe(outputs[1]);
  });
});

describe('runs that are not short and leave nothing behind', () => {
  const isNone = (system: CheckedSystem, options: RunnerOptions = {}, ms = patience): void => {
    expect(shortRun(system, { output: join(folder, 'x.csv'), ...options }, ms)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  };

  it.each(['fail', 'index', 'division', 'nan', 'infinity'])(
    'a run with a failing unit is not short: %s',
    async (fault) => {
      isNone(await faulty(fault));
    },
  );

  it.each(['loop', 'loopAtStart'])(
    'a run with a unit that does not return in time is not short: %s',
    async (fault) => {
      const begin = process.cpuUsage().user;
      isNone(await faulty(fault), {}, 100);
      const took = (process.cpuUsage().user - begin) / 1e3;
      expect(took).toBeLessThan(5000);
    },
  );

  it('a run that takes longer than the limit is not short', async () => {
    // 2000 steps of a unit with a million internal steps each.
    const system = await singleSystem(join(units, 'faulty.fmu'), {
      stopTime: 2000,
      step: 1,
      set: ['h=1e-6'],
    });
    isNone(system, {}, 20);
  });

  it('a run with an invalid output file is not short', async () => {
    expect(
      shortRun(await joystick(), { output: join(units, 'faulty.fmu', 'x.csv') }, patience),
    ).toBeUndefined();
    expect(shortRun(await joystick(), { output: join(root, 'dist/joystick.fmu') }, patience)).toBeUndefined();
  });

  it('a run whose rows would replace a file of the system is not short', async () => {
    const input = join(folder, 'u.csv');
    writeFileSync(input, 'time,w\n');
    const system = await joystick();
    expect(shortRun({ ...system, reads: [input] }, { output: input }, patience)).toBeUndefined();
    expect(readFileSync(input, 'utf8')).toBe('time,w\n');
    expect(shortRun(system, { output: input }, patience)?.outcome).toBe('finished');
  });

  it('a run with rows to a pipe is not short, because rows could not be withdrawn', async () => {
    expect(shortRun(await joystick(), { output: '-' }, patience)).toBeUndefined();
  });

  it.each<[string, RunnerOptions]>([
    ['rows are collected', { collect: true }],
    ['calls are logged', { log: { file: 'x.log' } }],
    ['calls are recorded', { recordCalls: 'x.calls' }],
    ['it runs in real time', { realtime: { factor: 1 } }],
    ['it saves checkpoints', { checkpoint: { file: 'x.checkpoint', seconds: 1 } }],
    ['it resumes', { resume: 'x.checkpoint' }],
    ['custom code takes part', { use: ['x.mjs'] }],
  ])('a run is not short in the case: %s', async (_, options) => isNone(await joystick(), options));

  it('runs with many steps, many threads, the scheme auto or third-party FMUs are not short', async () => {
    const system = await joystick();
    isNone({ ...system, stopTime: 2.001 });
    isNone({ ...(await crane(0.1)), threads: 2 });
    isNone({ ...system, scheme: 'auto' });
    isNone(await singleSystem(join(root, 'dist/joystick.fmu'), { byCalls: true, stopTime: 0.01 }));
  });
});

const replaced = /fmu: note: results of an earlier run.*\n/;

/** Repeats a run if the machine was too busy for the time limit of a short run. */
function atLast<Result>(of: () => Result, wanted: (result: Result) => boolean): Result {
  let result = of();
  for (let k = 1; k < 10 && !wanted(result); k++) result = of();
  return result;
}

describe('fmu run', () => {
  it('fmu run reports a failing short run like any other, with its rows', () => {
    const args = ['--stop-time', '0.01', '--step', '0.001', '-o', join(folder, 'x.csv'), '--set'];
    const runFaulty = (fault: string): string => {
      const { code, err } = fmu(['run', join(units, 'faulty.fmu'), ...args, `fault=${fault}`]);
      return `${code} ${err.replaceAll(folder, '')}`;
    };
    expect(runFaulty('fail')).toMatch(
      /^1 fmu: step faulty: the FMU stopped at t = 0\.005 s: the valve is stuck\..*\n +The rows up to then are in \/x\.partial\.csv\.\n$/s,
    );
    expect(readFileSync(join(folder, 'x.partial.csv'), 'utf8').trim().split('\r\n').length).toBe(7);
  });

  it('fmu run handles a signal that came during a short run, with a complete result', () => {
    const preloadFile = join(folder, 'told.cjs');
    writeFileSync(
      preloadFile,
      `const vm = require('node:vm');
      const { runInNewContext } = vm;
      vm.runInNewContext = (code, context, options) => {
        if (options?.timeout > 0) process.kill(process.pid, 'SIGINT');
        return runInNewContext(code, context, options);
      };`,
    );
    const args = ['--stop-time', '0.1', '--step', '0.001', '-o', join(folder, 'x.csv')];
    const env = { NODE_OPTIONS: `--require ${preloadFile}` };
    const { code, out, err } = atLast(
      () => fmu(['run', join(root, 'dist/joystick.fmu'), ...args], root, env),
      (run) => run.code === 130 && /joystick +finished/.test(run.out),
    );
    expect(`${code} ${err.replace(replaced, '')}`).toBe('130 ');
    expect(out).toMatch(/joystick +finished\n/);
    expect(readFileSync(join(folder, 'x.csv'), 'utf8').trim().split('\r\n').length).toBe(102);
  });

  it('fmu run starts a thread only for a long run', () => {
    const preloadFile = join(folder, 'told.cjs');
    writeFileSync(
      preloadFile,
      `const threads = require('node:worker_threads');
      const { Worker } = threads;
      threads.Worker = class extends Worker { constructor(...given) { super(...given); process.stderr.write('a thread\\n'); } };`,
    );
    const runUntil = (stopTime: string): string => {
      const args = ['--stop-time', stopTime, '--step', '0.001', '-o', join(folder, 'x.csv')];
      const env = { NODE_OPTIONS: `--require ${preloadFile}` };
      const { code, err } = fmu(['run', join(root, 'dist/joystick.fmu'), ...args], root, env);
      return `${code} ${err.replace(replaced, '')}`;
    };
    const isShort = (words: string): boolean => words === '0 ';
    expect(atLast(() => runUntil('0.001'), isShort)).toBe('0 ');
    // On a busy machine progress follows.
    expect(runUntil('10')).toMatch(/^0 a thread\n(?!.*a thread)/s);
  });
});
