import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { withBuildFlags, withDefaultFlags, withoutOptimization } from '../../fmu-sdk/cache/v8-flags.ts';

/** Gives each script another name, because V8 caches compiled code in memory by name. */
let scriptCount = 0;

/** V8's defaults are changed only if they are known. */
const laterOptimized = process.versions.v8.startsWith('11.3.');

/**
 * Reports whether V8's flags are the ones that produced this bytecode, because it accepts no other.
 */
function flagsOf(): () => boolean {
  const source = '(function () { return 1; })';
  const cachedData = new Script(source).createCachedData();
  return () => new Script(source, { cachedData, filename: `${scriptCount++}` }).cachedDataRejected === false;
}

it.each([1, 3])(
  'compiler flags are active only while %i FMUs are built, and never for bytecode',
  async (count) => {
    const asBefore = flagsOf();
    const listeners = process.listenerCount('exit');
    expect(asBefore()).toBe(true);
    await withBuildFlags(count, async () => {
      const asMade = flagsOf();
      expect(asBefore()).toBe(!laterOptimized);
      await withoutOptimization(async () => {
        expect(asMade()).toBe(count > 1);
        expect(withDefaultFlags(asBefore)).toBe(true);
        expect(asMade()).toBe(count > 1);
      });
      expect(asMade()).toBe(true);
    });
    expect(asBefore()).toBe(true);
    expect(process.listenerCount('exit')).toBe(listeners);
  },
);

it('compiler flags are restored when a build fails', async () => {
  const asBefore = flagsOf();
  const fails = (): Promise<never> => Promise.reject(new Error('no unit'));
  await expect(withBuildFlags(1, () => withoutOptimization(fails))).rejects.toThrow('no unit');
  expect(asBefore()).toBe(true);
});
