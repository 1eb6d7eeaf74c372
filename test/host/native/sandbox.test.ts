import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addon } from '../../../fmu-sdk/host/native/addon.ts';
import { probeSandbox } from '../../../fmu-sdk/host/native/sandbox/probe-sandbox.ts';
import { sandboxText, sandboxWords } from '../../../fmu-sdk/host/native/sandbox/sandbox-options.ts';
import { openFmu } from '../../../fmu-sdk/host/open-fmu.ts';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu } from '../../run-fmu.ts';
import { sanitized } from '../../sanitized.ts';

const folder = temporaryFolder('sandbox');
const unit = join(folder, 'fixture3.fmu');

const bits = (...parts: string[]): number => parts.reduce((sum, part) => sum | (1 << addon().parts[part]), 0);
/** CPU time of processes that were waited for [ms]. */
const spent = (): number => {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return 10 * (Number(fields[13]) + Number(fields[14]));
};

describe.skipIf(noCompiler !== undefined)('the sandbox of native FMUs', () => {
  beforeAll(async () => writeFileSync(unit, await makeUnit(3)));

  it('the sandbox reports missing parts with the error, and never as active', async () => {
    const { stands, missing } = await probeSandbox([], bits('landlock', 'pidNamespace'));
    expect(missing).toMatchObject({ landlock: 'ENOSYS', scopes: 'ENOSYS', 'pid namespace': 'ENOSYS' });
    for (const name of ['landlock', 'pid namespace']) expect(stands).not.toContain(name);
    expect(sandboxText({ stands: ['landlock'], permitted: [], missing: { seccomp: 'EINVAL' } })).toBe(
      'in a sandbox of landlock; allowed nothing extra; MISSING here: seccomp (EINVAL)',
    );
    expect(sandboxText({ stands: [], permitted: [], missing: {} })).toContain('no sandbox');
  });

  it('the sandbox leaves out only the parts for permitted actions', async () => {
    const all = await probeSandbox();
    const net = await probeSandbox(['net']);
    const files = await probeSandbox(['files']);
    const missingParts = (less: typeof all): string[] =>
      all.stands.filter((part) => !less.stands.includes(part));
    expect(missingParts(net)).toEqual(all.stands.filter((part) => part === 'net namespace'));
    expect(missingParts(files)).toEqual(all.stands.filter((part) => part === 'landlock'));
    expect(missingParts(await probeSandbox(['processes']))).toEqual([]);
  });

  it('the sandbox appears in the output of inspect, and once on standard error when a run begins', async () => {
    const [parts, words] = [sandboxText(await probeSandbox()), sandboxWords(await probeSandbox())];
    expect(fmu(['inspect', unit]).out).toContain(`Native code would run here ${words}.`);
    expect(fmu(['inspect', unit, '--verbose']).out).toContain(`Native code would run here ${parts}.`);
    const system = {
      name: 'two',
      algorithm: { scheme: 'jacobi', step: 0.1 },
      connections: [],
      stopTime: 0.2,
    };
    const units = {
      a: { fmu: 'fixture3.fmu' },
      b: { fmu: 'fixture3.fmu' },
      c: { fmu: 'fixture3.fmu', allow: ['net'] },
    };
    const file = join(folder, 'two.json');
    writeFileSync(file, JSON.stringify({ ...system, units }));
    const lines = fmu(['run', file, '-o', join(folder, 'two.csv')]).err.split('\n');
    const notices = lines.filter((line) => line.includes('native code runs'));
    expect(notices).toHaveLength(2);
    expect(notices[0]).toBe(`a, b: native code runs ${words}`);
    expect(notices[1]).toMatch(/^c: native code runs .*; allowed net/);
    const trusted = fmu(['run', unit, '-o', join(folder, 'one.csv'), '--trust']).err;
    expect(trusted).toContain(
      'native code runs in this process and without a sandbox, because it is trusted',
    );
  });

  it('the sandbox rejects unknown permissions', () => {
    const { code, err } = fmu(['run', unit, '--allow', 'net,everything']);
    expect(code).toBe(1);
    expect(err).toContain('unknown permission "everything". Choose from net, files, processes.');
  });

  it('the sandbox accepts permissions through the public interface', async () => {
    const unitAllowed = await (await openFmu(unit, { allow: ['net', 'processes'] })).instantiate();
    unitAllowed.set('u', 2);
    unitAllowed.initialize();
    unitAllowed.step(0, 0.1);
    expect(unitAllowed.get('y')).toBe(4.1);
    unitAllowed.close();
  });

  // Sanitizers reserve memory at the start, which takes that long.
  it.skipIf(sanitized)('the sandbox takes at most 30 ms of CPU time when an FMU starts', async () => {
    const rounds = 10;
    const visit = async (without: number): Promise<number> => {
      const before = spent();
      for (let i = 0; i < rounds; i++) await probeSandbox([], without);
      return (spent() - before) / rounds;
    };
    const without = await visit(0xffff);
    const whole = await visit(0);
    console.log(`start of a native unit: ${whole} ms of CPU time with its sandbox, ${without} ms without`);
    expect(whole - without).toBeLessThanOrEqual(30);
  });
});
