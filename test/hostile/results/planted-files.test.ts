import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CallsReader } from '../../../fmu-sdk/host/recorded/calls-reader.ts';
import { resolveOutputTarget } from '../../../fmu-sdk/util/files/output-target.ts';
import { prepareTemporaryFile, temporaryFileName } from '../../../fmu-sdk/util/files/temp-file.ts';
import { readStudyTable } from '../../../master/results/study-table.ts';
import { loadExtensions } from '../../../master/run/load-extensions.ts';
import { StudyInputs } from '../../../master/study/plan/study-inputs.ts';
import { readStudyFile } from '../../../master/study/queue/study-bundle.ts';
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

  it('a pipe or a device as input file of a study is refused at once', () => {
    const study = planted('inputs', (journal) => spawnSync('mkfifo', [journal]));
    const inputs = new StudyInputs(join(study, 'study.json'));
    const subject = { file: join(study, 'system.json') };
    expect(() => inputs.hashOf(subject, 'runs')).toThrow(
      /^study: runs of .*: it is a pipe, not a file\. Name/,
    );
    expect(() => inputs.hashOf(subject, '/dev/zero')).toThrow(/it is a device, not a file/);
    expect(() => readStudyFile(join(study, 'runs'))).toThrow(
      /^study .*runs: it is a pipe, not a file\. Name/,
    );
  });

  it('a pipe in place of the description of a study does not stop its page', async () => {
    const study = planted('page', () => {});
    const table = join(study, 'sweep.csv');
    writeFileSync(
      table,
      'run,T,ending,verdict,time,steps,y,seed,version,contents,hash,message\n0,1,finished,good,1,100,0,1,0.2.0,e,1,\n',
    );
    const before = await readStudyTable(table);
    expect(before).toBeDefined();
    spawnSync('mkfifo', [join(study, 'sweep.json')]);
    expect(await readStudyTable(table)).toEqual(before);
  });
});

/** Leftovers of a run that never was, as an archive with results could contain them. */
const leftovers: Record<string, (part: string) => void> = {
  'a linked folder of rows': (part) => symlinkSync(join(folder, 'private'), join(part, 'rows')),
  'linked rows': (part) => {
    mkdirSync(join(part, 'rows'));
    symlinkSync(join(folder, 'private', 'key.txt'), join(part, 'rows', 'r.csv'));
  },
  'rows with a second name': (part) => {
    mkdirSync(join(part, 'rows'));
    linkSync(join(folder, 'private', 'key.txt'), join(part, 'rows', 'r.csv'));
  },
};

describe.skipIf(process.platform === 'win32')('planted leftovers of a run', () => {
  it.each(Object.entries(leftovers))('%s do not change a file elsewhere', (name, plant) => {
    mkdirSync(join(folder, 'private'), { recursive: true });
    const key = join(folder, 'private', 'key.txt');
    writeFileSync(key, precious);
    const results = join(folder, `results of ${name}`);
    const part = join(results, '.fmukit-999999999-5-aa11.part');
    mkdirSync(part, { recursive: true });
    writeFileSync(join(part, 'whole'), '3');
    plant(part);
    prepareTemporaryFile(temporaryFileName(join(results, 'r.csv'), 'bb22'));
    expect(readFileSync(key, 'utf8')).toBe(precious);
    expect(readdirSync(results)).toEqual([]);
  });

  it('a pipe in place of a note, and a counter outside the rows, are ignored', () => {
    const results = join(folder, 'notes');
    for (const [mark, counter] of [
      ['aa11', { at: 0, digits: 5e8, from: 0, each: 1 }],
      ['aa12', { at: 2 ** 45, digits: 2, from: 0, each: 1 }],
    ] as const) {
      const part = join(results, `.fmukit-999999999-5-${mark}.part`);
      mkdirSync(join(part, 'rows'), { recursive: true });
      writeFileSync(join(part, 'rows', `${mark}.csv`), 'rows');
      writeFileSync(join(part, 'whole'), '3');
      writeFileSync(join(part, 'count'), JSON.stringify(counter));
    }
    const piped = join(results, '.fmukit-999999999-5-aa13.part');
    mkdirSync(join(piped, 'rows'), { recursive: true });
    writeFileSync(join(piped, 'rows', 'r.csv'), 'rows');
    spawnSync('mkfifo', [join(piped, 'whole')]);
    prepareTemporaryFile(temporaryFileName(join(results, 'r.csv'), 'bb22'));
    expect(readdirSync(results).sort()).toEqual(['aa11.partial.csv', 'aa12.partial.csv']);
    expect(readFileSync(join(results, 'aa11.partial.csv'), 'utf8')).toBe('row');
    expect(existsSync(piped)).toBe(false);
  });
});

it('an output in /dev/shm is a file, and elsewhere below /dev a device', () => {
  const isDevice = (path: string): boolean => resolveOutputTarget(path).direct;
  expect(['/dev/shm/run.csv', '/dev/null', '/dev/stdout'].map(isDevice)).toEqual([false, true, true]);
});
