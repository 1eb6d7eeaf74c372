import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { root } from '../run-fmu.ts';
import { isFullTest } from '../width.ts';
import { missing } from './harness.ts';

/** Programs of others. FMUKIT_PYTHON may name a Python with FMPy, and FMUKIT_FMUSIM fmusim. */
const python = process.env.FMUKIT_PYTHON ?? 'python3';
const fmusim = process.env.FMUKIT_FMUSIM ?? 'fmusim';
const noLibrary = missing('x86_64-linux');
const noFmpy = spawnSync(python, ['-c', 'import fmpy']).status === 0 ? undefined : `${python} has no fmpy`;
const noFmusim = spawnSync(fmusim, ['--version']).status === 0 ? undefined : `there is no ${fmusim}`;

const folder = temporaryFolder('both');

/** Times are exact in steps of 1/8 s, so that both FMUs receive the same step. */
const [stop, interval, outputs] = [2, 0.125, ['x', 'v']];
/**
 * Away from the stop the motion is x₀ e^(−δ t)(cos ω t + (δ/ω) sin ω t). δ = 0.25/s, ω² = 40/s² −
 * δ² and x₀ = −0.1 m.
 */
const [delta, omega] = [0.25, Math.sqrt(40 - 0.25 ** 2)];
const exact =
  -0.1 * Math.exp(-delta * stop) * (Math.cos(omega * stop) + (delta / omega) * Math.sin(omega * stop));

/** Returns the last row of a CSV: x and v. */
function lastRow(file: string): number[] {
  const [titles, ...rows] = readFileSync(join(folder, file), 'utf8')
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(',').map((field) => field.replaceAll('"', '')));
  const at = outputs.map((name) => titles.indexOf(name));
  expect(Number(rows.at(-1)?.[0])).toBe(stop);
  return at.map((k) => Number(rows.at(-1)?.[k]));
}

/** Returns the last row of `fmu run`. */
async function ours(unit: string, kind: 'cs' | 'me'): Promise<number[]> {
  const times = ['--stop-time', `${stop}`, '--step', `${interval}`, '--set', 'x_stop=10'];
  const { code, err } = await fmuHere(
    ['run', unit, '--interface', kind, '--tolerance', '1e-9', ...times, '-o', 'ours.csv'],
    folder,
  );
  expect(`${code} ${code === 0 ? '' : err}`).toBe('0 ');
  return lastRow('ours.csv');
}

describe.skipIf(noLibrary !== undefined)('fmu build --interfaces cs,me', () => {
  const units = ['spring-mass.fmu', 'spring-mass-fmi2.fmu'];
  let reached: number[][];
  beforeAll(async () => {
    const native = ['--native', 'x86_64-linux', '--fmi', '2', '3', '--interfaces', 'cs,me', '-o', '.'];
    const { code, err } = await fmuHere(['build', join(root, 'docs/units/spring-mass'), ...native], folder);
    expect(`${code} ${code === 0 ? '' : err}`).toBe('0 ');
    reached = [];
    for (const unit of units) reached.push(await ours(unit, 'cs'));
  });

  it.each(units)('%s: both interfaces converge to the closed form, and fmu check passes', async (unit) => {
    for (const kind of ['cs', 'me'] as const)
      expect(Math.abs((await ours(unit, kind))[0] - exact)).toBeLessThan(1e-8);
    // Quick tests check all rules on the FMU of FMI 2.0, which takes less time.
    if (!isFullTest && unit === units[0]) return;
    const { code, out } = await fmuHere(['check', unit], folder);
    expect(`${code} ${out}`).toMatch(/^0 .*: conforms to FMI /);
  });

  it('gives equal values by FMI 2.0 and 3.0, in steps that are exact', () => {
    expect(reached[1]).toEqual(reached[0]);
  });

  it.skipIf(noFmpy !== undefined).each(units)(
    '%s: FMPy finds no fault, gives our co-simulation’s bits, and is within its step by explicit Euler',
    (unit) => {
      const errors = [1e-4, 5e-5].map((step) => {
        const args = [unit, `${stop}`, `${interval}`, `${step}`, outputs.join(), 'x_stop=10'];
        const script = join(root, 'test/export/python/co-and-exchange.py');
        const { stdout, stderr, status } = spawnSync(python, [script, ...args], {
          cwd: folder,
          encoding: 'utf8',
        });
        expect(status === 0 ? '' : stderr).toBe('');
        expect(stdout).not.toMatch(/^problem/m);
        const row = (kind: string): number[] =>
          new RegExp(`^${kind} (.*)$`, 'm').exec(stdout)![1].split(' ').map(Number);
        expect(row('CoSimulation')).toEqual(reached[0]);
        return Math.abs(row('ModelExchange')[0] - exact);
      });
      expect(errors[0]).toBeLessThan(1e-2);
      expect(errors[0] / errors[1]).toBeGreaterThan(1.8);
      expect(errors[0] / errors[1]).toBeLessThan(2.2);
    },
  );

  it.skipIf(noFmusim !== undefined).each(units)(
    '%s: fmusim gives our co-simulation’s bits, and is within its tolerance by CVODE',
    (unit) => {
      const run = (...options: string[]): number[] => {
        const times = ['--stop-time', `${stop}`, '--output-interval', `${interval}`];
        const columns = outputs.flatMap((name) => ['--output-variable', name]);
        const { status, stdout, stderr } = spawnSync(
          fmusim,
          [
            ...options,
            ...times,
            '--start-value',
            'x_stop',
            '10',
            ...columns,
            '--output-file',
            'theirs.csv',
            unit,
          ],
          { cwd: folder, encoding: 'utf8' },
        );
        expect(status === 0 ? '' : stdout + stderr).toBe('');
        return lastRow('theirs.csv');
      };
      expect(run('--interface-type', 'cs')).toEqual(reached[0]);
      const [x] = run('--interface-type', 'me', '--solver', 'cvode', '--tolerance', '1e-9');
      expect(Math.abs(x - exact)).toBeLessThan(1e-6);
    },
  );
});

it.skipIf(noLibrary === undefined)(`libraries were not tested: ${noLibrary}`, ({ skip }) => skip(noLibrary));
it.skipIf(noFmpy === undefined)(`FMPy was not tested: ${noFmpy}`, ({ skip }) => skip(noFmpy));
it.skipIf(noFmusim === undefined)(`fmusim was not tested: ${noFmusim}`, ({ skip }) => skip(noFmusim));
