import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as fmukit from '../../public/index.ts';

type Untyped = (...given: unknown[]) => unknown;

/** What takes the path of a file or folder, and what it says that it does. */
const paths: readonly (readonly [string, string, Untyped])[] = [
  ['buildUnit', 'build', fmukit.buildUnit as Untyped],
  ['checkFmu', 'check', fmukit.checkFmu as Untyped],
  ['linearize', 'linearize', fmukit.linearize as Untyped],
  ['loadSystem', 'load', fmukit.loadSystem as Untyped],
  ['openArchive', 'open', fmukit.openArchive as Untyped],
  ['openFmu', 'open', fmukit.openFmu as Untyped],
  ['openRecording', 'replay', fmukit.openRecording as Untyped],
  ['readTable', 'read', fmukit.readTable as Untyped],
  ['runFit', 'fit', fmukit.runFit as Untyped],
  ['runSmokeTests', 'open', fmukit.runSmokeTests as Untyped],
  ['runStudy', 'study', fmukit.runStudy as Untyped],
  ['signFmu', 'sign', fmukit.signFmu as Untyped],
  ['singleSystem', 'load', fmukit.singleSystem as Untyped],
  ['verifyFmu', 'open', fmukit.verifyFmu as Untyped],
];

const junk: readonly (readonly [what: string, given: unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 5],
  ['an Object', {}],
  ['an Array', ['a.fmu']],
  ['a symbol', Symbol('a')],
  ['a Uint8Array', Uint8Array.of(80, 75)],
];

/** The message of the UserError in which a call ends. */
async function said(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    expect(error, String(error)).toBeInstanceOf(fmukit.UserError);
    return (error as Error).message;
  }
  return 'nothing was wrong';
}

describe('callers without types', () => {
  it.each(paths)('%s says what it was given in place of a path', async (_, operation, call) => {
    for (const [what, given] of junk)
      expect(await said(() => call(given))).toBe(
        `${operation}: ${what} is no path. Name a file or folder by its path, a text.`,
      );
    expect(await said(() => call(pathToFileURL('/a.fmu')))).toBe(
      `${operation}: a URL is no path. Give fileURLToPath(url), of node:url.`,
    );
  });

  it('what has two paths names the one that is missing', async () => {
    expect(await said(() => (fmukit.buildUnit as Untyped)('my-filter'))).toMatch(
      /^build my-filter: output: undefined is no path\./,
    );
    expect(await said(() => (fmukit.signFmu as Untyped)('a.fmu'))).toMatch(
      /^sign a\.fmu: key: undefined is no path\./,
    );
  });

  const loaded =
    'what was given is no system that was loaded. Give what loadSystem (of a file), resolveSystem (of a system at hand) or singleSystem (of a unit) has returned, behind await.';
  it.each([
    ['nothing', undefined],
    ['a path', 'system.json'],
    ['a system as it stands in its file', { name: 'a', units: {}, connections: [] }],
    ['a promise of one', Promise.resolve({})],
  ])('simulate, Session and SystemRunner do not take %s for a system', async (_, given) => {
    expect(await said(() => (fmukit.simulate as Untyped)(given))).toBe(`run: ${loaded}`);
    expect(await said(() => new fmukit.Session(given as never))).toBe(`start a session: ${loaded}`);
    const runner = new fmukit.SystemRunner();
    expect(await said(() => runner.run(given as never))).toBe(`run: ${loaded}`);
  });

  it('readModelDescription does not take what is neither text nor bytes', async () => {
    for (const [, given] of junk.slice(0, -1))
      expect(await said(() => (fmukit.readModelDescription as Untyped)(given, 'a.xml'))).toBe(
        'read a.xml: what was given is neither text nor bytes. Give those of the file, not its name.',
      );
  });
});
