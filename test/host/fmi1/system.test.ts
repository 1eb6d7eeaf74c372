import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeUnit1 } from '../../fixtures/c/fmi1.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { noWine } from '../../fixtures/c/wine.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu } from '../../run-fmu.ts';

const folder = temporaryFolder('fmi1-system');
const inFolder = (name: string): string => join(folder, name);

/** Returns the last row of a CSV file by column. */
function lastRow(file: string): Record<string, number> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const values = lines.at(-1)!.split(',').map(Number);
  return Object.fromEntries(lines[0].split(',').map((name, i) => [name, values[i]]));
}

/** Runs a chain in which the second unit follows the opposite of the first one's output. */
function runChain(first: string, scheme: string): Record<string, number> {
  const system = {
    name: 'chain',
    units: { a: { fmu: first }, b: { fmu: 'me.fmu', parameters: { k: 2 } } },
    connections: [{ from: 'a.minus two x', to: 'b.u' }],
    algorithm: { scheme, step: 0.001 },
    stopTime: 1,
  };
  writeFileSync(inFolder('chain.json'), JSON.stringify(system));
  const { code, err } = fmu(['run', inFolder('chain.json'), '-o', inFolder('chain.csv')]);
  expect([code, err.includes('error')]).toEqual([0, false]);
  return lastRow(inFolder('chain.csv'));
}

describe.skipIf(noCompiler !== undefined)('FMUs of FMI 1.0 in commands', () => {
  beforeAll(async () => {
    for (const kind of ['cs', 'me'] as const) writeFileSync(inFolder(`${kind}.fmu`), await makeUnit1(kind));
    writeFileSync(inFolder('held.fmu'), await makeUnit1('cs', { defines: ['WITHOUT_DERIVATIVES'] }));
    if (noWine === undefined)
      writeFileSync(inFolder('windows.fmu'), await makeUnit1('me', { windows: true }));
  });

  it.each([
    ['cs.fmu', 'jacobi', 3],
    ['cs.fmu', 'iterative-gauss-seidel', 3],
    ['me.fmu', 'continuous', 6],
  ])('%s is coupled with another FMU of FMI 1.0 by the scheme %s', (first, scheme, digits) => {
    const row = runChain(first, scheme);
    expect(row['a.x']).toBeCloseTo(Math.exp(-1), 6);
    // x' = −2 e⁻ᵗ − 2 x with x(0) = 1.
    expect(row['b.x']).toBeCloseTo(3 * Math.exp(-2) - 2 * Math.exp(-1), digits);
  });

  it.each([
    ['takes them after their inputs', 'cs.fmu', 0.0005, 4, ''],
    [
      'always refuses them, and is told so',
      'held.fmu',
      0.05,
      2,
      'fmiSetRealInputDerivatives returned error, although the FMU declares canInterpolateInputs, so inputs are held constant over each step',
    ],
  ])('a co-simulation with derivatives of inputs runs if the FMU %s', (_, file, lag, digits, words) => {
    writeFileSync(inFolder('ramp.csv'), 'time,u\n0,0\n1,1\n');
    const given = ['--input', inFolder('ramp.csv'), '--step', '0.1', '--stop-time', '1'];
    const { code, err } = fmu(['run', inFolder(file), ...given, '-o', inFolder('ramped.csv')]);
    expect([code, err.includes('returned error')]).toEqual([0, words !== '']);
    expect(err).toContain(words);
    // x' = t − lag − x with x(0) = 1. The FMU holds its input for 0.001 s, or for the whole step.
    const x = 2 * Math.exp(-1) - lag * (1 - Math.exp(-1));
    expect(lastRow(inFolder('ramped.csv')).x).toBeCloseTo(x, digits);
  });

  it('an input of a co-simulation reaches outputs with the next step', async () => {
    const file = inFolder('through.fmu');
    writeFileSync(file, await makeUnit1('cs', { defines: ['FEEDTHROUGH'] }));
    writeFileSync(inFolder('jump.csv'), 'time,u\n0,3\n0.2,3\n0.2,5\n1,5\n');
    const given = ['--input', inFolder('jump.csv'), '--step', '0.1', '--stop-time', '0.4'];
    expect(fmu(['run', file, ...given, '-o', inFolder('through.csv'), '--record', 'x']).code).toBe(0);
    // FMPy gives equal rows: outputs are read after a step, before the inputs of the next one.
    const rows = readFileSync(inFolder('through.csv'), 'utf8').trim().split(/\r?\n/);
    expect(rows).toEqual(['time,x', '0,3', '0.1,3', '0.2,3', '0.3,5', '0.4,5']);
  });

  it('a recorded run of an FMU of FMI 1.0 is replayed with equal results', () => {
    const calls = inFolder('run.calls');
    const run = fmu(['run', inFolder('me.fmu'), '--record-calls', calls, '-o', inFolder('run.csv')]);
    expect(run.code).toBe(0);
    expect(fmu(['replay', calls, '-o', inFolder('again.csv')]).code).toBe(0);
    expect(readFileSync(inFolder('again.csv'), 'utf8')).toBe(readFileSync(inFolder('run.csv'), 'utf8'));
  });

  it('the description of an FMU of FMI 1.0 is shown with its states and negated aliases', () => {
    const { out } = fmu(['inspect', inFolder('me.fmu')]);
    expect(out).toMatch(/FMI version +1\.0/);
    expect(out).toMatch(/states +1 continuous, 1 event indicator\b/);
    expect(out).toMatch(/minus two x +Float64 +output +continuous/);
  });

  it('an FMU of FMI 1.0 is not compiled again, because it does not list its sources', () => {
    const { code, err } = fmu(['port', inFolder('me.fmu'), '--platform', 'x86_64-linux']);
    expect(code).not.toBe(0);
    expect(err).toContain(
      'expected an FMU of FMI 2.0 or 3.0, got FMI 1.0, which does not list its source files',
    );
  });

  it.skipIf(noWine !== undefined)('a Windows library of FMI 1.0 runs under Wine with equal results', () => {
    for (const name of ['me', 'windows'])
      expect(fmu(['run', inFolder(`${name}.fmu`), '-o', inFolder(`${name}.csv`)]).code).toBe(0);
    expect(readFileSync(inFolder('windows.csv'), 'utf8')).toBe(readFileSync(inFolder('me.csv'), 'utf8'));
  });
});
