import { spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { owner } from '../../../fmu-sdk/util/files/process-id.ts';
import { temporaryFileName } from '../../../fmu-sdk/util/files/temp-file.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu } from '../../run-fmu.ts';
import { ownerOf, startFmu } from './files.ts';

const folder = temporaryFolder('leavings');
const temporary = join(folder, 'tmp');
mkdirSync(temporary);
const [, , place] = owner.split('-');

/** A process that lives as long as these tests, and its start time. */
const live = spawn('cat');
afterAll(() => void live.kill());
const living = (): string => ownerOf(live.pid ?? 0);
/** Returns an owner with its number that belonged to an earlier process. */
const reused = (): string => `${live.pid}-1-${place}`;
const dead = `999999999-5-${place}`;
const elsewhere = '4711-5-0badcafe';

/** Starts any command. */
const nextStart = (): string => {
  const { code, err } = fmu(['--version'], folder, { TMPDIR: temporary });
  expect(code).toBe(0);
  return err;
};

/** Writes rows of a run of this owner, the last one incomplete, and the link to them. */
function torn(of: string, name: string, whole: string, mark = 'aa11'): string {
  const path = join(folder, `.fmukit-${of}-${mark}.part`);
  mkdirSync(join(path, 'rows'), { recursive: true });
  writeFileSync(join(path, 'rows', name), 'time,x\r\n0,1\r\n0.1,2\r\n0.2,3.14');
  writeFileSync(join(path, 'whole'), whole);
  symlinkSync(path, join(temporary, `fmukit-part-${of}-${mark}`));
  return path;
}

describe.skipIf(process.platform !== 'linux')('leftovers of a dead process', () => {
  it('leftovers disappear from temporary folders at the next start of any command, unlike files of live processes', () => {
    const owners = [dead, reused(), living(), elsewhere];
    for (const of of owners) mkdirSync(join(temporary, `fmukit-unit-${of}-abc`, 'work'), { recursive: true });
    mkdirSync(join(temporary, 'fmukit-unit-999999999-0-abcdef'));
    writeFileSync(join(temporary, 'fmukit-notes.txt'), 'the user’s own');
    expect(nextStart()).toBe('');
    const stay = [living(), elsewhere].map((of) => `fmukit-unit-${of}-abc`);
    expect(readdirSync(temporary).sort()).toEqual([...stay, 'fmukit-notes.txt'].sort());
    const old = join(temporary, `fmukit-unit-${elsewhere}-abc`);
    const longAgo = statSync(old).mtimeMs / 1000 - 8 * 24 * 3600;
    utimesSync(old, longAgo, longAgo);
    nextStart();
    expect(readdirSync(temporary).sort()).toEqual([stay[0], 'fmukit-notes.txt'].sort());
  });

  it('leftovers disappear silently when several commands start at once', async () => {
    const shared = join(folder, 'shared');
    for (let k = 0; k < 30; k++) {
      const leftover = join(shared, `fmukit-unit-${dead}-${k}`, 'resources');
      mkdirSync(leftover, { recursive: true });
      for (let file = 0; file < 20; file++) writeFileSync(join(leftover, `${file}`), '');
    }
    // A folder claimed by a process that ended itself.
    mkdirSync(join(shared, `fmukit-leaving-${dead}-leaving-${dead}-unit-${dead}-x`, 'work'), {
      recursive: true,
    });
    const starts = [1, 2, 3, 4].map(() => startFmu(['--version'], { TMPDIR: shared }));
    for (const { ended, readStderr } of starts) {
      expect(await ended).toEqual({ code: 0, signal: null });
      expect(readStderr()).toBe('');
    }
    expect(readdirSync(shared)).toEqual([]);
  });

  it('the complete rows of leftover results stay', () => {
    torn(dead, 'x.csv', '0000000000000020');
    const other = torn(living(), 'y.csv', '0000000000000020');
    nextStart();
    expect(readFileSync(join(folder, 'x.partial.csv'), 'utf8')).toBe('time,x\r\n0,1\r\n0.1,2\r\n');
    expect(
      readdirSync(folder)
        .filter((name) => name.includes('part'))
        .sort(),
    ).toEqual([`.fmukit-${living()}-aa11.part`, 'x.partial.csv']);
    expect(readlinkSync(join(temporary, `fmukit-part-${living()}-aa11`))).toBe(other);
  });

  it('leftover results without a complete row and other leftovers disappear, also without a link', () => {
    torn(reused(), 'z.csv', '0000000000000000');
    nextStart();
    expect(existsSync(join(folder, 'z.partial.csv'))).toBe(false);
    const out = join(folder, 'out');
    mkdirSync(out);
    writeFileSync(join(out, `.fmukit-${dead}-aa11.part`), 'half of a report');
    writeAtomically(join(out, 'report.html'), 'whole');
    expect(readdirSync(out)).toEqual(['report.html']);
  });

  it('the target of a link with the name of a leftover stays unchanged', () => {
    const notes = join(folder, 'notes');
    mkdirSync(join(notes, 'rows'), { recursive: true });
    writeFileSync(join(notes, 'whole'), '0000000000000020');
    writeFileSync(join(notes, 'rows', 'x.csv'), 'mine, of more than twenty bytes');
    const out = join(folder, 'linked');
    mkdirSync(out);
    symlinkSync(notes, join(out, `.fmukit-${dead}-aa11.part`));
    writeAtomically(join(out, 'report.html'), 'whole');
    expect(readdirSync(notes).sort()).toEqual(['rows', 'whole']);
    expect(readFileSync(join(notes, 'rows', 'x.csv'), 'utf8')).toBe('mine, of more than twenty bytes');
    expect(readdirSync(out)).toEqual([`.fmukit-${dead}-aa11.part`, 'report.html']);
  });

  it('the target of a link with another mark stays unchanged', () => {
    const path = torn(living(), 'w.csv', '0000000000000020', 'cc33');
    symlinkSync(path, join(temporary, `fmukit-part-${dead}-bb22`));
    nextStart();
    expect(lstatSync(path).isDirectory()).toBe(true);
    expect(existsSync(join(folder, 'w.partial.csv'))).toBe(false);
  });

  it('leftovers that cannot be removed produce one report, and block nothing', async ({ skip }) => {
    const { spawnSync } = await import('node:child_process');
    const stuck = join(temporary, `fmukit-unit-${dead}-stuck`);
    mkdirSync(join(stuck, 'mounted'), { recursive: true });
    const line = `mount -t tmpfs tmpfs ${stuck}/mounted && "$0" "$@" && "$0" "$@"`;
    const program = [process.execPath, join(import.meta.dirname, '../../../bin/fmu.cjs'), '--version'];
    const { status, stdout, stderr } = spawnSync('unshare', ['-Urm', 'sh', '-c', line, ...program], {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: temporary },
    });
    if (/unshare:/.test(stderr)) return skip('this machine mounts nothing for its users');
    expect([status, stdout.trim().split('\n').length]).toEqual([0, 2]);
    expect(stderr).toMatch(
      /^fmu: \S*fmukit\.left-unit-\S* is left from a run that has ended, and part of it cannot be removed\. Remove it manually\.\n$/,
    );
  });

  it('leftovers of many runs disappear a hundred at a time, so that no start is slow', () => {
    const many = join(folder, 'many');
    for (let k = 0; k < 1000; k++) mkdirSync(join(many, `fmukit-unit-${dead}-k${k}`), { recursive: true });
    expect(fmu(['--version'], folder, { TMPDIR: many }).code).toBe(0);
    expect(readdirSync(many).length).toBe(900);
  });
});

it('temporary file names contain the process, its start time, and the machine', () => {
  expect(temporaryFileName('/a/x.csv', 'mark')).toBe(`/a/.fmukit-${ownerOf(process.pid)}-mark.part`);
});
