import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { type FmiApi, FmuGoneError, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { Confined } from '../../../fmu-sdk/host/native/open-native.ts';
import type { Sandbox } from '../../../fmu-sdk/host/native/sandbox/sandbox-options.ts';
import { fault, noCompiler } from '../../fixtures/c/make.ts';
import { sanitized } from '../../sanitized.ts';
import { spread } from '../../width.ts';
import { initialize, instance, openFixture, setFault, stepTo, unitFolders } from './open.ts';

afterEach(() => expect(unitFolders()).toEqual([]));

/** Returns the error of a step with this fault in a separate process. */
async function faulty(
  fmi: 2 | 3,
  what: number,
  limits = {},
): Promise<{ error: FmuGoneError; calls: FmiApi }> {
  const calls = await openFixture(fmi, { isolated: true, limits });
  calls.instantiate({ ...instance, loggingOn: true });
  setFault(calls, what);
  try {
    stepTo(calls, 0.25, 0.5);
  } catch (error) {
    return { error: error as FmuGoneError, calls };
  }
  throw new Error('the step came back');
}

describe.skipIf(noCompiler !== undefined).each([2, 3] as const)('an isolated FMU of FMI %i.0', (fmi) => {
  it.each([
    [
      'accesses memory of other programs',
      fault.segmentation,
      /crashed in doStep with SIGSEGV \(it accessed memory/,
    ],
    ['aborts', fault.aborts, /crashed in doStep with SIGABRT/],
    ['calls exit()', fault.exits, /ended its process in doStep with exit code 3/],
  ])('an FMU that %s causes an error with the reason and its last messages', async (_, what, reason) => {
    const { error: gone, calls } = await faulty(fmi, what);
    expect(gone).toBeInstanceOf(FmuGoneError);
    expect(gone.reason).toMatch(reason);
    expect(gone.log.at(-1)).toEqual({ status: 0, category: 'calls', message: 'DoStep(0.25, 0.5, 0)' });
    expect(gone.message).toContain('[ok] calls: DoStep(0.25, 0.5, 0)');
    expect(() => calls.call({ op: 'terminate' })).toThrow(gone.reason);
    calls.close();
  });

  it('endless computation ends by its CPU time, however long that takes', async () => {
    const { error: gone, calls } = await faulty(fmi, fault.hangs, { callSeconds: 0.5, wallSeconds: 600 });
    expect(gone.reason).toContain('doStep computed for 0.5 s of CPU time without returning. The FMU');
    expect(gone.log.at(-1)?.message).toBe('DoStep(0.25, 0.5, 0)');
    calls.close();
  });

  it('an endless wait ends by wall time, and is distinguished from computation', async () => {
    const { error: gone, calls } = await faulty(fmi, fault.sleeps, { wallSeconds: 5 });
    expect(gone.reason).toMatch(
      /doStep did not return within 5 s of wall time and used only 0\.\d\d s of CPU time \(it is waiting/,
    );
    calls.close();
  });

  it.skipIf(sanitized)('endless allocation is denied and ends the FMU', async () => {
    const { error: gone, calls } = await faulty(fmi, fault.explodes, { memoryBytes: 64 * 2 ** 20 });
    expect(gone.reason).toMatch(/requested 1048576 bytes more than its limit of 67108864 bytes/);
    calls.close();
  });

  it('the end of one FMU does not end another one', async () => {
    const other = initialize(await openFixture(fmi, { isolated: true }));
    const { calls } = await faulty(fmi, fault.aborts);
    calls.close();
    expect(stepTo(other, 0, 1)).toBe(status.ok);
    other.close();
  });
});

describe.skipIf(noCompiler !== undefined)('a native FMU', () => {
  it('a native FMU writes files without a path into a folder that is removed with it', async () => {
    let work = '';
    const confined = (_: Sandbox, { id, folder }: Confined): string =>
      (work = join(`/proc/${id}/root`, folder, 'work'));
    const calls = initialize(await openFixture(3, { isolated: true, confined }));
    setFault(calls, fault.writes);
    expect(stepTo(calls, 0, 1)).toBe(status.ok);
    expect(existsSync('left-behind.txt')).toBe(false);
    expect(readdirSync(work)).toEqual(['left-behind.txt']);
    const [folder] = unitFolders();
    expect(readdirSync(join(tmpdir(), folder, 'work'))).toEqual([]);
    calls.close();
  });

  it('a native FMU prints into its log when isolated', async () => {
    const calls = initialize(await openFixture(2, { isolated: true }));
    setFault(calls, fault.prints);
    stepTo(calls, 0, 1);
    calls.freeInstance();
    expect(calls.takeLog()).toEqual([
      { status: 0, category: 'output', message: 'printed' },
      { status: 0, category: 'output', message: 'printed as an error' },
    ]);
    calls.close();
  });

  it('the end of a native FMU ends its child processes', async () => {
    const calls = initialize(await openFixture(3, { isolated: true, allow: ['processes'] }));
    setFault(calls, fault.forks);
    stepTo(calls, 0, 1);
    const [folder] = unitFolders();
    // The FMU, its keeper, and its child.
    expect(processesOf(folder)).toBe(3);
    calls.close();
    await expect.poll(() => processesOf(folder)).toBe(0);
  });

  it('a native FMU receives no calls after it returned fatal, not even to be freed', async () => {
    const calls = initialize(await openFixture(2, { isolated: false }));
    calls.setDebugLogging(true, []);
    setFault(calls, fault.fatal);
    expect(stepTo(calls, 0, 1)).toBe(status.fatal);
    calls.close();
    expect(() => calls.call({ op: 'terminate' })).toThrow('the FMU was called after it was closed');
  });

  it.each([
    [2, 'wrong GUID {other}, code 42: y, fault, #r7#, #1'],
    [3, 'wrong token, 100 %s'],
  ] as const)('an error explains why a native FMU rejects its token in FMI %i.0', async (fmi, message) => {
    for (const isolated of [false, true]) {
      const calls = await openFixture(fmi, { isolated });
      expect(calls.instantiate({ ...instance, token: '{other}' })).toBe(false);
      expect(calls.takeLog()).toEqual([{ status: 3, category: 'logStatusError', message }]);
      expect(calls.call({ op: 'enterInitializationMode' })).toBe(status.error);
      expect(calls.takeLog()[0].message).toBe('the FMU was called without an instance.');
      calls.close();
    }
  });

  it.each([2, 3] as const)('an error names a missing required function in FMI %i.0', async (fmi) => {
    for (const isolated of [false, true])
      await expect(openFixture(fmi, { isolated, defines: ['WITHOUT_DO_STEP'] })).rejects.toThrow(
        `fixture.so cannot be used: it lacks fmi${fmi}DoStep. Install what it needs, or ask`,
      );
  });

  it('a crash of a native FMU is reported while loading, and ignored while unloading', async () => {
    await expect(openFixture(2, { isolated: true, defines: ['ABORT_ON_LOAD'] })).rejects.toThrow(
      'the FMU crashed in load with SIGABRT (it called abort()). Ask its author. Other FMUs and this program are not affected. It had not logged any message.',
    );
    const calls = initialize(await openFixture(3, { isolated: true, defines: ['EXIT_ON_UNLOAD'] }));
    calls.close();
  });

  it('an error names a missing library that a native FMU needs', async () => {
    await expect(openFixture(3, { isolated: true, defines: ['NEEDS_ANOTHER'] })).rejects.toThrow(
      'fixture.so: undefined symbol: not_there. Install what it needs',
    );
  });

  it('a native FMU runs in model exchange without the functions of co-simulation', async () => {
    const calls = await openFixture(2, { kind: 'modelExchange', defines: ['WITHOUT_DO_STEP'] });
    calls.instantiate(instance);
    expect(calls.call({ op: 'doStep' })).toBe(status.error);
    expect(calls.takeLog()[0].message).toBe('fmi2DoStep was called, but the library does not export it.');
    calls.close();
  });

  it('an error names the platforms of an FMU for another platform', async () => {
    await expect(openFixture(3, { platform: 'sparc-solaris' })).rejects.toThrow(
      /no native binary of fixture can run here \(\S+-linux\)\. The FMU has binaries for sparc-solaris\./,
    );
  });

  it('a file that is not a library is rejected without revealing paths of this machine', async () => {
    const files = {
      [`binaries/${process.arch === 'x64' ? 'x86_64' : 'aarch64'}-linux/fixture.so`]: 'no library',
    };
    for (const isolated of [false, true])
      await expect(openFixture(3, { isolated, files })).rejects.toThrow(
        /cannot be used: binaries\/[\w-]+\/fixture\.so: (file too short|invalid ELF header)/,
      );
  });

  it('a native FMU sees its resources and its folder, but not the location of its archive', async () => {
    const resources = { 'resources/a/b.txt': 'here', 'documentation/index.html': 'not needed' };
    const readResourcePath = async (fmi: 2 | 3, files: Record<string, string>): Promise<string> => {
      const calls = initialize(await openFixture(fmi, { isolated: true, files }));
      const [folder] = unitFolders();
      const inside = readdirSync(join(tmpdir(), folder), { recursive: true, encoding: 'utf8' }).sort();
      // Some FMUs read their description at its location in the archive.
      expect(inside).toContain('modelDescription.xml');
      expect(inside).not.toContain('documentation');
      expect(inside.includes(join('resources', 'a', 'b.txt'))).toBe('resources/a/b.txt' in files);
      const [value] = calls.getStrings(Uint32Array.of(3), 1).values;
      calls.close();
      return value.replace(join(tmpdir(), folder), '<folder>');
    };
    expect(await readResourcePath(2, resources)).toBe('file://<folder>/resources');
    expect(await readResourcePath(3, resources)).toBe('<folder>/resources/');
    expect(await readResourcePath(3, {})).toBe('none');
  });

  it('the log of a native FMU retains the last of many messages, and shortens long ones', async () => {
    for (const isolated of [false, true]) {
      const calls = initialize(await openFixture(2, { isolated }));
      calls.setDebugLogging(true, []);
      calls.takeLog();
      for (let i = 0; i < 5000; i++) stepTo(calls, i, 1);
      const log = calls.takeLog();
      expect(log.length).toBeGreaterThan(500);
      expect(log.at(-1)?.message).toBe('DoStep(4999, 1, 0)');
      expect(log[0].message).toBe(`DoStep(${5000 - log.length}, 1, 0)`);
      calls.close();
    }
  });

  it('a native FMU runs in a worker thread, and ends with it', async () => {
    const worker = new Worker(new URL('worker.mjs', import.meta.url));
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    const folders = unitFolders();
    expect(folders.length).toBe(2);
    expect(folders.map(processesOf).sort()).toEqual([0, 2]);
    await worker.terminate();
    await expect.poll(() => folders.reduce((sum, folder) => sum + processesOf(folder), 0)).toBe(0);
  });

  const ends: [end: string, ways: boolean[], statement: string][] = [
    ['is killed', [true], "process.kill(process.pid, 'SIGKILL')"],
    ['exits', [false, true], 'process.exit(3)'],
    ['throws an uncaught error', [false, true], "throw new Error('of its own')"],
  ];
  it.each(spread(ends, 1))('a native FMU leaves nothing behind when its program %s', async (_, ways, end) => {
    const pid = endedProgram(ways, end);
    const leftovers = (): string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith(`fmukit-unit-${pid}-`));
    await expect.poll(leftovers).toEqual([]);
  });

  it('leftovers of killed programs are removed', () => {
    const stale = join(tmpdir(), 'fmukit-unit-999999999-0-abcdef');
    mkdirSync(join(stale, 'work'), { recursive: true });
    endedProgram([false], 'process.exit()');
    expect(existsSync(stale)).toBe(false);
  });
});

/** Returns the number of a process that opened FMUs in these ways, and then ended like this. */
function endedProgram(ways: readonly boolean[], end: string): number {
  const program = `
    import { openFixture, initialize } from ${JSON.stringify(join(import.meta.dirname, 'open.ts'))};
    for (const isolated of ${JSON.stringify(ways)}) initialize(await openFixture(3, { isolated }));
    console.log('opened');
    ${end};`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', program];
  const { pid, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stdout).toBe('opened\n');
  return pid;
}

/** Returns the number of processes started for this folder of an FMU. */
function processesOf(folder: string): number {
  return readdirSync('/proc').filter((id) => /^\d+$/.test(id) && argumentsOf(id).includes(folder)).length;
}

function argumentsOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
