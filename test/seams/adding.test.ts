import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SystemFile } from '../../master/system/system.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { declared } from '../package/installed.ts';
import { type Finished, fmu, root } from '../run-fmu.ts';
import { makeDecay } from './support/decay.ts';
import { makeGain } from './support/gain.ts';
import { circle, lagged, makeLag } from './support/lag.ts';
import { sections } from './support/sections.ts';

const folder = temporaryFolder('seams');

beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/fmukit'), 'dir');
  for (const { name, code } of Object.values(sections)) writeFileSync(join(folder, name), code);
  await makeLag(folder);
});

/** Accepts the large coupling error of the example's coarse steps. */
const coarse = ['--max-residual', '1000%'];

/** Runs the command line of an example as written, with `more` after it. */
function follow(seam: string, ...more: string[]): Finished {
  const [program, ...args] = [...sections[seam].line, ...more];
  // A run on a busy machine also prints its progress.
  const quiet = (text: string): string => text.replace(/^\d+ %.*\n/gm, '');
  if (program === 'fmu') {
    const finished = fmu(args, folder);
    return { ...finished, err: quiet(finished.err) };
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { code: status, out: stdout, err: quiet(stderr) };
}

function writeSystem(system: SystemFile, file = 'system.json'): void {
  writeFileSync(join(folder, file), JSON.stringify(system));
}

/** Returns a CSV of results: its titles, and its rows as numbers. */
function results(file: string): { titles: string[]; rows: number[][] } {
  const [titles, ...rows] = readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  return { titles, rows: rows.map((row) => row.map(Number)) };
}

describe('the examples of docs/extend', () => {
  it('the example code compiles under strict', async () => {
    await declared();
    const program = ts.createProgram(
      Object.values(sections).map(({ name }) => join(folder, name)),
      {
        allowJs: true,
        checkJs: true,
        strict: true,
        // Inner functions of an example get their types from their use.
        noImplicitAny: false,
        noEmit: true,
        skipLibCheck: true,
        allowImportingTsExtensions: true,
        target: ts.ScriptTarget.ES2024,
        lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts'],
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
        module: ts.ModuleKind.NodeNext,
        paths: { fmukit: [join(root, 'dist/index.d.ts')] },
      },
    );
    const faults = Object.values(sections).flatMap(({ name }) => {
      const source = program.getSourceFile(join(folder, name))!;
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    });
    expect(
      faults.map((f) => `${f.file?.fileName} ${ts.flattenDiagnosticMessageText(f.messageText, '\n')}`),
    ).toEqual([]);
  });

  it('an added coupling scheme gives units the values that earlier units have just computed (Gauss–Seidel)', () => {
    writeSystem(circle({ scheme: 'in-turn', order: 0 }));
    expect(follow('coupling', ...coarse, '--output', 'ours.csv')).toMatchObject({ code: 0 });
    const { titles, rows } = results('ours.csv');
    expect(titles).toEqual(['time', 'a.y', 'b.y']);
    let [a, b, late] = [1, -2, -2];
    for (const [, first, second] of rows) {
      expect(first).toBeCloseTo(a, 12);
      expect(second).toBeCloseTo(b, 12);
      const before = a;
      a = lagged(a, 0.5, 0.1, b);
      late = lagged(b, 2, 0.1, before);
      b = lagged(b, 2, 0.1, a);
    }
    expect(rows.length).toBe(11);
    // Jacobi would have given b the previous value of a.
    expect(Math.abs(late - b)).toBeGreaterThan(1e-3);
  });

  it('an added extrapolation continues the input with the slope of the last three values, once three exist', () => {
    writeSystem(circle({ extrapolation: 'calm' }));
    expect(follow('extrapolation', ...coarse, '--output', 'calm.csv')).toMatchObject({ code: 0 });
    const H = 0.1;
    const slope = (y: number[]): number =>
      y.length === 1 ? 0 : y.length === 2 ? (y[0] - y[1]) / H : (y[0] - y[2]) / (2 * H);
    let [a, b] = [[1], [-2]];
    for (const [, first, second] of results('calm.csv').rows) {
      expect(first).toBeCloseTo(a[0], 12);
      expect(second).toBeCloseTo(b[0], 12);
      const next = [lagged(a[0], 0.5, H, b[0], slope(b)), lagged(b[0], 2, H, a[0], slope(a))];
      [a, b] = [
        [next[0], ...a],
        [next[1], ...b],
      ];
    }
    expect(a.length).toBe(12);
  });

  it('an added observer writes a column to the results and receives the end', () => {
    writeSystem(circle({}));
    const { out, code } = follow('observer', ...coarse, '--output', 'area.csv');
    expect(code).toBe(0);
    const { titles, rows } = results('area.csv');
    expect(titles).toEqual(['time', 'a.y', 'b.y', 'area']);
    let area = 0;
    rows.forEach(([, , y, column], n) => {
      if (n > 0) area += 0.5 * 0.1 * (rows[n - 1][2] + y);
      expect(column).toBe(area);
    });
    expect(area).not.toBe(0);
    expect(out).toContain(`area ${area} at t = 1 s, finished`);
  });

  it('an added result format writes the doubles of the CSV', () => {
    writeSystem(circle({}));
    expect(follow('sink', ...coarse)).toMatchObject({ code: 0 });
    expect(fmu(['run', 'system.json', ...coarse, '-o', 'same.csv'], folder).code).toBe(0);
    const { rows } = results('same.csv');
    const bytes = readFileSync(join(folder, 'results.f64'));
    expect(bytes.equals(Buffer.from(Float64Array.from(rows.flat()).buffer))).toBe(true);
    expect(bytes.length).toBe(8 * 3 * 11);
  });

  it('an added input source drives the input', () => {
    writeSystem(
      {
        name: 'driven',
        units: { a: { fmu: 'lag.fmu' } },
        algorithm: { scheme: 'jacobi', step: 0.5 },
        stopTime: 1,
        inputs: 'drive.tsv',
      },
      'driven.json',
    );
    writeFileSync(join(folder, 'drive.tsv'), 'time\ta.u\n0\t3\n1\t3\n');
    const { out, err } = follow('source');
    expect(err).toBe('');
    const rows = out
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number));
    expect(rows.map(([t]) => t)).toEqual([0, 0.5, 1]);
    rows.forEach(([t, y]) => {
      expect(y).toBeCloseTo(lagged(0, 1, t, 3), 12);
    });
    writeFileSync(join(folder, 'drive.tsv'), 'time\ta.u\n0\n');
    expect(follow('source').err).toMatch(
      /drive\.tsv: row 1 has 1 fields, but there are 2 titles\. Use a TSV file/,
    );
  });

  it.skipIf(noCompiler !== undefined)(
    'an added integrator multiplies x of ẋ = −x by 1 − H + H²/2 in every step',
    async () => {
      await makeDecay(folder);
      expect(follow('integrator', '--output', 'decay.csv')).toMatchObject({ code: 0 });
      const { titles, rows } = results('decay.csv');
      expect(titles).toEqual(['time', 'x']);
      expect(rows.length).toBe(11);
      rows.forEach(([, x], n) => {
        expect(x).toBeCloseTo((1 - 0.1 + 0.5 * 0.01) ** n, 13);
      });
    },
  );

  it('an added host runs an FMU in a custom format', async () => {
    await makeGain(folder, 'triple', 3);
    expect(follow('host')).toEqual({ code: 0, out: 'gain 21\n', err: '' });
  });

  it('an added command runs, and appears in the help next to the built-in ones', () => {
    expect(follow('command')).toEqual({ code: 0, out: 'u = 0\n', err: '' });
    const help = spawnSync(process.execPath, ['my-fmu.mjs', '--help'], { cwd: folder, encoding: 'utf8' });
    expect(help.stdout).toMatch(
      /fmu inputs <file> +Print the inputs of an FMU[\s\S]*\n {2}run +Run a system/,
    );
  });
});
