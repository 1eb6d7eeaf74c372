import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Permission } from '../../../fmu-sdk/host/choice/sandbox-permissions.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { resolveSystem } from '../../../master/system/load-system.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { unitFolders } from '../../host/native/open.ts';
import { sanitized } from '../../sanitized.ts';
import { spread } from '../../width.ts';
import { deeds, hostileUnit, makeOutside, processesLeft } from './unit.ts';

const outside = makeOutside();
const folder = temporaryFolder('deeds');

/** Expected end of a run: all rows, an error, or either, depending on thread timing. */
type End = 'finishes' | RegExp | 'either';

const crashPattern = /(crashed|ended its process) in/;
const broken = /crashed in|ended its process in|returned|result|step/;

/** Expected result of each action of `hostile.c` inside a step. */
const ends: Record<string, End> = {
  nothing: 'finishes',
  exit_0: /ended its process in \w+ with exit code 0/,
  exit_7: /ended its process in \w+ with exit code 7/,
  thread_exit: /did not return|ended its process/,
  abort: /SIGABRT/,
  segv: /SIGSEGV/,
  bus: /SIGBUS/,
  divide: /SIGFPE|crashed/,
  illegal: /SIGILL|SIGTRAP/,
  call_null: /SIGSEGV/,
  overflow: /SIGSEGV/,
  kill: /SIGKILL/,
  stop: /did not return within/,
  terminated: /SIGTERM/,
  kill_keeper: 'finishes',
  kill_group: /SIGKILL/,
  loop: /computed for/,
  loop_deaf: /computed for/,
  nap: 'finishes',
  sleep: /did not return within/,
  garbage: 'either',
  garbage_always: 'either',
  zeros: 'either',
  ones: 'either',
  large: 'either',
  close_all: 'finishes',
  null_all: 'finishes',
  block_all: 'finishes',
  write_all: 'finishes',
  shut_all: 'finishes',
  free_garbage: crashPattern,
  free_twice: /SIGABRT/,
  handlers: 'finishes',
  alarms: /SIGALRM/,
  no_limits_left: 'finishes',
  no_cpu_left: /SIGXCPU|SIGKILL/,
  memory: /requested \d+ bytes more than its limit|computed for/,
  stack_of_threads: 'either',
  files: 'finishes',
  forest: 'either',
  unfolder: 'finishes',
  daemon: 'finishes',
  bomb: 'finishes',
  copies: 'finishes',
  log_flood: 'finishes',
  log_huge: 'finishes',
  log_thread: 'finishes',
  log_nobody: 'finishes',
  log_escape: 'finishes',
  print_flood: 'finishes',
  print_no_line: 'finishes',
  jump: 'finishes',
  status_negative: /returned error/,
  status_large: /returned error/,
  status_least: /returned error/,
  status_pending: /returned pending/,
  status_discard: /returned discard/,
  status_error: /returned error/,
  status_fatal: /returned fatal/,
  time_nan: /lastSuccessfulTime/,
  time_back: /lastSuccessfulTime/,
  time_ahead: /lastSuccessfulTime/,
  value_nan: 'either',
  value_infinite: 'either',
  callback_after: 'finishes',
};

/**
 * Sanitizers do not limit memory. Their allocator reports wrong frees, and they fail if the first
 * thread ends, which is the FMU's fault.
 */
const withLimits = ['memory', 'stack_of_threads', 'free_garbage', 'free_twice', 'thread_exit'];
const possible = Object.entries(ends).filter(([deed]) => !sanitized || !withLimits.includes(deed));
const tried = spread(possible, 22);

/**
 * Reports whether the action may wait forever. Endless computation is detected by CPU time, and
 * other actions end, however busy the machine is.
 */
function mayWait(deed: string): boolean {
  const end = ends[deed];
  return end === 'either' || (end instanceof RegExp && end.test('did not return within'));
}

/** Returns the wall time limit of a run [s]. */
function wallSeconds(stage: string, deed: string): number {
  if (deed === 'loop') return 1000;
  if (stage !== 'step') return 10;
  return mayWait(deed) ? 4 : 1000;
}

interface Told {
  error?: Error;
  rows: string[];
  name: string;
}

let run = 0;

/** Runs the FMU that executes `deed` at `stage`. Returns the result and its rows. */
async function runs(stage: string, deed: string, allow?: Permission[]): Promise<Told> {
  const name = `run${run++}`;
  writeFileSync(join(folder, `${name}.fmu`), await hostileUnit(stage, deed, outside));
  const system = await resolveSystem(
    {
      name,
      units: { a: { fmu: `${name}.fmu`, allow } },
      connections: [],
      algorithm: { scheme: 'jacobi', step: 0.1 },
      limits: { stepSeconds: 1, wallSeconds: wallSeconds(stage, deed) },
      stopTime: 1,
    },
    join(folder, 'system.json'),
  );
  const output = join(folder, `${name}.csv`);
  let error: Error | undefined;
  try {
    await simulate(system, { output });
  } catch (thrown) {
    error = thrown as Error;
  }
  const partial = join(folder, `${name}.partial.csv`);
  const file = [output, partial].find(existsSync);
  const rows = file === undefined ? [] : readFileSync(file, 'utf8').split('\r\n');
  return { error, rows, name: file === partial ? 'partial' : file === output ? 'whole' : 'none' };
}

/** Expects complete rows: the last line has an end, and each line has two numbers. */
function expectWhole(rows: readonly string[]): void {
  expect(rows[0]).toBe('time,a.y');
  expect(rows.at(-1)).toBe('');
  for (const row of rows.slice(1, -1)) expect(row).toMatch(/^[-\d.e+]+,([-\d.e+]+|nan|NaN|-?inf(inity)?)$/i);
}

async function expectNothingLeft(): Promise<void> {
  expect(unitFolders()).toEqual([]);
  // fmukit waits up to 1 s for killed processes. A busy machine takes longer to end thousands.
  await expect.poll(processesLeft).toEqual([]);
  expect(readdirSync(outside.folder)).toEqual(['secret.txt']);
}

describe.skipIf(noCompiler !== undefined)('a native FMU with a hostile action in its step', () => {
  it('every action of the table has its expectation, and there are at least 60', () => {
    expect(Object.keys(ends).sort()).toEqual(deeds().sort());
    expect(deeds().length).toBeGreaterThanOrEqual(60);
  });

  it.each(tried)(
    'an FMU with the action %s is survived, with complete earlier rows and nothing left behind',
    async (deed, end) => {
      const { error, rows, name } = await runs('step', deed);
      if (end === 'finishes') expect(error?.message).toBe(undefined);
      if (end instanceof RegExp) expect(error?.message).toMatch(end);
      if (error !== undefined) expect(error).toBeInstanceOf(UserError);
      expect(name).toBe(error === undefined ? 'whole' : 'partial');
      expectWhole(rows);
      expect(rows.length).toBeGreaterThanOrEqual(error === undefined ? 13 : 7);
      await expectNothingLeft();
    },
  );

  it.each(spread(['daemon', 'bomb', 'kill_keeper', 'kill_group', 'forest'], 2))(
    'an FMU with the action %s and permission for processes is survived, with complete earlier rows and nothing left behind',
    async (deed) => {
      const { rows } = await runs('step', deed, ['processes', 'net']);
      expectWhole(rows);
      await expectNothingLeft();
    },
  );
});

const stages = ['load', 'instantiate', 'initialize', 'set', 'get', 'terminate', 'free', 'unload'] as const;

describe.skipIf(noCompiler !== undefined).each(stages)(
  'a native FMU with a hostile action at %s',
  (stage) => {
    it.each(spread(['exit_7', 'segv', 'ones', 'garbage_always', 'close_all', 'kill'], 2))(
      'an FMU with the action %s outside of a step is survived, and leaves nothing behind',
      async (deed) => {
        const { error, rows } = await runs(stage, deed);
        if (error !== undefined) expect(error).toBeInstanceOf(UserError);
        if (error !== undefined && /exit|segv|kill$/.test(deed)) expect(error.message).toMatch(broken);
        if (rows.length > 0) expectWhole(rows);
        await expectNothingLeft();
      },
    );
  },
);

describe.skipIf(noCompiler !== undefined).each(spread(['load', 'instantiate', 'unload'], 1))(
  'a native FMU with a hostile action at %s',
  (stage) => {
    it('an FMU that computes endlessly outside of a step is ended', async () => {
      const { error } = await runs(stage, 'loop');
      if (stage !== 'unload') expect(error?.message).toMatch(/computed for/);
      await expectNothingLeft();
    });
  },
);
