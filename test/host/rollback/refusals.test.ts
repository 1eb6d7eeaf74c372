import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { openFmu, readFmuFile } from '../../../fmu-sdk/host/open-fmu.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { makeRestless } from '../../fixtures/c/restless.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { opener } from './paths.ts';

const folder = temporaryFolder('refusals');

async function file(macros: readonly string[]): Promise<string> {
  const path = join(folder, `restless${macros.join('-')}.fmu`);
  writeFileSync(path, await makeRestless(macros));
  return path;
}

async function begun(macros: readonly string[], trusted = false): Promise<Instance> {
  const instance = await (await opener(await readFmuFile(await file(macros)), 'native', { trusted }))();
  instance.initialize(0);
  instance.exitInitialization();
  return instance;
}

const value = (instance: Instance, name: string): number => {
  const { view, offset } = instance.view(instance.description.variables.find((v) => v.name === name)!);
  return Number(view[offset]);
};

function parentOf(id: string): number {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}

describe.skipIf(noCompiler !== undefined)('a snapshot', () => {
  it.each([
    ['has started a thread', ['THREAD'], /snapshot of .*2 threads.*canGetAndSetFMUState/],
    ['holds a file that it writes', ['WRITES'], /snapshot of .*a file open for writing/],
  ] as const)(
    'a snapshot fails with the reason if an FMU without FMU state %s, and the FMU continues',
    async (_, macros, words) => {
      const instance = await begun(macros);
      expect(() => instance.snapshot()).toThrow(words);
      expect(instance.step(0, 0.125)).toBe(0);
      instance.close();
    },
  );

  it('a snapshot fails for an FMU without FMU state in this process, or not opened for rollback', async () => {
    const trusted = await begun([], true);
    expect(() => trusted.snapshot()).toThrow(/does not support FMU state .*runs in this process/);
    trusted.close();
    const unit = await (await openFmu(await file([]))).instantiate();
    unit.initialize();
    expect(() => unit.snapshot()).toThrow(/Open it with { rollback: true }/);
    unit.close();
    const open = await (await openFmu(await file([]))).instantiate({ rollback: true });
    open.initialize();
    expect(open.snapshot().by).toBe('fork');
    open.close();
  });

  it('a snapshot fails before the initialization', async () => {
    const instance = await (await opener(await readFmuFile(await file([])), 'native'))();
    expect(() => instance.snapshot()).toThrow(/is not initialized/);
    instance.close();
  });

  it('a snapshot fails beyond the available places, and a released one frees its place', async () => {
    const instance = await begun([]);
    const all = Array.from({ length: 64 }, () => instance.snapshot());
    expect(() => instance.snapshot()).toThrow(/64 snapshots already exist/);
    all[7].release();
    const last = instance.snapshot();
    instance.step(0, 0.125);
    last.restore();
    instance.close();
  });

  it('a snapshot leaves no FMU state behind: each is freed when another is taken, or on release', async () => {
    const instance = await begun(['STATE']);
    value(instance, 'states');
    const [one, other] = [instance.snapshot(), instance.snapshot()];
    for (let n = 0; n < 50; n++) {
      one.take();
      instance.step(n / 8, 1 / 8);
      other.take();
      if (n % 3 === 0) one.restore();
    }
    one.take();
    instance.step(10, 1 / 8);
    expect(value(instance, 'states')).toBe(2);
    one.release();
    other.release();
    instance.step(10.125, 1 / 8);
    expect(value(instance, 'states')).toBe(0);
    instance.close();
  });

  it('a snapshot fails after steps were computed in advance, and prevents such steps later', async () => {
    const instance = await (await opener(await readFmuFile(await file([])), 'native'))();
    value(instance, 'x');
    instance.initialize(0);
    instance.exitInitialization();
    const time = (k: number): number => k / 8;
    instance.step(0, 1 / 8);
    expect(instance.foresee?.((k) => time(k + 1), 4)).toBe(4);
    expect(() => instance.snapshot()).toThrow(/steps have been computed in advance/);
    for (let k = 1; k < 5; k++) instance.step(time(k), 1 / 8);
    const snapshot = instance.snapshot();
    expect(instance.foresee?.((k) => time(k + 5), 4)).toBe(-1);
    snapshot.release();
    instance.close();
  });

  it('a snapshot explains the end of an FMU that died', async () => {
    const { pid } = process;
    const instance = await begun([]);
    const snapshot = instance.snapshot();
    for (const child of readdirSync('/proc').filter((id) => /^\d+$/.test(id) && parentOf(id) === pid))
      if (readFileSync(`/proc/${child}/cmdline`, 'latin1').startsWith('fmukit-unit'))
        process.kill(Number(child), 'SIGKILL');
    expect(() => {
      instance.step(0, 1 / 8);
      snapshot.restore();
      instance.step(0, 1 / 8);
    }).toThrow(/crashed in .* with SIGKILL/);
    expect(() => instance.close()).toThrow(/SIGKILL/);
  });

  it('a snapshot includes variables first read after it was taken', async () => {
    const instance = await begun([]);
    const snapshot = instance.snapshot();
    instance.step(0, 0.125);
    const later = value(instance, 'x');
    snapshot.restore();
    expect(value(instance, 'x')).toBe(0);
    instance.step(0, 0.125);
    expect(value(instance, 'x')).toBe(later);
    instance.close();
  });
});
