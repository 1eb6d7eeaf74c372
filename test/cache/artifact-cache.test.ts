import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  keyOf,
  readArtifact,
  readOrMakeArtifact,
  storeArtifact,
} from '../../fmu-sdk/cache/artifact-cache.ts';
import { requireUsableCache } from '../../fmu-sdk/cache/cache-folder.ts';
import { evictOldest } from '../../fmu-sdk/cache/cache-limits.ts';
import { cachedFromSources } from '../../fmu-sdk/cache/source-cache.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('artifact-cache');
  vi.stubEnv('FMUKIT_CACHE', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const bytes = (...list: number[]): Uint8Array => new Uint8Array(list);

describe('an artifact', () => {
  it('returns its stored bytes under its key', () => {
    const key = keyOf('test', ['a']);
    expect(readArtifact(key)).toBeUndefined();
    const artifacts = [0, 1].map(() => readOrMakeArtifact(key, () => bytes(1, 2, 3)));
    expect(artifacts).toEqual([
      { content: bytes(1, 2, 3), before: false },
      { content: bytes(1, 2, 3), before: true },
    ]);
    expect(readdirSync(folder)).toEqual([key]);
  });

  it('depends in its key on all inputs and their boundaries', () => {
    const lists = [['ab', 'c'], ['a', 'bc'], ['abc'], ['ab', 'c', ''], ['c', 'ab']];
    const keys = ['x', 'y'].flatMap((kind) => lists.map((list) => keyOf(kind, list)));
    expect(new Set(keys).size).toBe(10);
    expect(keyOf('x', [bytes(97), 'bc'])).toBe(keyOf('x', ['a', 'bc']));
  });

  it('rebuilds if any of its bytes changed or it was truncated', () => {
    const key = keyOf('test', []);
    storeArtifact(key, bytes(1, 2, 3));
    const whole = readFileSync(join(folder, key));
    for (let at = 0; at < whole.length; at++) {
      const spoilt = Buffer.from(whole);
      spoilt[at] ^= 1;
      writeFileSync(join(folder, key), spoilt);
      expect(readArtifact(key)).toBeUndefined();
      writeFileSync(join(folder, key), whole.subarray(0, at));
      expect(readArtifact(key)).toBeUndefined();
    }
    writeFileSync(join(folder, key), whole);
    expect(readArtifact(key)).toEqual(bytes(1, 2, 3));
  });

  it('rebuilds without an error if nothing can be cached', () => {
    for (const nowhere of ['off', '/dev/null/folder', '/proc/none/folder']) {
      vi.stubEnv('FMUKIT_CACHE', nowhere);
      expect(readOrMakeArtifact(keyOf('test', []), () => bytes(7))).toEqual({
        content: bytes(7),
        before: false,
      });
      expect(readOrMakeArtifact(keyOf('test', []), () => bytes(7)).before).toBe(false);
    }
    expect(existsSync('off')).toBe(false);
  });

  it('lives in the folder that the user names, or the user gets the reason why it cannot', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const shared = join(folder, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o770);
    const wrong: [string, RegExp][] = [
      ['/proc/none/folder', /: \/proc does not allow new folders\. Choose a folder/],
      ['/dev/null/folder', /: a part of its path is a file \(ENOTDIR\)\. Choose a folder/],
      [
        file,
        /: a part of its path is a file \(ENOTDIR\)\. Choose a folder of your own, or "off" to disable the cache\.$/,
      ],
      [shared, /: other users may write to it, .* \(chmod go-w\)\. Choose a folder/],
    ];
    for (const [named, why] of wrong) {
      vi.stubEnv('FMUKIT_CACHE', named);
      expect(requireUsableCache).toThrow(`cache in FMUKIT_CACHE=${named}: `);
      expect(requireUsableCache).toThrow(why);
    }
    for (const named of ['', 'off', join(folder, 'new', 'one')]) {
      vi.stubEnv('FMUKIT_CACHE', named);
      expect(requireUsableCache).not.toThrow();
    }
    expect(existsSync(join(folder, 'new', 'one'))).toBe(true);
  });

  it.skipIf(process.getuid === undefined)(
    'rebuilds rather than come from a folder that others can write',
    () => {
      const key = keyOf('test', []);
      storeArtifact(key, bytes(1));
      for (const mode of [0o720, 0o702]) {
        chmodSync(folder, mode);
        expect(readArtifact(key)).toBeUndefined();
      }
      chmodSync(folder, 0o755);
      expect(readArtifact(key)).toEqual(bytes(1));
    },
  );

  it('leaves a full cache, the least recently used first, as do temporary files after an hour', () => {
    const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(64));
    const [a, b, c, d, e] = names;
    for (const [k, name] of names.entries()) {
      writeFileSync(join(folder, name), bytes(0, 0));
      utimesSync(join(folder, name), 1000 + k, 1000 + k);
    }
    const remainingFiles = (): string[] => readdirSync(folder).sort();
    evictOldest(folder, { files: 5, bytes: 10 });
    expect(remainingFiles()).toEqual(names);
    const [old, young] = ['1', '2'].map((digit) => `${'f'.repeat(64)}.${digit.repeat(12)}.part`);
    writeFileSync(join(folder, old), bytes(0));
    utimesSync(join(folder, old), 1000, 1000);
    writeFileSync(join(folder, young), bytes());
    evictOldest(folder, { files: 7, bytes: 11 });
    expect(remainingFiles()).toEqual([a, b, c, d, e, young]);
    evictOldest(folder, { files: 5, bytes: 11 });
    expect(remainingFiles()).toEqual([c, d, e, young]);
    evictOldest(folder, { files: 5, bytes: 5 });
    expect(remainingFiles()).toEqual([d, e, young]);
  });

  it('leaves the cache without other files of the user in that folder, which count for nothing', () => {
    const names = ['thesis.tex', 'x.part', 'a'.repeat(63), `${'a'.repeat(64)}.pdf`];
    for (const name of names) {
      writeFileSync(join(folder, name), bytes(0, 0));
      utimesSync(join(folder, name), 1000, 1000);
    }
    const key = keyOf('test', []);
    storeArtifact(key, bytes(1));
    evictOldest(folder, { files: 1, bytes: 33 });
    expect(readdirSync(folder).sort()).toEqual([...names, key].sort());
    evictOldest(folder, { files: 0, bytes: 0 });
    expect(readdirSync(folder).sort()).toEqual(names.sort());
  });
});

describe('an artifact whose maker discovers its sources', () => {
  const files = new Map<string, string>();
  let makeCount = 0;
  /** Returns the text of `main`, with the names in it replaced by the files. */
  const make = async (parts: string[] = []): Promise<string> => {
    const read = (name: string): string | null => files.get(name) ?? null;
    const { content } = await cachedFromSources('test', parts, read, async (from) => {
      makeCount += 1;
      const names = (from('main') ?? '').split(' ');
      const text = names.map((name) => from(name) ?? 'none').join(' ') + parts.join();
      return { content: new TextEncoder().encode(text) };
    });
    return new TextDecoder().decode(content);
  };
  beforeEach(() => {
    files.clear();
    files.set('main', 'a b').set('a', '1').set('b', '2');
    makeCount = 0;
  });

  it('builds once from equal sources', async () => {
    expect([await make(), await make(), makeCount]).toEqual(['1 2', '1 2', 1]);
  });

  it('rebuilds if a source changed, appeared or disappeared, and comes from the cache when that is undone', async () => {
    await make();
    files.set('b', '3');
    expect(await make()).toBe('1 3');
    files.delete('b');
    expect(await make()).toBe('1 none');
    files.set('b', '');
    expect(await make()).toBe('1 ');
    files.set('main', 'b c').set('c', '4');
    expect(await make()).toBe(' 4');
    files.delete('a');
    expect([await make(), makeCount]).toEqual([' 4', 5]);
    files.set('main', 'a b').set('a', '1').set('b', '2');
    expect([await make(), await make()]).toEqual(['1 2', '1 2']);
    expect(makeCount).toBe(6);
  });

  it('rebuilds from other parts', async () => {
    expect([await make(['x']), await make(['y']), await make(['x']), makeCount]).toEqual([
      '1 2x',
      '1 2y',
      '1 2x',
      2,
    ]);
  });
});
