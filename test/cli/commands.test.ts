import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { integrators } from '../../fmu-sdk/solver/solver-registry.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { root } from '../run-fmu.ts';

const folder = temporaryFolder('cli');

describe('fmu', () => {
  it('fmu run --help lists every integrator', async () => {
    const { out } = await fmuHere(['run', '--help']);
    const solverList = /--solver\s+([^[]*), or one of --use/.exec(out)?.[1];
    expect(solverList?.split(/,\s+/)).toEqual(integrators.all.map(({ name }) => name));
  });

  it('fmu inspect x.fmu --help prints the help and ends with code 0', async () => {
    const { code, out, err } = await fmuHere(['inspect', 'x.fmu', '--help']);
    expect(out).toBe((await fmuHere(['inspect', '--help'])).out);
    expect([code, err]).toEqual([0, '']);
  });

  it('fmu ends with code 2 and a message for wrong usage', async () => {
    const { code, err } = await fmuHere(['run']);
    expect(code).toBe(2);
    expect(err).toMatch(/Arguments are missing\. Write: fmu run <file>/);
    expect((await fmuHere(['fly'])).code).toBe(2);
  });
});

describe('fmu new', () => {
  it('fmu new creates a unit that passes its own test, builds and runs', async () => {
    expect((await fmuHere(['new', 'my-filter'], folder)).code).toBe(0);
    const tested = await fmuHere(['test', 'my-filter', '--steps', '200'], folder);
    expect(tested.out).toMatch(
      /my-filter: lint clean; 600 steps in 3 runs of a random drive \(seed 1\) equal bit for bit/,
    );
    expect((await fmuHere(['lint', 'my-filter'], folder)).out).toMatch(/no findings/);
    expect((await fmuHere(['build', 'my-filter'], folder)).out).toMatch(/dist\/my-filter\.fmu: .* kB/);
    const system: SystemFile = {
      name: 'chain',
      units: {
        a: { fmu: 'dist/my-filter.fmu', start: { u: 1 } },
        b: { fmu: 'dist/my-filter.fmu', parameters: { T: 2 } },
      },
      connections: [{ from: 'a.y', to: 'b.u' }],
      algorithm: { scheme: 'jacobi', step: 0.01, order: 1 },
      stopTime: 3,
    };
    writeFileSync(join(folder, 'chain.json'), JSON.stringify(system));
    expect((await fmuHere(['run', 'chain.json', '-o', 'chain.csv'], folder)).code).toBe(0);
    const rows = readFileSync(join(folder, 'chain.csv'), 'utf8').trim().split('\r\n');
    expect(rows[0]).toBe('time,a.y,b.y');
    const [t, a, b] = (rows.at(-1) ?? '').split(',').map(Number);
    expect(t).toBe(3);
    // Two lags in series, closed form: T₁ = 1 s, T₂ = 2 s.
    expect(a).toBeCloseTo(1 - Math.exp(-3), 6);
    expect(b).toBeCloseTo(1 + Math.exp(-3) - 2 * Math.exp(-1.5), 4);
  });

  it('fmu new refuses an invalid name and an existing folder', async () => {
    expect((await fmuHere(['new', 'My_Filter'], folder)).err).toMatch(
      /expected a unit name in lower case.*, got "My_Filter"/,
    );
    expect((await fmuHere(['new', 'my-filter'], folder)).err).toMatch(/this path already exists/);
  });
});

describe('fmu inspect', () => {
  it('fmu inspect prints version, kinds, variables with unit of measure and causality, terminals, binaries with size and hash', async () => {
    const { out } = await fmuHere(['inspect', 'dist/hydraulic-actuator.fmu']);
    expect(out).toMatch(/FMI version +3\.0/);
    expect(out).toMatch(/co-simulation +hydraulic_actuator: .*canGetAndSetFMUState/);
    expect(out).toMatch(/F_s +Float64 +output +continuous +N .*depends on s, s_dot/);
    expect(out).toMatch(/p1 +Float64 +output +continuous +Pa .*no direct feedthrough/);
    expect(out).toMatch(/platforms +.*wasm32-wasip2/);
    expect(out).toMatch(/\nN +(= 1 kg m s\^-2)/);
    expect(out).toMatch(/Terminal rod \(org\.fmukit\.mechanical-power\): force = F_s, velocity = s_dot/);
    expect(out).toMatch(/binaries\/wasm32-wasip2\/hydraulic_actuator\.wasm +[\d.]+ kB +[0-9a-f]{64}/);
    expect(out).toMatch(/\nRolled back by a copy of its memory\.\n/);
    expect(out).not.toMatch(/Measured/);
  });

  it('fmu inspect measures the cost of a rollback on request', async () => {
    const { out } = await fmuHere(['inspect', 'dist/hydraulic-actuator.fmu', '--rollback']);
    expect(out).toMatch(/\nMeasured \(memory\): take [\d.e-]+ µs, restore [\d.e-]+ µs, \d+ bytes\./);
  });
});

describe('fmu run', () => {
  it('fmu run prints unformatted lines without a terminal, and a summary with step, order, residual, balance and wall time', async () => {
    const csv = join(folder, 'crane.csv');
    const { code, out } = await fmuHere(['run', 'systems/crane-single-force.json', '-o', csv]);
    expect(code).toBe(0);
    for (const line of [
      'step H +0.001 s, 12000 steps',
      'extrapolation +linear \\(order 1\\) of 2, quadratic',
      'bond lift +.* J',
      'energy balance +drift',
      'wall time',
    ])
      expect(out).toMatch(new RegExp(line));
    expect(readFileSync(csv, 'utf8').trim().split('\r\n').length).toBe(12_002);
  });

  it('fmu run gives the same bytes every time', async () => {
    const files = ['one.csv', 'two.csv'].map((name) => join(folder, name));
    for (const file of files)
      expect((await fmuHere(['run', 'systems/crane-double-pressure.json', '-o', file])).code).toBe(0);
    expect(readFileSync(files[0]).equals(readFileSync(files[1]))).toBe(true);
  });

  it('Ctrl-C saves the computed rows as a partial result, and exits with 130', async () => {
    const system = JSON.parse(
      readFileSync(join(root, 'systems/crane-single-force.json'), 'utf8'),
    ) as SystemFile;
    for (const unit of Object.values(system.units)) unit.fmu = unit.fmu.replace('..', root);
    system.stopTime = 100_000;
    writeFileSync(join(folder, 'long.json'), JSON.stringify(system));
    const child = spawn(process.execPath, [`${root}bin/fmu.cjs`, 'run', 'long.json', '-o', 'long.csv'], {
      cwd: folder,
    });
    let out = '';
    child.stdout.on('data', (text: Buffer) => {
      out += text.toString();
    });
    await expect.poll(() => writtenIn(folder)).toBeGreaterThan(10_000);
    child.kill('SIGINT');
    const code = await new Promise((resolve) => child.on('exit', resolve));
    expect(code).toBe(130);
    expect(out).toMatch(/interrupted at t = [\d.]+ s of 100000 s/);
    expect(existsSync(join(folder, 'long.csv'))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual(['long.partial.csv']);
    const rows = readFileSync(join(folder, 'long.partial.csv'), 'utf8').trimEnd().split('\r\n');
    expect(rows.length).toBeGreaterThan(10);
    expect(new Set(rows.map((row) => row.split(',').length)).size).toBe(1);
  });
});

/** Returns the number of bytes in temporary result files of a folder. */
function writtenIn(folder: string): number {
  const partFolders = readdirSync(folder).filter((name) => name.endsWith('.part'));
  const rows = partFolders.flatMap((name) =>
    readdirSync(join(folder, name, 'rows')).map((file) => join(folder, name, 'rows', file)),
  );
  return rows.reduce((sum, file) => sum + statSync(file).size, 0);
}
