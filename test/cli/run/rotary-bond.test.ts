import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuHere } from '../../fmu-here.ts';
import { root } from '../../run-fmu.ts';

const folder = temporaryFolder('rotary');

const shaft = JSON.parse(readFileSync(join(root, 'systems/shaft/shaft-with-drive.json'), 'utf8'));
for (const unit of Object.values<{ fmu: string }>(shaft.units))
  unit.fmu = join(root, 'systems/shaft', unit.fmu);

/** Runs a system with this term of its bond, of torque [N.m] and angular velocity [rad/s]. */
async function run(
  term: object = {},
): Promise<{ bonds: { unit: string; energy: number; magnitude: number }[] }> {
  const system = {
    ...shaft,
    connections: [
      { from: 'drive.torque', to: 'shaft.torque' },
      { from: 'shaft.Omega', to: 'drive.Omega' },
    ],
    bonds: [{ name: 'coupling', terms: [{ effort: 'drive.torque', flow: 'shaft.Omega', ...term }] }],
    record: undefined,
  };
  writeFileSync(join(folder, 'shaft.json'), JSON.stringify(system));
  const times = ['--start-time', '1', '--stop-time', '1.02', '-o', 'x.csv', '--json'];
  const { code, out, err } = await fmuHere(['run', 'shaft.json', ...times, ...recorded], folder);
  expect(`${code} ${code === 0 ? '' : err}`).toBe('0 ');
  return JSON.parse(out);
}
const recorded = ['drive.torque', 'shaft.torque', 'shaft.Omega', 'drive.Omega'].flatMap((name) => [
  '--record',
  name,
]);

it('the residual energy of a bond of torque [N.m] and angular velocity [rad/s] is in joules and matches its columns', async () => {
  const [{ unit: unitOfMeasure, energy, magnitude }] = (await run()).bonds;
  expect(unitOfMeasure).toBe('J');
  const [titles, ...rows] = readFileSync(join(folder, 'x.csv'), 'utf8')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const column = (name: string): number[] => rows.map((row) => Number(row[titles.indexOf(name)]));
  const [e, eHeld, f, fHeld] = ['drive.torque', 'shaft.torque', 'shaft.Omega', 'drive.Omega'].map(column);
  // δP = e f̃ − ẽ f [N.m rad/s = W], δE by the trapezoidal rule over H = 1 ms.
  const power = e.map((_, k) => e[k] * fHeld[k] - eHeld[k] * f[k]);
  const steps = power.slice(1).map((after, k) => 0.5e-3 * (power[k] + after));
  const sum = steps.reduce((all, step) => all + step, 0);
  expect(Math.abs(sum)).toBeGreaterThan(1e-9);
  expect(Math.abs(energy - sum)).toBeLessThan(1e-9 * magnitude);
  const absolute = steps.reduce((all, step) => all + Math.abs(step), 0);
  expect(Math.abs(magnitude - absolute)).toBeLessThan(1e-9 * magnitude);
});

it('a weight in 1/rad gives a power bond, and a weight in m is reported with its unit of measure', async () => {
  expect((await run({ weight: 2, weightUnit: '1/rad' })).bonds[0].unit).toBe('J');
  expect((await run({ weight: 2, weightUnit: 'm' })).bonds[0].unit).toMatch(/^N\.m · rad\/s · m · s$/);
});
