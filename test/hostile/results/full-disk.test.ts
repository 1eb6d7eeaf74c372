import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../run-fmu.ts';
import { spread } from '../../width.ts';
import { expectWholeRows, fmuBehind, manyRows, programBehind, source } from './files.ts';

const folder = temporaryFolder('full');
let whole: Buffer;

beforeAll(() => {
  const file = join(folder, 'whole.csv');
  expect(fmuBehind('', [...manyRows, '-o', file]).code).toBe(0);
  whole = readFileSync(file);
});

/** Creates an empty folder. */
function empty(name: string): string {
  mkdirSync(join(folder, name));
  return join(folder, name);
}

/** Reports whether this user may mount file systems. */
const mounts = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

describe('results on a disk', () => {
  it.skipIf(!mounts)(
    'a full disk ends the run with one message and exit code 1, and complete rows are saved',
    () => {
      const out = empty('disk');
      // Only this process sees the mount, so the results are copied out before it ends.
      const script = `mount -t tmpfs -o size=128k tmpfs /mnt
      "$0" "$@" -o /mnt/x.csv; code=$?
      cp -a /mnt/. ${out}; exit $code`;
      const { status, stderr } = spawnSync(
        'unshare',
        ['-Urm', 'sh', '-c', script, process.execPath, join(root, 'bin/fmu.cjs'), ...manyRows],
        { encoding: 'utf8' },
      );
      expect(status).toBe(1);
      expect(errorOf(stderr)).toMatch(
        /^fmu: record \/mnt\/x\.csv: the disk is full \(ENOSPC\) after \d+ bytes\. Free space there, or choose a path on another disk\.\n\s*The rows up to then are in \/mnt\/x\.partial\.csv\.$/,
      );
      expect(readdirSync(out)).toEqual(['x.partial.csv']);
      expectWholeRows(join(out, 'x.partial.csv'), whole);
      expect(statSync(join(out, 'x.partial.csv')).size).toBeGreaterThan(60_000);
    },
  );

  it.skipIf(!mounts)('a disk that is full from the start leaves nothing behind', () => {
    const script = `mount -t tmpfs -o size=64k tmpfs /mnt
      head -c 65536 /dev/zero > /mnt/fill
      "$0" "$@" -o /mnt/x.csv; code=$?
      ls -A /mnt; exit $code`;
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      ['-Urm', 'sh', '-c', script, process.execPath, join(root, 'bin/fmu.cjs'), ...manyRows],
      { encoding: 'utf8', env: { ...process.env, TMPDIR: empty('links') } },
    );
    expect([status, stdout]).toEqual([1, 'fill\n']);
    expect(errorOf(stderr)).toMatch(/^fmu: record \/mnt\/x\.csv: the disk is full \(ENOSPC\)[^\n]*$/);
    expect(readdirSync(join(folder, 'links'))).toEqual([]);
  });

  it('a Parquet file reports the rows lost with the group that did not fit', () => {
    const out = empty('parquet');
    const { code, err } = fmuBehind('ulimit -f 40', [...manyRows, '-o', join(out, 'x.parquet')]);
    expect(code).toBe(1);
    expect(errorOf(err)).toMatch(
      /the file size limit is reached \(EFBIG\) after 20480 bytes\. .* Parquet writes rows in groups, and the last group is lost \(\d{4}\)\.$/,
    );
    expect(readdirSync(out)).toEqual([]);
  });

  it('a file size limit preserves complete rows, even in the first block', () => {
    const out = empty('limit');
    const { code, err } = fmuBehind('ulimit -f 40', [...manyRows, '-o', join(out, 'x.csv')]);
    expect(code).toBe(1);
    expect(errorOf(err)).toContain(
      'the file size limit is reached (EFBIG) after 20480 bytes. Raise the limit',
    );
    expect(readdirSync(out)).toEqual(['x.partial.csv']);
    expectWholeRows(join(out, 'x.partial.csv'), whole);
    expect(statSync(join(out, 'x.partial.csv')).size).toBeGreaterThan(20_000);
  });

  it('a write failure ends with a message, and a device is not replaced', () => {
    const { code, err } = fmuBehind('', [...manyRows, '-o', '/dev/full']);
    expect([code, errorOf(err)]).toEqual([1, expect.stringContaining('record /dev/full: the disk is full')]);
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true);
  });

  it.each(spread(['--log', '--record-calls'], 1))(
    'rows are saved up to the time when %s beside them fails, which is reported once',
    (option) => {
      const out = empty(`beside${option}`);
      // The file beside them is larger than the results.
      const { code, err } = fmuBehind('ulimit -f 400', [
        ...[...manyRows, '--output-interval', '0.02'],
        ...['-o', join(out, 'x.csv'), option, join(out, 'in/beside')],
      ]);
      expect(code).toBe(1);
      expect(errorOf(err)).toMatch(
        /^fmu: (log|record) .*\/in\/beside: the file size limit is reached \(EFBIG\) after 204800 bytes\. .*\n\s*The rows up to then are in .*x\.partial\.csv\.$/,
      );
      expect(readdirSync(out).sort()).toEqual(['in', 'x.partial.csv']);
      expect(readFileSync(join(out, 'x.partial.csv'), 'utf8')).toMatch(/\r\n0\.02,.*\r\n$/s);
    },
  );

  it('a custom result format is cut after a row, however it writes its rows', () => {
    const out = empty('own');
    // A row of 16 bytes in two pieces, and a header of 7.
    const program = `
      import { recorder } from ${source('master/observe/recorder.ts')};
      import { ResultFile } from ${source('master/run/rows/result-file.ts')};
      const halves = {
        name: 'halves', extensions: ['.bin'],
        open: (columns, write) => (write(Buffer.from('header.')), {
          row: (t) => (write(Buffer.alloc(8, 1)), write(Buffer.alloc(8, 2))), close: () => {},
        }),
      };
      const file = new ResultFile(${JSON.stringify(join(out, 'x.bin'))});
      const observer = recorder(halves, file).observe({ columns: [] });
      try { for (let t = 0; ; t++) observer.row(t); } catch (error) { console.log(error.message); }
      observer.end('failed');
      console.log(file.close(false));`;
    const { out: output } = programBehind('ulimit -f 20', program);
    expect(output).toMatch(/EFBIG.*after 10240 bytes[^\n]*\n.*x\.partial\.bin\n$/s);
    const bytes = readFileSync(join(out, 'x.partial.bin'));
    expect(bytes.length).toBe(7 + 16 * Math.floor((10_240 - 7) / 16));
    expect(bytes.subarray(-9).equals(Buffer.from([1, ...Array<number>(8).fill(2)]))).toBe(true);
  });

  it('a failure after the last write or while renaming preserves all rows as a partial result', () => {
    const out = empty('late');
    const program = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const real = { ...fs };
      const refuse = (name, file) => {
        fs[name] = file === undefined ? real[name] : (...args) => {
          if (name === 'renameSync' && !String(args[1]).endsWith(file + '.csv')) return real.renameSync(...args);
          throw Object.assign(new Error(name), { code: 'ENOSPC' });
        };
        syncBuiltinESMExports();
      };
      const { ResultFile } = await import(${source('master/run/rows/result-file.ts')});
      for (const name of ['fsyncSync', 'closeSync', 'renameSync']) {
        const file = new ResultFile(${JSON.stringify(out)} + '/' + name + '.csv');
        file.write(Buffer.from('time\\r\\n1\\r\\n'));
        file.whole();
        refuse(name, name);
        try { file.close(true); } catch (error) { console.log(error.message.includes('ENOSPC) after 9 bytes')); }
        refuse(name);
        console.log(file.close(false).endsWith(name + '.partial.csv'));
      }`;
    const { out: output, err } = programBehind('', program);
    expect([output, err]).toEqual(['true\n'.repeat(6), '']);
    expect(readdirSync(out).sort()).toEqual([
      'closeSync.partial.csv',
      'fsyncSync.partial.csv',
      'renameSync.partial.csv',
    ]);
    for (const name of readdirSync(out)) expect(readFileSync(join(out, name), 'utf8')).toBe('time\r\n1\r\n');
  });
});

describe('any other file on a full disk', () => {
  it('a file on a full disk keeps its old content unless it is written completely', () => {
    const out = empty('whole');
    writeFileSync(join(out, 'report.html'), 'before');
    const program = `
      import { writeAtomically, writeFolderAtomically } from ${source('fmu-sdk/util/files/atomic-write.ts')};
      const tries = [
        () => writeAtomically(${JSON.stringify(join(out, 'report.html'))}, 'x'.repeat(5000)),
        () => writeFolderAtomically(${JSON.stringify(join(out, 'folder'))}, { a: 'small', b: 'x'.repeat(5000) }),
        () => writeAtomically('/dev/full', 'x'),
        () => writeAtomically(${JSON.stringify(out)}, 'x'),
      ];
      for (const each of tries) try { each(); } catch (error) { console.log(error.name + ': ' + error.message); }`;
    const { out: output } = programBehind('ulimit -f 2', program);
    expect(output.split('\n').slice(0, 4)).toEqual([
      expect.stringMatching(
        /^UserError: write .*report\.html: the file size limit is reached \(EFBIG\) after 1024 of 5000 bytes\. The file was not changed\. Raise the limit/,
      ),
      expect.stringMatching(
        /^UserError: write .*folder: the file size limit is reached \(EFBIG\)\. All partial output was removed\./,
      ),
      expect.stringMatching(/^UserError: write \/dev\/full: the disk is full \(ENOSPC\)/),
      expect.stringMatching(
        /^UserError: write .*whole: it is a folder \(EISDIR\)\. The file was not changed\. Name a file\.$/,
      ),
    ]);
    expect(readdirSync(out)).toEqual(['report.html']);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toBe('before');
  });

  it.skipIf(!mounts)('a key on a full disk leaves nothing behind, so that the next try succeeds', () => {
    const script = `mount -t tmpfs -o size=64k tmpfs /mnt
      head -c 65536 /dev/zero > /mnt/fill
      "$0" "$@"; code=$?
      ls -A /mnt; rm /mnt/fill; "$0" "$@" >/dev/null; echo "$code $?"`;
    const { stdout } = spawnSync(
      'unshare',
      [
        ...['-Urm', 'sh', '-c', script, process.execPath, join(root, 'bin/fmu.cjs')],
        ...['key', 'new', 'bob', '--key-ring', '/mnt/keys', '-o', '/mnt/bob.pem'],
      ],
      { encoding: 'utf8' },
    );
    expect(stdout).toBe('fill\n1 0\n');
  });

  const commands: [command: string, args: string[], file: string][] = [
    ['export', ['export', join(root, 'systems/crane-single-force.json'), '-o', 'x.ssp'], 'x.ssp'],
    ['check', ['check', '--static', join(root, 'dist/joystick.fmu'), '--report', 'x.html'], 'x.html'],
    ['new', ['new', 'my-unit'], 'my-unit'],
  ];
  it.each(spread(commands, 1))(
    'fmu %s reports a full disk with exit code 1, and leaves nothing behind',
    (command, args, file) => {
      const out = empty(`command-${command}`);
      const { code, err } = fmuBehind('cd "$FOLDER"; ulimit -f 1', args, out);
      expect([code, errorOf(err)]).toEqual([
        1,
        expect.stringMatching(new RegExp(`^fmu: write ${file}: .*EFBIG`)),
      ]);
      expect(existsSync(join(out, file))).toBe(false);
      expect(readdirSync(out)).toEqual([]);
    },
  );
});

/** Returns the output from the error on, without progress lines. */
function errorOf(text: string): string {
  return text.slice(text.indexOf('fmu: ')).trimEnd();
}
