import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { heatExact, makeHeat } from '../../fixtures/c/heat.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu } from '../../run-fmu.ts';

const n = 200;
const folder = temporaryFolder('heat');
const unit = join(folder, 'heat.fmu');

/** Returns the error of the rod's middle at t = 0.1 s, and the output at the start of the run. */
function run(...more: string[]): { error: number; err: string } {
  const csv = join(folder, 'heat.csv');
  const { code, err } = fmu(['run', unit, '--interface', 'me', '--stop-time', '0.1', '-o', csv, ...more]);
  expect(code).toBe(0);
  const [t, x] = readFileSync(csv, 'utf8').trim().split('\n').at(-1)!.split(',').map(Number);
  return { error: Math.abs(x - heatExact(n, n / 2, t)), err };
}

describe.skipIf(noCompiler !== undefined)('a native FMU with many stiff states', () => {
  beforeAll(async () => writeFileSync(unit, await makeHeat(n)));

  it('a stiff native FMU uses the integrator of the documented rule, which is printed at the start of the run', () => {
    const { error, err } = run();
    expect(err).toContain(
      `heat: ${n} continuous states, integrated by auto (dopri5, and bdf from where they prove stiff)`,
    );
    expect(error).toBeLessThan(1e-6);
  });

  it('a stiff native FMU has equal solutions with each implicit method, trusted or not', () => {
    const { error, err } = run('--solver', 'radau5', '--step', '0.05');
    expect(err).toContain(`heat: ${n} continuous states, integrated by radau5\n`);
    expect(error).toBeLessThan(1e-7);
    expect(run('--solver', 'bdf', '--step', '0.001', '--trust').error).toBeLessThan(1e-6);
  });

  it('an invalid nominal value of a state is reported, and error control uses its magnitude', async () => {
    const good = run();
    writeFileSync(unit, await makeHeat(n, true, -1));
    const { error, err } = run();
    expect(err).toContain(
      'heat: nominal values of states must be above 0, but the FMU returned x[0] -1 (taken: 1). Error control uses the taken values',
    );
    expect(error).toBe(good.error);
  });

  it('a stiff native FMU works without a declared structure', async () => {
    writeFileSync(unit, await makeHeat(n, false));
    expect(run('--solver', 'bdf').error).toBeLessThan(1e-6);
  });
});
