import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keptCheck } from '../../fmu-sdk/cache/cached-check.ts';
import { checkedOnce } from '../../fmu-sdk/host/wasm/checked-once.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmu, root } from '../run-fmu.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('check');
  vi.stubEnv('FMUKIT_CACHE', join(folder, 'kept'));
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const core = new Uint8Array([1, 2, 3]);

it('a checked module is checked again only by another program or with other bytes', () => {
  const check = vi.fn(() => new Uint8Array([4]));
  for (const _ of [1, 2]) expect(keptCheck('a', core, check)).toEqual(new Uint8Array([4]));
  expect(check).toHaveBeenCalledTimes(1);
  keptCheck('b', core, check);
  keptCheck('a', core.subarray(1), check);
  expect(check).toHaveBeenCalledTimes(3);
});

it('a rejected module is rejected every time', () => {
  const check = vi.fn((): Uint8Array => {
    throw new RangeError('no');
  });
  for (const _ of [1, 2]) expect(() => keptCheck('a', core, check)).toThrow('no');
  expect(check).toHaveBeenCalledTimes(2);
});

it('a program run from sources does not cache checks', () => {
  const check = vi.fn(() => core);
  for (const _ of [1, 2]) checkedOnce(core, check);
  expect(check).toHaveBeenCalledTimes(2);
});

it('a second run of the compiled program adds no cache files and gives equal rows', () => {
  const run = (): { files: string[]; rows: string } => {
    const output = join(folder, 'x.csv');
    const { code } = fmu([
      'run',
      join(root, 'dist/joystick.fmu'),
      '--stop-time',
      '30',
      '--step',
      '0.01',
      '-o',
      output,
    ]);
    expect(code).toBe(0);
    return { files: readdirSync(join(folder, 'kept')), rows: readFileSync(output, 'utf8') };
  };
  const [first, second] = [run(), run()];
  expect(first.files.length).toBeGreaterThan(0);
  expect(second).toEqual(first);
  const without = fmu(
    ['run', join(root, 'dist/joystick.fmu'), '--stop-time', '30', '--step', '0.01', '-o', '-'],
    root,
    {
      FMUKIT_CACHE: 'off',
    },
  );
  expect(without.out).toBe(first.rows);
});
