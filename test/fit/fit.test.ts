import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FitFile } from '../../master/fit/fit-file.ts';
import { leastSquares, squares } from '../../master/fit/levenberg-marquardt.ts';
import { type FitResult, runFit } from '../../master/fit/run-fit.ts';
import { simulate } from '../../master/run/simulate.ts';
import { uniform } from '../../master/study/sampling/counter-random.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmu, root } from '../run-fmu.ts';

const folder = temporaryFolder('fit');

/** Returns numbers of the standard normal distribution (Box & Muller), by index. */
const normal = (i: number, stream: number): number =>
  Math.sqrt(-2 * Math.log(1 - uniform(4, stream, 2 * i))) *
  Math.cos(2 * Math.PI * uniform(4, stream, 2 * i + 1));

describe('least squares', () => {
  it('least squares finds the certified parameters of NIST’s Misra1a from both starts', async () => {
    // NIST Statistical Reference Datasets, Misra1a: y = b₁ (1 − exp(−b₂ x)), certified to 11
    // digits.
    const y = [
      10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.4, 75.47, 81.78,
    ];
    const x = [77.6, 114.9, 141.1, 190.8, 239.9, 289, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760];
    const [b1, b2] = [2.3894212918e2, 5.501564318e-4];
    const [most1, most2] = [1000, 2e-3];
    const residuals = async (u: Float64Array): Promise<Float64Array> =>
      Float64Array.from(y, (value, i) => most1 * u[0] * (1 - Math.exp(-most2 * u[1] * x[i])) - value);
    for (const start of [
      [500, 0.0001],
      [250, 0.0005],
    ]) {
      const {
        u,
        residuals: r,
        ended,
      } = await leastSquares(residuals, Float64Array.of(start[0] / most1, start[1] / most2));
      expect(ended).toBe('converged');
      expect(Math.abs((most1 * u[0]) / b1 - 1)).toBeLessThan(1e-5);
      expect(Math.abs((most2 * u[1]) / b2 - 1)).toBeLessThan(1e-5);
      expect(Math.abs(squares(r) / 1.2455138894e-1 - 1)).toBeLessThan(1e-9);
    }
  });

  it('least squares stays within bounds, and moves along them to the best remaining point', async () => {
    // (u₀ − 2)² + (u₀ + u₁ − 1.3)² has its minimum for u₀ ≤ 1 at (1, 0.3).
    const residuals = async ([a, b]: Float64Array): Promise<Float64Array> =>
      Float64Array.of(a - 2, a + b - 1.3);
    const { u } = await leastSquares(residuals, Float64Array.of(0.2, 0.9));
    expect(u[0]).toBe(1);
    expect(u[1]).toBeCloseTo(0.3, 8);
  });

  it('least squares avoids points at which a run fails', async () => {
    const residuals = async ([a]: Float64Array): Promise<Float64Array | undefined> =>
      a > 0.7 ? undefined : Float64Array.of(Math.exp(3 * a) - Math.exp(1.95));
    const { u } = await leastSquares(residuals, Float64Array.of(0.05));
    expect(u[0]).toBeCloseTo(0.65, 8);
    await expect(leastSquares(residuals, Float64Array.of(0.9))).rejects.toThrow(/start values fails/);
  });
});

/** Returns the inputs of the actuator: a moving rod, and a valve that opens both ways. */
function drive(): string {
  const rows = ['time,s,s_dot,U_ref'];
  for (let n = 0; n <= 300; n++) {
    const t = n * 0.005;
    const w = 8 * Math.PI;
    rows.push([t, 0.55 + 0.005 * Math.sin(w * t), 0.005 * w * Math.cos(w * t), 6 * Math.sin(8 * t)].join());
  }
  return rows.join('\n');
}

const planted = { Q_n: 4.6e-4, p_P: 8.3e6, d_piston: 0.077, B_hose: 1.9e8 };

describe('fmu fit', () => {
  let result: FitResult;
  beforeAll(async () => {
    writeFileSync(join(folder, 'drive.csv'), drive());
    const system = {
      name: 'planted',
      units: { actuator: { fmu: join(root, 'dist/hydraulic-actuator.fmu'), parameters: planted } },
      algorithm: { scheme: 'jacobi', step: 0.005 },
      stopTime: 1.5,
      inputs: 'named.csv',
    };
    writeFileSync(
      join(folder, 'named.csv'),
      drive().replace('time,s,s_dot,U_ref', 'time,actuator.s,actuator.s_dot,actuator.U_ref'),
    );
    writeFileSync(join(folder, 'planted.json'), JSON.stringify(system));
    const { columns } = await simulate(await loadSystem(join(folder, 'planted.json')), { collect: true });
    const of = (name: string): Float64Array => columns.find((column) => column.name === name)!.data;
    const quantities = ['F_s', 'p1', 'p2', 'p3'];
    const measured = quantities.map((name) => of(`actuator.${name}`));
    const sizes = measured.map((x) => Math.max(...x) - Math.min(...x));
    // Noise of 1 % of each range.
    const rows = Array.from(of('time'), (time, i) =>
      [time, ...measured.map((x, k) => x[i] + 0.01 * sizes[k] * normal(i, k))].join(),
    );
    writeFileSync(
      join(folder, 'measured.csv'),
      ['time,force,pressure 1,pressure 2,pressure 3', ...rows].join('\n'),
    );
    const fit: FitFile = {
      name: 'actuator',
      system: join(root, 'dist/hydraulic-actuator.fmu'),
      set: { inputs: 'drive.csv', 'algorithm.step': 0.005 },
      measured: 'measured.csv',
      compare: { F_s: 'force', p1: 'pressure 1', p2: 'pressure 2', p3: 'pressure 3' },
      fit: [
        { set: 'Q_n', from: 2e-4, to: 8e-4 },
        { set: 'p_P', from: 5e6, to: 2e7 },
        { set: 'd_piston', from: 0.05, to: 0.12 },
        { set: 'B_hose', from: 5e7, to: 1e9, scale: 'log' },
      ],
    };
    writeFileSync(join(folder, 'fit.json'), JSON.stringify(fit));
    result = await runFit(join(folder, 'fit.json'), { output: join(folder, 'found') });
  });

  it('fmu fit recovers known parameters of the hydraulic actuator from noisy data within 1 %', () => {
    expect(result.ended).toBe('converged');
    for (const { name, value, bound } of result.parameters) {
      expect(Math.abs(value / planted[name as keyof typeof planted] - 1), name).toBeLessThan(0.01);
      expect(bound).toBe('');
    }
  });

  it('fmu fit estimates deviations: the true parameters lie within four of them', () => {
    for (const { name, value, deviation } of result.parameters) {
      const miss = Math.abs(value - planted[name as keyof typeof planted]);
      expect(miss, name).toBeLessThan(4 * (deviation as number));
      expect(deviation as number).toBeLessThan(0.01 * value);
    }
    expect(result.correlations.map((row, i) => row[i])).toEqual(
      [1, 1, 1, 1].map((one) => expect.closeTo(one, 9)),
    );
  });

  it('fmu fit writes measurements beside the fitted values', () => {
    const rows = parse(readFileSync(join(folder, 'found.csv')), { columns: true }) as Record<
      string,
      string
    >[];
    expect(Object.keys(rows[0]).slice(0, 5)).toEqual(['time', 'F_s measured', 'F_s', 'p1 measured', 'p1']);
    expect(rows.length).toBe(301);
    const sum = rows.reduce((all, row) => all + (Number(row.p1) - Number(row['p1 measured'])) ** 2, 0);
    const spread = rows.map((row) => Number(row['p1 measured']));
    expect(Math.sqrt(sum / rows.length)).toBeLessThan(0.012 * (Math.max(...spread) - Math.min(...spread)));
  });

  it('fmu fit refuses invalid measurements, and times outside of the run', async () => {
    const good = JSON.parse(readFileSync(join(folder, 'fit.json'), 'utf8')) as FitFile;
    const fitMessage = async (rows: string[], change: Partial<FitFile> = {}): Promise<string> => {
      writeFileSync(join(folder, 'few.csv'), ['time,force', ...rows].join('\n'));
      const file = { ...good, measured: 'few.csv', compare: { F_s: 'force' }, ...change };
      writeFileSync(join(folder, 'few.json'), JSON.stringify(file));
      return runFit(join(folder, 'few.json'), { output: join(folder, 'few-found') }).then(
        JSON.stringify,
        String,
      );
    };
    for (const number of ['0x2', '0b10', '1e999', 'about 3'])
      expect(await fitMessage(['0,1', `0.1,${number}`])).toMatch(
        /few\.csv: expected a number in the range of doubles at line 3 of force, got ".*"/,
      );
    expect(await fitMessage(['', '0,1', '', '0.1,x'])).toContain(
      'few.csv: expected a number in the range of doubles at line 5 of force, got "x"',
    );
    expect(await fitMessage(['', '1,1', '', '0.1,2'])).toContain('from 1 s to 0.1 s at line 5');
    for (const number of ['Infinity', '-inf'])
      expect(await fitMessage(['0,1', `0.1,${number}`])).toMatch(
        /few\.csv: force is -?Infinity at 0\.1 s, expected a finite number\. Leave the field empty/,
      );
    expect(await fitMessage(['-9,1', '0,1', '0.1,2'])).toMatch(
      /the measurements begin at -9 s, before the start of the system at 0 s\. Remove earlier measurements/,
    );
    expect(await fitMessage(['0,1', '0.5,2'], { set: { ...good.set, stopTime: 0.4 } })).toMatch(
      /the measurements end at 0\.5 s, after "stopTime" 0\.4 s\. Remove later measurements/,
    );
  });

  it('fmu fit leaves out missing measurements: an empty field or NaN', async () => {
    const good = JSON.parse(readFileSync(join(folder, 'fit.json'), 'utf8')) as FitFile;
    writeFileSync(join(folder, 'gaps.csv'), 'time,force\n0,100\n0.01,\n0.02,NaN\n0.03,nan\n0.04,200\n');
    const gaps = {
      ...good,
      measured: 'gaps.csv',
      compare: { F_s: 'force' },
      fit: good.fit.slice(0, 1),
      iterations: 1,
    };
    writeFileSync(join(folder, 'gaps.json'), JSON.stringify(gaps));
    const { points } = await runFit(join(folder, 'gaps.json'), { output: join(folder, 'gaps-found') });
    expect(points).toBe(2);
  });

  it('fmu fit tells that a value is at its bound, also in the notes beside JSON', () => {
    const good = JSON.parse(readFileSync(join(folder, 'fit.json'), 'utf8')) as FitFile;
    // The planted value is 4.6e-4.
    const narrow = { ...good, fit: [{ set: 'Q_n', from: 2e-4, to: 4e-4 }], set: { ...good.set } };
    writeFileSync(join(folder, 'narrow.json'), JSON.stringify(narrow));
    const { code, err, out } = fmu(['fit', 'narrow.json', '--json', '-o', 'narrow-found'], folder);
    expect(err).toContain('fmu: note: Q_n is at its bound "to". A better value may lie beyond it.');
    expect(JSON.parse(out).parameters[0].bound).toBe('to');
    expect(code).toBe(0);
  });

  it('fmu fit refuses an invalid fit with a fix', () => {
    const good = JSON.parse(readFileSync(join(folder, 'fit.json'), 'utf8')) as FitFile;
    const fitMessage = (change: Partial<FitFile>): string => {
      writeFileSync(join(folder, 'wrong.json'), JSON.stringify({ ...good, ...change }));
      const { code, err } = fmu(['fit', join(folder, 'wrong.json')], folder);
      expect(code).toBe(1);
      return err;
    };
    expect(fitMessage({ compare: { F_s: 'Force' } })).toMatch(
      /lacks a column "Force". Its columns are force, pressure 1/,
    );
    expect(fitMessage({ fit: [{ set: 'Qn', from: 1, to: 2 }] })).toMatch(
      /"Qn" does not exist in .* Did you mean Q_n/,
    );
    expect(fitMessage({ fit: [{ set: 'Q_n', from: 2, to: 1 }] })).toMatch(
      /"to" must be above "from", got from 2 to 1/,
    );
    const [Q_n] = good.fit;
    expect(fitMessage({ fit: [Q_n, { ...Q_n, name: 'Q', set: 'hydraulic-actuator.Q_n' }] })).toMatch(
      /the parameter "Q" sets "hydraulic-actuator.Q_n", which the parameter "Q_n" sets too/,
    );
    expect(fitMessage({ set: { ...good.set, Q_n: 1e-4 } })).toMatch(/sets "Q_n", which "set" sets too/);
    expect(fitMessage({ measured: 'none.csv' })).toMatch(/read .*none.csv/);
    expect(fitMessage({ compare: { nothing: 'force' } })).toMatch(/unknown variable/);
    expect(fitMessage({ fit: [{ set: 'd_rod', from: -2, to: -1 }] })).toMatch(
      /expected a Float64: a number from 0 m up/,
    );
  });
});
