import { readdirSync } from 'node:fs';
import type os from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readOrMakeArtifact } from '../../fmu-sdk/cache/artifact-cache.ts';
import { cacheFolder } from '../../fmu-sdk/cache/cache-folder.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const { homedir, resolve } = vi.hoisted(() => ({ homedir: vi.fn(), resolve: vi.fn() }));
vi.mock('node:os', async (original) => ({ ...(await original<typeof os>()), homedir }));
vi.mock('../../fmu-sdk/util/package-files.ts', async (original) => ({
  ...(await original<object>()),
  packageRequire: { resolve },
}));

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('folder');
  vi.stubEnv('FMUKIT_CACHE', '');
  vi.stubEnv('XDG_CACHE_HOME', '');
  homedir.mockReturnValue(join(folder, 'home'));
  resolve.mockReturnValue(join(folder, 'packages/node-api-headers/package.json'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetAllMocks();
});

const unknown = (): never => {
  throw new Error('ENOENT');
};

it('the cache folder is beside the packages, or in the user’s cache', () => {
  expect(cacheFolder()).toBe(join(folder, 'packages/.cache/fmukit/made'));
  resolve.mockImplementation(unknown);
  expect(cacheFolder()).toBe(join(folder, 'home/.cache/fmukit/made'));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  expect(cacheFolder()).toBe(join(folder, 'cache/fmukit/made'));
});

it('the cache folder is beside the packages if the home folder is unknown', () => {
  homedir.mockImplementation(unknown);
  expect(cacheFolder()).toBe(join(folder, 'packages/.cache/fmukit/made'));
});

it('the cache is disabled if both are unknown, or the home folder’s path is empty', () => {
  resolve.mockImplementation(unknown);
  homedir.mockImplementation(unknown);
  expect(cacheFolder()).toBeUndefined();
  homedir.mockReturnValue('');
  expect(cacheFolder()).toBeUndefined();
  const make = vi.fn(() => new Uint8Array([1]));
  for (const _ of [1, 2]) expect(readOrMakeArtifact('x', make).content).toEqual(new Uint8Array([1]));
  expect(make).toHaveBeenCalledTimes(2);
  expect(readdirSync(folder)).toEqual([]);
});
