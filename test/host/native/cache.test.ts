import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cacheFolders, createEntry, findEntry } from '../../../fmu-sdk/host/native/compile/addon-cache.ts';
import { owner } from '../../../fmu-sdk/util/files/process-id.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { ownerOf } from '../../hostile/results/files.ts';

const folder = temporaryFolder('cache');
const files = ['addon.node', 'unit'];
const name = 'native-0123456789abcdef';
const machine = owner.split('-')[2];
let compiled = 0;

/** Imitates `programs` with files that are created faster than by a compiler. */
function findOrCreate(at: string, pause?: () => void): string {
  const fill = (tempFolder: string): void => {
    compiled++;
    for (const file of files) writeFileSync(join(tempFolder, file), file.repeat(1000));
  };
  return findEntry(at, name, files) ?? createEntry(at, name, files, fill, pause);
}

const makers: ChildProcess[] = [];
afterAll(() => {
  for (const maker of makers) maker.kill('SIGKILL');
});

/** Starts another process, and the entry that it creates. */
function begun(at: string): { maker: ChildProcess; tempFolder: string } {
  const maker = spawn('cat');
  makers.push(maker);
  const tempFolder = `${join(at, name)}-${ownerOf(maker.pid!)}-abc`;
  mkdirSync(tempFolder, { recursive: true });
  return { maker, tempFolder };
}

const modes = (paths: readonly string[]): string[] =>
  paths.map((path) => (statSync(path).mode & 0o777).toString(8));

describe.skipIf(process.platform !== 'linux')('cached programs', () => {
  it('programs are compiled once', () => {
    const before = compiled;
    expect([findOrCreate(join(folder, 'once')), findOrCreate(join(folder, 'once'))]).toEqual(
      Array(2).fill(join(folder, 'once', name)),
    );
    expect(compiled - before).toBe(1);
  });

  it('cached programs give access to all users of their folder, whatever the umask of their creator', () => {
    const umask = process.umask(0o077);
    try {
      for (const [share, mode] of [
        [0o755, '755'],
        [0o700, '700'],
        [0o750, '750'],
      ] as const) {
        const parent = join(folder, `share-${mode}`);
        mkdirSync(parent);
        chmodSync(parent, share);
        const entry = findOrCreate(join(parent, '.cache', 'fmukit'));
        const paths = [join(parent, '.cache'), join(parent, '.cache', 'fmukit'), entry];
        expect(modes([...paths, ...files.map((file) => join(entry, file))])).toEqual(Array(5).fill(mode));
      }
    } finally {
      process.umask(umask);
    }
  });

  const entry = join(folder, 'harmed', name);
  const harms: [string, () => void][] = [
    ['truncated', () => writeFileSync(join(entry, 'unit'), 'unit')],
    ['changed', () => writeFileSync(join(entry, 'unit'), 'tinu'.repeat(1000))],
    ['without checksums', () => rmSync(join(entry, 'sha256'))],
    ['incomplete', () => rmSync(join(entry, 'addon.node'))],
    ['in a folder that anyone may write to', () => chmodSync(entry, 0o777)],
    ['a file that anyone may write to', () => chmodSync(join(entry, 'unit'), 0o757)],
    ['a file that a group may write to', () => chmodSync(join(entry, 'unit'), 0o775)],
    ['not executable', () => chmodSync(join(entry, 'unit'), 0o600)],
    [
      'a link to elsewhere',
      () => {
        writeFileSync(join(folder, 'elsewhere'), 'unit'.repeat(1000), { mode: 0o755 });
        rmSync(join(entry, 'unit'));
        symlinkSync(join(folder, 'elsewhere'), join(entry, 'unit'));
      },
    ],
  ];

  it.each(harms)('a program is compiled again if its cache entry is %s', (_, harm) => {
    findOrCreate(join(folder, 'harmed'));
    const before = compiled;
    harm();
    expect(findOrCreate(join(folder, 'harmed'))).toBe(entry);
    expect(compiled - before).toBe(1);
    expect(readFileSync(join(entry, 'unit'), 'utf8')).toBe('unit'.repeat(1000));
    expect(lstatSync(join(entry, 'unit')).isFile()).toBe(true);
    expect(readdirSync(join(folder, 'harmed'))).toEqual([name]);
  });

  it('the cache loses the leftovers of killed processes, but not the work of live ones', () => {
    const at = join(folder, 'begun');
    for (const of of [`999999999-5-${machine}`, owner])
      mkdirSync(join(at, `${name}-${of}-abc`), { recursive: true });
    findOrCreate(at);
    expect(readdirSync(at).sort()).toEqual([name, `${name}-${owner}-abc`]);
  });

  it('a program comes from another process if it was faster', () => {
    const at = join(folder, 'raced');
    const inner = { entry: '' };
    const outer = createEntry(at, name, files, (tempFolder) => {
      inner.entry = findOrCreate(at);
      for (const file of files) writeFileSync(join(tempFolder, file), 'late');
    });
    expect(outer).toBe(inner.entry);
    expect(readFileSync(join(outer, 'unit'), 'utf8')).toBe('unit'.repeat(1000));
    expect(readdirSync(at)).toEqual([name]);
  });

  it('a process waits for another process that creates the cached program', () => {
    const at = join(folder, 'awaited');
    const ready = findOrCreate(join(folder, 'ready'));
    const [entry, before] = [join(at, name), compiled];
    const { tempFolder } = begun(at);
    let pauses = 0;
    const finish = (): void => {
      if (++pauses < 3) return;
      renameSync(ready, entry);
      rmdirSync(tempFolder);
    };
    expect(findOrCreate(at, finish)).toBe(entry);
    expect([pauses, compiled - before, existsSync(tempFolder)]).toEqual([3, 0, false]);
  });

  it('a program is compiled if the other process ends without result', () => {
    const at = join(folder, 'left');
    const before = compiled;
    const { maker } = begun(at);
    const isEnded = (): boolean => / [ZX] /.test(readFileSync(`/proc/${maker.pid}/stat`, 'utf8'));
    let pauses = 0;
    const end = (): void => {
      pauses++;
      maker.kill('SIGKILL');
      while (!isEnded());
    };
    expect(findOrCreate(at, end)).toBe(join(at, name));
    expect([pauses, compiled - before]).toEqual([1, 1]);
  });

  it.skipIf(process.getuid?.() !== 0)('a cached program of another user is not used', () => {
    const at = join(folder, 'theirs');
    const theirs = findOrCreate(at);
    expect(findEntry(at, name, files)).toBe(theirs);
    for (const path of [join(theirs, 'unit'), theirs, at]) {
      chownSync(path, 65534, 65534);
      expect(findEntry(at, name, files)).toBeUndefined();
      chownSync(path, 0, 0);
    }
    expect(findEntry(at, name, files)).toBe(theirs);
  });

  it('a cache folder where others may write is rejected, unless it can be closed to them', () => {
    const at = join(folder, 'open');
    mkdirSync(at);
    chmodSync(at, 0o777);
    findOrCreate(at);
    expect(modes([at])).toEqual(['755']);
    if (process.getuid?.() !== 0) return;
    const theirs = join(folder, 'open-theirs');
    mkdirSync(theirs);
    chmodSync(theirs, 0o777);
    chownSync(theirs, 65534, 65534);
    expect(() => findOrCreate(theirs)).toThrow(`other users may write in ${theirs}`);
    expect(readdirSync(theirs)).toEqual([]);
  });
});

describe('candidates for the cache folder', () => {
  it('candidates for the cache folder are the package, the user’s cache, and finally temporary files', () => {
    const { HOME, XDG_CACHE_HOME } = process.env;
    const last = join(tmpdir(), `fmukit-cache-${process.getuid?.() ?? 'user'}`);
    const places = (cache: string, home: string): string[] => {
      Object.assign(process.env, { XDG_CACHE_HOME: cache, HOME: home });
      return cacheFolders('/p');
    };
    try {
      expect(places('/cache', '/home/me')).toEqual(['/p/.cache/fmukit', '/cache/fmukit', last]);
      expect(places('relative', '/home/me')).toEqual(['/p/.cache/fmukit', '/home/me/.cache/fmukit', last]);
      expect(places('', 'relative')).toEqual(['/p/.cache/fmukit', last]);
    } finally {
      for (const [key, value] of Object.entries({ HOME, XDG_CACHE_HOME }))
        if (value === undefined) delete process.env[key];
        else process.env[key] = value;
    }
  });
});
