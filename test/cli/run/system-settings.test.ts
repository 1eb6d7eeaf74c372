import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuHere } from '../../fmu-here.ts';
import { type Finished, root } from '../../run-fmu.ts';

const folder = temporaryFolder('settings');

const system = {
  name: 'pair',
  units: {
    source: { fmu: join(root, 'dist/joystick.fmu') },
    drive: { fmu: join(root, 'dist/hydraulic-actuator.fmu') },
  },
  connections: [{ from: 'source.U_ref', to: 'drive.U_ref', order: 2 }],
  algorithm: { scheme: 'jacobi', step: 0.01, order: 2 },
  stopTime: 2,
};

beforeAll(() => {
  writeFileSync(join(folder, 'pair.json'), JSON.stringify(system));
});

async function run(...args: string[]): Promise<Finished> {
  return await fmuHere(['run', 'pair.json', ...args], folder);
}

function rows(file: string): string[][] {
  return readFileSync(join(folder, file), 'utf8')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}

describe('fmu run system.json', () => {
  it('fmu run accepts values, times, steps, order, scheme and recorded variables from options, as from its file', async () => {
    writeFileSync(
      join(folder, 'written.json'),
      JSON.stringify({
        ...system,
        units: { ...system.units, drive: { ...system.units.drive, start: { s: 0.6 } } },
        connections: [{ ...system.connections[0], order: 1 }],
        algorithm: { scheme: 'gauss-seidel', step: 0.005, order: 1 },
        startTime: 0.5,
        stopTime: 1.5,
        record: { variables: ['source.U_ref', 'drive.p1', 'drive.p2', 'drive.p3'], every: 4 },
      }),
    );
    expect((await fmuHere(['run', 'written.json', '-o', 'written.csv'], folder)).code).toBe(0);
    const result = await run(
      ...['--set', 'drive.s=600[mm]', '--step', '0.005', '--order', '1', '--scheme', 'gauss-seidel'],
      ...['--start-time', '0.5', '--stop-time', '1.5', '--output-interval', '0.02', '--output', 'told.csv'],
      ...['--record', 'source.*', 'drive.p1', '*.p2', 'drive.*3'],
    );
    expect(`${result.code} ${result.err.replace(/^.*real time\n/gm, '')}`).toBe('0 ');
    expect(rows('told.csv')[0].slice(0, 5)).toEqual([
      'time',
      'source.U_ref',
      'drive.p1',
      'drive.p2',
      'drive.p3',
    ]);
    expect(rows('told.csv').length).toBe(52);
    expect(rows('told.csv')).toEqual(rows('written.csv'));
  });

  it('fmu run names the option of an invalid setting', async () => {
    const refused = async (...args: string[]): Promise<string> => {
      const { code, err } = await run('-o', 'none.csv', ...args);
      expect(code).toBe(1);
      return err;
    };
    expect(await refused('--set', 'drvie.s=1')).toMatch(/unknown unit "drvie"\. Did you mean drive\?/);
    expect(await refused('--set', 's=1')).toMatch(
      /value of s: the unit's name is missing\. Write unit\.s=value\. Did you mean drive\.s\?/,
    );
    expect(await refused('--set', 'nope=1')).toMatch(
      /value of nope: the unit's name is missing\. Write unit\.nope=value\. Known: source, drive\./,
    );
    expect(await refused('--set', 'drive.s=1[kg]')).toMatch(
      /set drive\.s: "[^"]+ \[kg\]" was given; a value in kg cannot be converted to m/,
    );
    expect(await refused('--set', 'drive.integrator=eulr')).toMatch(
      /pair\.json, value of drive\.integrator: .*one of "forwardEuler"/,
    );
    expect(await refused('--step', '0.3')).toMatch(/not a whole number of steps H = 0\.3 s/);
    expect(await refused('--output-interval', '0.015')).toMatch(
      /not a whole number of steps H = 0\.01 s\. Use 0\.0[12] s/,
    );
    // 35 · 0.01 is 0.35 plus a rounding error.
    expect(await refused('--output-interval', '0.351')).toMatch(/Use 0\.35 s, or another step/);
    expect(await refused('--record', 'drive.q*')).toMatch(/"drive\.q\*" does not match a numeric variable/);
    expect(await refused('--solver', 'euler')).toMatch(
      /--solver is for a single \.fmu\. In a system, set it for each unit/,
    );
  });

  it('a value in a system file may have a unit of measure', async () => {
    const units = { ...system.units, drive: { ...system.units.drive, start: { s: '600 mm' } } };
    writeFileSync(join(folder, 'mm.json'), JSON.stringify({ ...system, units }));
    expect((await fmuHere(['run', 'mm.json', '-o', 'mm.csv'], folder)).code).toBe(0);
    expect((await run('--set', 'drive.s=0.6', '-o', 'm.csv')).code).toBe(0);
    expect(rows('mm.csv')).toEqual(rows('m.csv'));
  });

  it('results have decimal times, and a second run reports that it replaces the first', async () => {
    expect((await run('--stop-time', '3')).out).not.toMatch(/replaces/);
    const times = rows('results/pair.csv')
      .slice(1)
      .map(([t]) => t);
    expect(times).toEqual(Array.from({ length: 301 }, (_, n) => String(n / 100)));
    const again = await run('--stop-time', '3');
    expect(again.err).not.toMatch(/replace/);
    expect(again.out).toMatch(/result +results\/pair\.csv \(replaces an earlier one\)/);
  });

  it.each(['jacobi', 'gauss-seidel'])(
    '%s names both ends of a connection whose value exceeds 64-bit integers',
    async (scheme) => {
      const far = {
        ...system,
        connections: [{ from: 'drive.p1', to: 'drive.U_ref', factor: 1e306, convertUnits: false }],
        algorithm: { ...system.algorithm, scheme },
      };
      writeFileSync(join(folder, 'far.json'), JSON.stringify(far));
      const { code, err } = await fmuHere(['run', 'far.json', '-o', 'far.csv'], folder);
      expect(code).toBe(1);
      expect(err).toMatch(
        /step: drive\.p1 \[Pa\] = ([\d.]+) at t = 0 s goes to drive\.U_ref \[V\] as 1e\+306 × \1, which exceeds the range of 64-bit numbers\. Use a smaller "factor"/,
      );
    },
  );

  it('--json prints the run summary, --summary the statistics of each variable', async () => {
    const { out } = await run('--json', '--summary', '-o', 'json.csv', '--record', 'source.U_ref');
    const result = JSON.parse(out);
    expect(result).toMatchObject({
      name: 'pair',
      outcome: 'finished',
      steps: 200,
      endTime: 2,
      output: 'json.csv',
    });
    const values = rows('json.csv')
      .slice(1)
      .map((row) => Number(row[1]));
    const { min, max, mean, final } = result.statistics[0];
    expect([min, max, final]).toEqual([Math.min(...values), Math.max(...values), values.at(-1)]);
    // The trapezoidal rule is exact for a signal that is linear between rows: 10 V from 1.1 s on.
    expect(mean).toBeCloseTo((0.5 * 0.1 * 10 + 0.9 * 10) / 2, 9);
    expect((await run('--summary', '-o', 'json.csv', '--record', 'source.U_ref')).out).toMatch(
      /variable +unit +min +max +mean +final\nsource\.U_ref +V +0 +10 +4\.75 +10/,
    );
  });
});

describe('unknown options and commands', () => {
  it('unknown options and commands end with code 2 and similar names', async () => {
    const usage = async (...args: string[]): Promise<string> => {
      const { code, err } = await fmuHere(args, folder);
      expect(code).toBe(2);
      return err;
    };
    expect(await usage('run', 'pair.json', '--stpe', '1')).toMatch(
      /Unknown argument: --stpe\. Did you mean --step/,
    );
    expect(await usage('rnu', 'pair.json')).toMatch(/Unknown command: rnu\. Did you mean run\?/);
    expect(await usage('run', 'a.fmu', 'b.fmu')).toMatch(
      /Unknown argument: b\.fmu\. To couple FMUs, name them in a system file: "fmu new pair/,
    );
    expect(await usage('check', 'a.fmu', '--junit', 'x.xml')).toMatch(
      /Unknown argument: --junit\. Did you mean --format junit\?/,
    );
    expect(await usage('pack', 'pair.json')).toMatch(/fmu: "fmu pack" needs --output\. "fmu pack --help"/);
    expect(await usage('inspect', 'a', 'b')).toMatch(
      /Unknown argument: b\. The command takes fewer arguments/,
    );
  });
});
