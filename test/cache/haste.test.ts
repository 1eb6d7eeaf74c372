import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { asUsual, hastened, makingUnits } from '../../fmu-sdk/cache/v8-flags.ts';

/** A script has another name each time: V8 has kept in memory what it compiled under the same. */
let asked = 0;

/** Numbers of V8's own are changed where they are known. */
const laterOptimized = process.versions.v8.startsWith('11.3.');

/** Whether V8's flags are those with which this bytecode was made: it takes no other. */
function flagsOf(): () => boolean {
  const source = '(function () { return 1; })';
  const cachedData = new Script(source).createCachedData();
  return () => new Script(source, { cachedData, filename: `${asked++}` }).cachedDataRejected === false;
}

it.each([1, 3])(
  'flags for compilers are in force while %i units are made, but for bytecode, and not after that',
  async (count) => {
    const asBefore = flagsOf();
    const listeners = process.listenerCount('exit');
    expect(asBefore()).toBe(true);
    await makingUnits(count, async () => {
      const asMade = flagsOf();
      expect(asBefore()).toBe(!laterOptimized);
      await hastened(async () => {
        expect(asMade()).toBe(count > 1);
        expect(asUsual(asBefore)).toBe(true);
        expect(asMade()).toBe(count > 1);
      });
      expect(asMade()).toBe(true);
    });
    expect(asBefore()).toBe(true);
    expect(process.listenerCount('exit')).toBe(listeners);
  },
);

it('flags for compilers are as they were where what is made fails', async () => {
  const asBefore = flagsOf();
  const fails = (): Promise<never> => Promise.reject(new Error('no unit'));
  await expect(makingUnits(1, () => hastened(fails))).rejects.toThrow('no unit');
  expect(asBefore()).toBe(true);
});
