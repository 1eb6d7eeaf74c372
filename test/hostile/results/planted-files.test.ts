import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CallsReader } from '../../../fmu-sdk/host/recorded/calls-reader.ts';
import { resolveOutputTarget } from '../../../fmu-sdk/util/files/output-target.ts';
import { loadExtensions } from '../../../master/run/load-extensions.ts';
import { Journal } from '../../../master/study/study-journal.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('planted');
const victim = join(folder, 'victim.txt');
const precious = 'precious text\nof the user\n';

/** Returns the folder of a study whose journal somebody else has made. */
function planted(name: string, make: (journal: string) => void): string {
  const study = join(folder, `${name}.study`);
  mkdirSync(study);
  writeFileSync(victim, precious);
  make(join(study, 'runs'));
  return study;
}

describe.skipIf(process.platform === 'win32')('a file that somebody planted', () => {
  it('a journal that is a link does not change the file behind it', () => {
    const study = planted('link', (journal) => symlinkSync(victim, journal));
    expect(() => new Journal(study)).toThrow(/^study: cannot use .*link\.study: ELOOP/);
    expect(readFileSync(victim, 'utf8')).toBe(precious);
  });

  it('a journal that is not one stays as it is, and the error says so', () => {
    const study = planted('hard', (journal) => linkSync(victim, journal));
    expect(() => new Journal(study)).toThrow(/its file "runs" is not a journal of runs\. Move it away/);
    expect(readFileSync(victim, 'utf8')).toBe(precious);
    const begun = planted('begun', (journal) => writeFileSync(journal, 'a1b2c3d4 {"hash":"x'));
    new Journal(begun).close();
    expect(readFileSync(join(begun, 'runs'), 'utf8')).toBe('');
  });

  it('a pipe in place of a journal, a recording or a module is refused at once', async () => {
    const study = planted('pipe', (journal) => spawnSync('mkfifo', [journal]));
    expect(() => new Journal(study)).toThrow(/its journal "runs" is not a file/);
    expect(() => new CallsReader(join(study, 'runs'))).toThrow(
      /^replay .*runs: it is a pipe, not a file\. Use/,
    );
    await expect(loadExtensions([join(study, 'runs')])).rejects.toThrow(
      /^use .*runs: it is not a file\. Name/,
    );
  });
});

it('an output in /dev/shm is a file, and elsewhere below /dev a device', () => {
  const isDevice = (path: string): boolean => resolveOutputTarget(path).direct;
  expect(['/dev/shm/run.csv', '/dev/null', '/dev/stdout'].map(isDevice)).toEqual([false, true, true]);
});
