import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { descriptionIn } from '../../../fmu-sdk/archive/description.ts';
import { openArchive } from '../../../fmu-sdk/archive/read.ts';
import { register } from '../../../fmu-sdk/host/calls.ts';
import { type NativeOptions, openNative } from '../../../fmu-sdk/host/native/open.ts';
import { probeSandbox } from '../../../fmu-sdk/host/native/probe.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { hostileUnit, makeOutside, processesLeft } from './unit.ts';

const outside = makeOutside();
const folder = mkdtempSync(join(tmpdir(), 'fmukit-reach-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(outside.folder, { recursive: true });
});

const limits = { memoryBytes: 64 * 2 ** 20, fileBytes: 16 * 2 ** 20, callSeconds: 60 };
const names = (macro: string): string[] => {
  const header = readFileSync(new URL('../../fixtures/c/hostile.h', import.meta.url), 'utf8');
  const table = header.slice(header.indexOf(`#define ${macro}(X)`)).split(/\n(?! {2}X\()/)[0];
  return [...table.matchAll(/^ {2}X\((\w+),/gm)].map(([, name]) => name);
};

/** What the unit got at, by name. */
async function reached(deed: string, options: Partial<NativeOptions> = {}): Promise<Map<string, boolean>> {
  const file = join(folder, 'reach.fmu');
  writeFileSync(file, await hostileUnit('reach', deed, outside));
  process.env.API_TOKEN = 'token';
  const archive = await openArchive(file);
  const description = await descriptionIn(archive);
  const calls = await openNative(archive, description, 'coSimulation', {
    isolated: true,
    limits,
    ...options,
  });
  try {
    calls.instantiate({ instanceName: 'one', token: '{hostile}' });
    calls.takeLog();
    calls.registers[register.step] = 0.1;
    calls.call({ op: 'doStep' });
    return new Map(calls.takeLog().map(({ category, message }) => [category, message === '1']));
  } finally {
    calls.close();
    delete process.env.API_TOKEN;
  }
}

describe.skipIf(noCompiler !== undefined)('a native unit', () => {
  const missing = noCompiler === undefined ? Object.keys(probeSandbox().missing) : [];
  let got: Map<string, boolean>;
  beforeAll(async () => {
    got = await reached('all');
  });

  it.each(names('ALLOWED'))('may: %s', (name) => expect(got.get(name)).toBe(true));

  it.skipIf(missing.length > 0).each(names('FORBIDDEN'))('never: %s', (name) =>
    expect(got.get(name)).toBe(false),
  );

  it('finds its own functions where the host has some of the same name', () =>
    expect(got.has('finds_functions_of_the_host')).toBe(false));

  it('leaves nothing outside, and no process', () => {
    expect(readdirSync(outside.folder)).toEqual(['secret.txt']);
    expect(readFileSync(outside.secret, 'utf8')).toBe('secret');
    expect(processesLeft()).toEqual([]);
  });

  it('would get at most of it without a sandbox: these attempts are no dummies', async () => {
    const all = await reached('harmless', { allow: ['net', 'files', 'processes'], without: 0xffff });
    const refused = [...all].filter(([, got]) => !got).map(([name]) => name);
    rmSync(join(outside.folder, 'hostile'), { force: true });
    expect(all.size).toBeGreaterThan(20);
    expect(refused).toEqual([]);
  });
});
