import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { buildUnit } from '../../../fmu-sdk/build/build-unit.ts';
import { FmuGoneError, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { addon } from '../../../fmu-sdk/host/native/addon.ts';
import { sandboxText } from '../../../fmu-sdk/host/native/sandbox/sandbox-options.ts';
import { openFmu } from '../../../fmu-sdk/host/open-fmu.ts';
import { fault, makeUnit } from '../../fixtures/c/make.ts';
import { noWine } from '../../fixtures/c/wine.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu, root } from '../../run-fmu.ts';
import { isFullTest } from '../../width.ts';
import { initialize, instance, type Opening, openFixture, setFault, stepTo, unitFolders } from './open.ts';

const folder = temporaryFolder('wine');
const windows = { isolated: true, windows: true };
afterEach(() => expect(unitFolders()).toEqual([]));

/** Returns the error of a step of the fixture. */
async function endOf(what: number, opening: Opening = {}): Promise<FmuGoneError> {
  const calls = await openFixture(3, { ...windows, ...opening });
  try {
    calls.instantiate({ ...instance, loggingOn: true });
    setFault(calls, what);
    stepTo(calls, 0.25, 0.5);
  } catch (error) {
    expect(error).toBeInstanceOf(FmuGoneError);
    return error as FmuGoneError;
  } finally {
    calls.close();
  }
  throw new Error('the step came back');
}

/** Returns the bits of all outputs of a run of the FMU with its start values. */
async function trace(file: string): Promise<bigint[]> {
  const fmu = await openFmu(file);
  const unit = await fmu.instantiate();
  const outputs = unit.description.variables.filter((v) => v.causality === 'output' && v.type === 'Float64');
  const bits: bigint[] = [];
  unit.initialize();
  for (let n = 0; n < 64; n++) {
    unit.step(n / 64, 1 / 64);
    bits.push(
      ...outputs.map(({ name }) => new BigUint64Array(Float64Array.of(unit.get(name) as number).buffer)[0]),
    );
  }
  unit.close();
  return bits;
}

describe.skipIf(noWine !== undefined || !isFullTest)('an FMU that has only a Windows library', () => {
  it('an FMU under Wine gives the bits of its Linux library', async () => {
    await buildUnit(join(root, 'test/fixtures/eventful'), folder, {
      native: ['x86_64-linux', 'x86_64-windows'],
    });
    const archive = await openArchive(join(folder, 'eventful.fmu'));
    const without = async (...platforms: string[]): Promise<bigint[]> => {
      const file = join(folder, 'one.fmu');
      const paths = archive.paths.filter(
        (path) => !platforms.some((platform) => path.startsWith(`binaries/${platform}/`)),
      );
      writeFileSync(
        file,
        await zip(
          new Map(await Promise.all(paths.map(async (path) => [path, await archive.bytes(path)] as const))),
        ),
      );
      return trace(file);
    };
    const linux = await without('wasm32-wasip2', 'x86_64-windows');
    expect(new Set(linux).size).toBeGreaterThan(30);
    expect(await without('wasm32-wasip2', 'x86_64-linux')).toEqual(linux);
  });

  it.each([
    ['accesses memory of other programs', fault.segmentation, /crashed in doStep with SIGSEGV \(it accessed/],
    ['aborts', fault.aborts, /ended its process in doStep with exit code 3/],
    ['calls exit()', fault.exits, /ended its process in doStep with exit code 3/],
  ])('an FMU that %s causes an error with the reason and its last messages', async (_, what, reason) => {
    const error = await endOf(what);
    expect(error.reason).toMatch(reason);
    expect(error.message).toContain('[ok] calls: DoStep(0.25, 0.5, 0)');
  });

  it('endless computation ends by its CPU time', async () => {
    const error = await endOf(fault.hangs, { limits: { callSeconds: 0.5, wallSeconds: 600 } });
    expect(error.reason).toContain('doStep computed for 0.5 s of CPU time without returning');
  });

  it('endless allocation is denied', async () => {
    const error = await endOf(fault.explodes, { limits: { memoryBytes: 2 ** 28 } });
    expect(error.reason).toContain('crashed in doStep with SIGSEGV');
  });

  it('an FMU under Wine prints into its log', async () => {
    const calls = initialize(await openFixture(2, windows));
    setFault(calls, fault.prints);
    stepTo(calls, 0, 1);
    const printed: string[] = [];
    await expect
      .poll(() => printed.push(...calls.takeLog().map(({ message }) => message.trimEnd())) && printed)
      .toEqual(['printed', 'printed as an error']);
    calls.close();
  });

  it('an FMU under Wine sees no files of the user, and writes into its folder', async () => {
    const secret = join(folder, 'secret.txt');
    writeFileSync(secret, 'x');
    const path = `Z:${secret}`;
    const look = `FILE*f=fopen("${path}","r");FILE*g=fopen("left.txt","w");if(f!=0)exit(4);if(g==0)exit(5);fclose(g)`;
    const calls = initialize(await openFixture(3, { ...windows, defines: [`AT_STEP(t)=${look}`] }));
    expect(stepTo(calls, 0, 1)).toBe(status.ok);
    calls.close();
    const free = await openFixture(3, {
      ...windows,
      defines: [`AT_STEP(t)=${look}`],
      allow: ['net', 'files'],
    });
    expect(() => stepTo(initialize(free), 0, 1)).toThrow('exit code 4');
    free.close();
  });

  it('the permission for files under Wine requires the one for sockets, because files include sockets of other programs', async () => {
    await expect(openFixture(3, { ...windows, allow: ['files'] })).rejects.toThrow(
      /can reach the sockets of other programs\. Allow both \(--allow net,files\)/,
    );
  });

  it('an FMU under Wine fails if nothing would confine the processes and sockets of Wine', async () => {
    const { netNamespace } = addon().parts;
    await expect(openFixture(3, { ...windows, without: 1 << netNamespace })).rejects.toThrow(
      /Windows library does not run under Wine without net namespace, which this machine denies/,
    );
  });

  it('a file that is not a library is reported', async () => {
    const file = join(folder, 'none.fmu');
    writeFileSync(
      file,
      await makeUnit(2, { platform: 'other', files: { 'binaries/win64/fixture.dll': 'MZ' } }),
    );
    const { code, err } = fmu(['run', file, '-o', '-']);
    expect(code).toBe(1);
    expect(err).toMatch(/binaries\/win64\/fixture\.dll cannot be used: .*\(error \d+ of Windows\)\. Install/);
  });

  it('fmu run and inspect name Wine, and the rows equal the ones of its Linux library', async () => {
    const csv = [];
    for (const windows of [true, false]) {
      const unit = join(folder, 'fixture.fmu');
      const out = join(folder, `${windows}.csv`);
      writeFileSync(unit, await makeUnit(2, { windows }));
      const { code, err } = fmu(['run', unit, '--set', 'u=0.25', '--output', out]);
      expect([code, code === 0 ? '' : err]).toEqual([0, '']);
      expect(err.includes('runs under Wine in a sandbox')).toBe(windows);
      expect(fmu(['inspect', unit]).out.includes('is for Windows, and would run here under Wine in')).toBe(
        windows,
      );
      csv.push(readFileSync(out, 'utf8'));
    }
    expect(csv[0]).toBe(csv[1]);
  });
});

it.skipIf(isFullTest)('FMUs with only a Windows library run where CI is set', ({ skip }) =>
  skip('a desk has libraries for Windows under it in test/export-c/windows alone'),
);

describe.skipIf(process.platform !== 'linux')('a machine without Wine', () => {
  it('run and inspect explain on a machine without Wine how to run a Windows FMU, and that 32-bit ones are not supported', async () => {
    const unit = join(folder, 'alone.fmu');
    const files = (platform: string) => ({ [`binaries/${platform}/fixture.dll`]: 'MZ' });
    writeFileSync(unit, await makeUnit(2, { platform: 'other', files: files('win64') }));
    const env = { FMUKIT_WINE: '/nowhere/wine' };
    const { code, err } = fmu(['run', unit], root, env);
    expect(code).toBe(1);
    expect(err).toMatch(
      /load .*alone\.fmu: on this machine .* only binaries\/win64\/fixture\.dll could run, under Wine, which needs Wine \(Debian: apt-get install wine64\)/,
    );
    expect(fmu(['inspect', unit], root, env).out).toContain('under Wine, which needs Wine (Debian');
    writeFileSync(unit, await makeUnit(2, { platform: 'other', files: files('win32') }));
    expect(fmu(['run', unit], root, env).err).toContain(
      'Under Wine, 64-bit Windows libraries are supported, but 32-bit ones are not',
    );
  });
});

it('the description of a sandbox under Wine includes Wine’s permissions', () => {
  const sandbox = { stands: ['seccomp'], permitted: [], missing: {} };
  expect(sandboxText(sandbox, [], true)).toBe(
    'under Wine in a sandbox of seccomp; allowed nothing extra, and for Wine processes and file sockets within it',
  );
});
