import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../../master/run/simulate.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { root } from '../run-fmu.ts';
import { isFullTest, width } from '../width.ts';

const folder = temporaryFolder('advise');

/** Duration of the run [s]. */
const end = width(0.04, 0.12);

/** Crane and actuator over a short time. */
const crane = (algorithm: Partial<SystemFile['algorithm']>): SystemFile => {
  const file = JSON.parse(readFileSync(join(root, 'systems/crane-single-force.json'), 'utf8')) as SystemFile;
  for (const unit of Object.values(file.units)) unit.fmu = unit.fmu.replace('..', root);
  return {
    ...file,
    name: 'crane',
    algorithm: { scheme: 'jacobi', step: 0.001, order: 1, ...algorithm },
    stopTime: end,
    record: { variables: ['actuator.F_s'], every: 2 },
  };
};
const put = (name: string, file: SystemFile): string => {
  writeFileSync(join(folder, name), JSON.stringify(file, undefined, 2));
  return name;
};

describe('fmu advise', () => {
  let out: string;
  beforeAll(async () => {
    put('crane.json', crane({ options: {} }));
    const done = await fmuHere(
      ['advise', 'crane.json', '--seconds', '1e6', '--error', '0.05', '--write'],
      folder,
    );
    expect(done.code, done.err).toBe(0);
    out = done.out;
  });

  it('fmu advise prints five lines, the confidence, and the algorithm', () => {
    const lines = out.trim().split('\n');
    expect(lines[4]).toMatch(/^The reference is /);
    expect(lines[5]).toMatch(/^How sure: (sure|fairly sure|not sure)\.$/);
    expect(lines[7]).toMatch(/^"algorithm": \{"scheme":/);
  });

  it('fmu advise writes the algorithm into the file, which then runs with unchanged times of rows', async () => {
    const written = JSON.parse(readFileSync(join(folder, 'crane.json'), 'utf8')) as SystemFile;
    const { algorithm } = JSON.parse(`{${out.trim().split('\n')[7]}}`) as Pick<SystemFile, 'algorithm'>;
    expect(written.algorithm).toMatchObject({
      scheme: algorithm.scheme,
      step: algorithm.step,
      order: algorithm.order,
    });
    expect(Object.keys(written.units)).toEqual(['crane', 'actuator', 'joystick']);
    expect((written.record?.every ?? 1) * algorithm.step).toBeGreaterThanOrEqual(0.0019);
    const { outcome } = await simulate(await loadSystem(join(folder, 'crane.json')));
    expect(outcome).toBe('finished');
  });
});

describe('scheme auto', () => {
  let run = '';

  it('scheme auto selects a scheme before fmu run starts, reports it, and keeps the requested times of rows', async () => {
    put('auto.json', crane({ scheme: 'auto', step: 0.01, options: { error: 0.05 } }));
    const { code, out, err } = await fmuHere(['run', 'auto.json', '-o', 'auto.csv'], folder);
    expect(err).toMatch(/crane: auto selects a coupling scheme by trial runs/);
    expect(code).toBe(0);
    expect(out).toMatch(/auto chose .*error/);
    run = out;
    expect(out).toMatch(/How sure: /);
    const times = readFileSync(join(folder, 'auto.csv'), 'utf8').trim().split('\n').slice(1);
    expect(times.map((row) => Number(row.split(',')[0]).toFixed(9))).toEqual(
      Array.from({ length: 1 + Math.round(end / 0.02) }, (_, k) => (0.02 * k).toFixed(9)),
    );
  });

  // This repeats all trials.
  it.skipIf(!isFullTest)('scheme auto selects the same scheme in simulate()', async () => {
    put('auto.json', crane({ scheme: 'auto', step: 0.01, options: { error: 0.05 } }));
    const system = await loadSystem(join(folder, 'auto.json'));
    const { scheme, step, notes } = await simulate(system);
    expect(scheme).not.toBe('auto');
    expect(step).toBeLessThanOrEqual(0.01);
    const [chosen] = notes.filter((note) => note.startsWith('auto chose '));
    expect(chosen).toContain(scheme);
    // The selection of "fmu run" without the CPU time.
    expect(run).toContain(chosen.split(', ').slice(0, 3).join(', '));
  });
});

describe('fmu compare-schemes', () => {
  it('fmu compare-schemes prints a table, and writes a page, CSV and JSON', async () => {
    put('crane.json', crane({}));
    const args = ['crane.json', '--levels', '2', '--largest', '0.004', '--only', 'jacobi', 'newton'];
    const files = ['-o', 'page.html', '--csv', 'runs.csv', '--json', 'runs.json'];
    const { code, out, err } = await fmuHere(['compare-schemes', ...args, ...files], folder);
    expect(code, err).toBe(0);
    // The least work for each error comes first.
    expect(out).toMatch(/^error up to 0\.01 .*\nerror up to 0\.001 .*\nerror up to 0\.0001 .*\nerror up to /);
    expect(out).toMatch(
      /\n\nerror with H \[s\] = +0\.004 +0\.002 +0\.001 +work +CPU \[s\]\njacobi, order 0 /,
    );
    expect(out).toMatch(/\nReference: /);
    expect(readFileSync(join(folder, 'page.html'), 'utf8')).toContain('Error against work');
    const rows = readFileSync(join(folder, 'runs.csv'), 'utf8').trim().split('\r\n');
    expect(rows[0]).toMatch(
      /^scheme,order,extrapolation,options,step \[s\],unit steps,work,CPU \[s\],error,error of /,
    );
    expect(rows.length).toBeGreaterThanOrEqual(1 + 2 * 6);
    expect(JSON.parse(readFileSync(join(folder, 'runs.json'), 'utf8'))).toMatchObject({ system: 'crane' });
  });

  it('fmu compare-schemes accepts a system structure package, which fmu advise cannot write', async () => {
    put('crane.json', crane({}));
    expect((await fmuHere(['export', 'crane.json', '-o', 'crane.ssp'], folder)).code).toBe(0);
    const args = ['crane.ssp', '--levels', '2', '--largest', '0.004', '--only', 'gauss-seidel'];
    const { code, out, err } = await fmuHere(['compare-schemes', ...args, '--json'], folder);
    expect(code, err).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ system: 'crane' });
    expect(err).toMatch(/\ngauss-seidel, order 1 /);
    // Each reason appears once, with all its candidates.
    expect(err).toMatch(/\nNot applicable:\n.*hermite.*\n {2}gauss-seidel, hermite\n/);
    const written = await fmuHere(['advise', 'crane.ssp', '--write'], folder);
    expect(written.code).toBe(1);
    expect(written.err).toMatch(/advise crane\.ssp: --write needs a system\.json\./);
  });

  it('fmu compare-schemes refuses an invalid number of levels', async () => {
    put('crane.json', crane({}));
    const { code, err } = await fmuHere(['compare-schemes', 'crane.json', '--levels', '1'], folder);
    expect(code).toBe(1);
    expect(err).toMatch(/--levels must be a whole number from 2 to 20, got 1\./);
  });
});

describe('fmu run --substeps', () => {
  it('--substeps writes the substeps of a scheme, which add up to the run, and prints a note for other schemes', async () => {
    const adaptive = crane({ scheme: 'adaptive', step: 0.01, options: { tolerance: 0.01 } });
    put('crane.json', { ...adaptive, stopTime: 0.12 });
    const { code, out, err } = await fmuHere(
      ['run', 'crane.json', '--no-record', '--substeps', 'steps.csv'],
      folder,
    );
    expect(code, err).toBe(0);
    expect(out).toContain('written steps.csv');
    const [title, ...rows] = readFileSync(join(folder, 'steps.csv'), 'utf8').trim().split('\n');
    expect(title).toBe('time,size,error,stood');
    const stood = rows.map((row) => row.split(',').map(Number)).filter((row) => row[3] === 1);
    expect(stood.length).toBeGreaterThan(11);
    expect(stood.reduce((sum, [, size]) => sum + size, 0)).toBeCloseTo(0.12, 9);
    const jacobiArgs = ['run', 'crane.json', '--scheme', 'jacobi', '--no-record', '--substeps', 'none.csv'];
    put('crane.json', crane({}));
    expect((await fmuHere(jacobiArgs, folder)).err).toContain(
      'jacobi has no log of substeps, so none.csv is not written',
    );
  });

  it('--substeps saves the substeps of a failed run as partial results beside its rows', async () => {
    const file = JSON.parse(
      readFileSync(join(root, 'systems/crane-double-force.json'), 'utf8'),
    ) as SystemFile;
    for (const unit of Object.values(file.units)) unit.fmu = unit.fmu.replace('..', root);
    // The crane fails with steps of 5 ms, and smaller ones are not allowed.
    const options = { tolerance: 1e-3, smallest: 0.005 };
    const algorithm = { scheme: 'adaptive', step: 0.01, order: 2, options } as const;
    put('stiff.json', { ...file, algorithm, stopTime: 1 });
    const { code, err } = await fmuHere(
      ['run', 'stiff.json', '-o', 'rows.csv', '--substeps', 'own.csv'],
      folder,
    );
    expect(code).toBe(1);
    expect(err).toContain('The substeps up to this time are in own.partial.csv.');
    const time = Number(/the FMU stopped at t = ([\d.]+) s/.exec(err)?.[1]);
    const [title, ...rows] = readFileSync(join(folder, 'own.partial.csv'), 'utf8').trim().split('\n');
    expect(title).toBe('time,size,error,stood');
    const stood = rows.map((row) => row.split(',').map(Number)).filter((row) => row[3] === 1);
    expect(stood.reduce((sum, [, size]) => sum + size, 0)).toBeCloseTo(time, 9);
    const partialRows = readFileSync(join(folder, 'rows.partial.csv'), 'utf8').trim().split('\n');
    expect(time - Number(partialRows.at(-1)?.split(',')[0])).toBeLessThan(0.0101);
    expect(existsSync(join(folder, 'own.csv'))).toBe(false);
  });
});
