import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeUnit, noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { root } from '../run-fmu.ts';

const folder = temporaryFolder('log');

async function lines(...args: string[]): Promise<string[][]> {
  const { code, err } = await fmuHere(
    ['run', ...args, '--log', 'calls.txt', '--step', '0.1', '--stop-time', '1', '--no-record'],
    folder,
  );
  expect(code, err).toBe(0);
  const [head, ...rows] = readFileSync(join(folder, 'calls.txt'), 'utf8').trimEnd().split('\n');
  expect(head).toBe('time\tunit\tcall');
  return rows.map((row) => row.split('\t'));
}

describe.skipIf(noCompiler !== undefined)('fmu run --log', () => {
  it.each([2, 3] as const)(
    '--log writes the calls of an FMU of FMI %s in their order, with their values and answers',
    async (fmi) => {
      writeFileSync(join(folder, 'unit.fmu'), await makeUnit(fmi));
      const rows = (await lines('unit.fmu')).map(([, , call]) => call);
      const calls = rows.filter((call) => !call.startsWith('message'));
      const steps = calls.filter((call) => call.startsWith(`fmi${fmi}DoStep(`));
      expect(steps.length).toBe(10);
      expect(steps[0]).toMatch(/DoStep\(0, 0\.1\) → ok$/);
      const at = (name: string): number => calls.findIndex((call) => call.startsWith(`fmi${fmi}${name}`));
      expect(at('Instantiate')).toBe(0);
      expect(at('Instantiate')).toBeLessThan(at('ExitInitializationMode'));
      expect(at('ExitInitializationMode')).toBeLessThan(at('DoStep'));
      expect(at('DoStep')).toBeLessThan(at('Terminate'));
      expect(calls.some((call) => /Get(Real|Float64)\(\w+ = [-\d.e]+/.test(call))).toBe(true);
    },
  );

  it('--log writes the messages of an FMU in all its categories', async () => {
    writeFileSync(join(folder, 'unit.fmu'), await makeUnit(2));
    const rows = await lines('unit.fmu', '--log-calls', 'message');
    expect(rows.length).toBeGreaterThan(0);
    for (const [, , call] of rows) expect(call).toMatch(/^message \[ok\] calls: /);
  });

  it('--log accepts name patterns and times', async () => {
    writeFileSync(join(folder, 'unit.fmu'), await makeUnit(3));
    const rows = await lines(
      'unit.fmu',
      '--log-calls',
      'fmi3DoStep',
      'Get*',
      '--log-from',
      '0.25',
      '--log-to',
      '0.55',
    );
    expect(new Set(rows.map(([, , call]) => /^fmi3(DoStep|Get)/.exec(call)?.[1]))).toEqual(
      new Set(['DoStep', 'Get']),
    );
    const times = rows.filter(([, , call]) => call.startsWith('fmi3DoStep')).map(([t]) => Number(t));
    expect(times.map((t) => Math.round(10 * t))).toEqual([3, 4, 5]);
  });

  it('--log refuses unknown calls and an empty range of times', async () => {
    writeFileSync(join(folder, 'unit.fmu'), await makeUnit(3));
    const refused = async (...args: string[]): Promise<string> => {
      const { code, err } = await fmuHere(['run', 'unit.fmu', '--log', 'none.txt', ...args], folder);
      expect(code).toBe(1);
      expect(existsSync(join(folder, 'none.txt'))).toBe(false);
      return err;
    };
    expect(await refused('--log-from', '5', '--log-to', '1')).toContain(
      'log: from = 5 s, to = 1 s: it ends before it begins, so the log would be empty.',
    );
    expect(await refused('--log-calls', 'getDirectionalDerivative')).toContain(
      'log: calls: "getDirectionalDerivative" does not match a logged call. Did you mean directionalDerivative',
    );
  });

  it.each([2, 3] as const)('--log writes calls after a step of FMI %s at its end', async (fmi) => {
    writeFileSync(join(folder, 'unit.fmu'), await makeUnit(fmi));
    const rows = await lines('unit.fmu', '--log-calls', 'DoStep', 'Get*');
    const steps = rows.flatMap(([, , call], k) => (/DoStep\(/.test(call) ? [k] : []));
    expect(steps).toHaveLength(10);
    for (const k of steps) {
      const [t, h] = rows[k][2].slice('fmi2DoStep('.length).split(/[,)]/).map(Number);
      expect(Number(rows[k][0])).toBe(t);
      expect(rows[k + 1][2]).toContain('Get');
      expect(Number(rows[k + 1][0])).toBe(t + h);
    }
  });

  it('--log leaves every bit of the results unchanged', async () => {
    writeFileSync(join(folder, 'unit.fmu'), await makeUnit(3));
    const run = async (...args: string[]): Promise<string> => {
      const out = args[args.length - 1];
      expect((await fmuHere(['run', 'unit.fmu', '--stop-time', '1', ...args], folder)).code).toBe(0);
      return readFileSync(join(folder, out), 'utf8');
    };
    expect(await run('--log', 'calls.txt', '-o', 'with.csv')).toBe(await run('-o', 'without.csv'));
  });
});

it('--log writes the steps of a fmukit FMU, which are not calls of FMI', async () => {
  const rows = await lines(join(root, 'dist/joystick.fmu'));
  expect(rows.length).toBe(10);
  expect(rows[3][1]).toBe('joystick');
  expect(rows[3][2]).toMatch(/^doStep\(0\.3\d*, 0\.1\d*\)$/);
});

it('refuses a log filter without --log', async () => {
  const { code, err } = await fmuHere(
    ['run', join(root, 'dist/joystick.fmu'), '--log-calls', 'doStep'],
    folder,
  );
  expect(code).toBe(1);
  expect(err).toMatch(/--log-calls needs --log\. Add it/);
});
