import { spawn } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { ResultFile } from '../../../master/run/rows/result-file.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { loadSystem } from '../../../master/system/load-system.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu, root } from '../../run-fmu.ts';
import { manyRows, startFmu } from './files.ts';

const folder = temporaryFolder('names');

function recorded(file: string, text: string): ResultFile {
  const result = new ResultFile(file);
  result.write(Buffer.from(text));
  result.whole();
  return result;
}

describe('a result file', () => {
  it('a result file contains the complete rows of the last of two runs in one process', () => {
    const file = join(folder, 'two.csv');
    const [a, b] = ['a\r\n', 'b\r\n'].map((text) => recorded(file, text));
    a.write(Buffer.from('a\r\n'));
    b.write(Buffer.from('b\r\n'));
    expect(b.close(true)).toBe(file);
    expect(readFileSync(file, 'utf8')).toBe('b\r\nb\r\n');
    expect(a.close(true)).toBe(file);
    expect(readFileSync(file, 'utf8')).toBe('a\r\na\r\n');
    expect(readdirSync(folder)).toEqual(['two.csv']);
  });

  it('a result file contains the complete rows of one of two processes, which both succeed', async () => {
    const out = join(folder, 'both');
    const args = (step: number): string[] => [
      ...manyRows.slice(0, -1),
      String(step),
      '-o',
      join(out, 'x.csv'),
    ];
    const ends = await Promise.all([0.001, 0.002].map((step) => startFmu(args(step)).ended));
    expect(ends).toEqual([0, 0].map((code) => ({ code, signal: null })));
    expect(readdirSync(out)).toEqual(['x.csv']);
    const rows = readFileSync(join(out, 'x.csv'), 'utf8').trimEnd().split('\r\n');
    expect([30_002, 15_002]).toContain(rows.length);
    expect(rows.at(-1)).toMatch(/^30,/);
  });

  it('a result file survives the interruption of another run that writes it, and vice versa', () => {
    const file = join(folder, 'one-of-two.csv');
    const [a, b] = ['a\r\n', 'b\r\n'].map((text) => recorded(file, text));
    expect(a.close(true)).toBe(file);
    expect(b.close(false)).toBe(join(folder, 'one-of-two.partial.csv'));
    expect(
      ['', '.partial'].map((part) => readFileSync(join(folder, `one-of-two${part}.csv`), 'utf8')),
    ).toEqual(['a\r\n', 'b\r\n']);
  });

  it('a result file replaces the target of a link, and the link stays', () => {
    mkdirSync(join(folder, 'runs'));
    const [link, dangling, file] = ['link.csv', 'dangling.csv', 'runs/1.csv'].map((name) =>
      join(folder, name),
    );
    writeFileSync(file, 'before');
    symlinkSync('runs/1.csv', link);
    symlinkSync('runs/2.csv', dangling);
    expect(recorded(link, 'x\r\n').close(true)).toBe(link);
    expect(recorded(dangling, 'y\r\n').close(false)).toBe(join(folder, 'runs/2.partial.csv'));
    expect([readFileSync(file, 'utf8'), readlinkSync(link)]).toEqual(['x\r\n', 'runs/1.csv']);
    expect(readdirSync(join(folder, 'runs')).sort()).toEqual(['1.csv', '2.partial.csv']);
    symlinkSync('circle.csv', join(folder, 'circle.csv'));
    expect(() => new ResultFile(join(folder, 'circle.csv'))).toThrow(
      'its symbolic links form a loop (ELOOP)',
    );
  });

  it('a result file keeps the permissions of the file that it replaces', () => {
    const file = join(folder, 'private.csv');
    writeFileSync(file, '');
    chmodSync(file, 0o600);
    recorded(file, 'x\r\n').close(true);
    writeAtomically(file, 'y');
    expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8')]).toEqual([0o600, 'y']);
  });

  it('a result file fails before the run if it is a folder, below a file, or has too long a name', () => {
    const below = join(folder, 'two.csv', 'x.csv');
    for (const name of [folder, `${join(folder, 'no-file.csv')}/`])
      expect(() => new ResultFile(name)).toThrow(`record ${name}: it is a folder (EISDIR). Name a file.`);
    expect(() => new ResultFile(below)).toThrow(
      'a part of its path is a file (ENOTDIR). Choose another path.',
    );
    const long = join(folder, `${'x'.repeat(245)}.csv`);
    expect(() => new ResultFile(long)).toThrow('its name is too long (ENAMETOOLONG). Choose a shorter one.');
  });

  it('a result file with an invalid path fails before a run of several FMUs, which may run on threads', async () => {
    const existingFolder = join(folder, 'taken.csv');
    mkdirSync(existingFolder);
    const path = (name: string): string => join(root, `dist/${name}.fmu`);
    const system = {
      name: 'pair',
      units: { a: { fmu: path('joystick') }, b: { fmu: path('hydraulic-actuator') } },
      connections: [{ from: 'a.U_ref', to: 'b.U_ref' }],
      algorithm: { scheme: 'jacobi', step: 0.01 },
      stopTime: 0.1,
    };
    writeFileSync(join(folder, 'pair.json'), JSON.stringify(system));
    const { code, err } = fmu(['run', 'pair.json', '-o', existingFolder], folder);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`fmu: record ${existingFolder}: it is a folder (EISDIR). Name a file.\n`),
    ]);
    await expect(
      simulate(await loadSystem(join(folder, 'pair.json')), { output: existingFolder }),
    ).rejects.toThrow('it is a folder (EISDIR). Name a file.');
    for (const entry of [existingFolder, join(folder, 'pair.json')]) rmSync(entry, { recursive: true });
  });

  it('a run without a row leaves no result file behind', () => {
    const before = readdirSync(folder);
    for (const whole of [true, false])
      expect(new ResultFile(join(folder, 'nothing.csv')).close(whole)).toBeUndefined();
    expect(readdirSync(folder)).toEqual(before);
  });

  it('results pass through a pipe or a device, which stay unchanged', async () => {
    const pipe = join(folder, 'pipe');
    expect(await new Promise((resolve) => spawn('mkfifo', [pipe]).on('exit', resolve))).toBe(0);
    const reader = spawn('cat', [pipe]);
    let read = '';
    reader.stdout.on('data', (text: Buffer) => {
      read += text.toString();
    });
    const short = [...manyRows.slice(0, 2), '--stop-time', '0.01', '--step', '0.01'];
    const end = new Promise((resolve) => reader.on('close', resolve));
    expect((await startFmu([...short, '-o', pipe]).ended).code).toBe(0);
    await end;
    expect(read.split('\r\n').map((row) => row.split(',')[0])).toEqual(['time', '0', '0.01', '']);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
    expect(fmu([...short, '-o', '/dev/null']).code).toBe(0);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    // Standard output contains only the results. Messages go elsewhere.
    const { out, err } = fmu([...short, '-o', '-']);
    expect([out, err]).toEqual([read, expect.stringContaining('time reached  0.01 s')]);
  });
});
