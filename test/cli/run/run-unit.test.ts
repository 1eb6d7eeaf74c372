import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuHere } from '../../fmu-here.ts';
import { root } from '../../run-fmu.ts';

const folder = temporaryFolder('single');
const actuator = join(root, 'dist/hydraulic-actuator.fmu');

/** Runs the actuator and returns the rows of its CSV. */
async function rows(...args: string[]): Promise<string[][]> {
  const finished = await fmuHere(['run', actuator, '-o', 'out.csv', ...args], folder);
  expect(finished.err.replace(/^.*real time\n/gm, '')).toBe('');
  expect(finished.code).toBe(0);
  return readFileSync(join(folder, 'out.csv'), 'utf8')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));
}

async function refusal(...args: string[]): Promise<string> {
  const { code, err } = await fmuHere(['run', actuator, '-o', 'none.csv', ...args], folder);
  expect(code).toBe(1);
  return err;
}

describe('fmu run x.fmu', () => {
  it('fmu run takes stop time and step from the default experiment, and names columns without the unit', async () => {
    const all = await rows();
    expect(all[0].slice(0, 3)).toEqual(['time', 'F_s', 'p1']);
    expect(all.length).toBe(12_002);
    expect(all.at(-1)?.[0]).toBe('12');
  });

  it('options override the default experiment, and values are converted from their unit of measure', async () => {
    const inMillimetres = await rows(
      '--stop-time',
      '0.5',
      '--step',
      '0.01',
      '--set',
      's_dot=10[mm/s]',
      '--record',
      'p1',
    );
    const inMetres = await rows(
      '--stop-time',
      '0.5',
      '--step',
      '0.01',
      '--set',
      's_dot=0.01',
      '--record',
      'p1',
    );
    expect(inMillimetres).toEqual(inMetres);
    expect(inMetres.length).toBe(52);
    expect(inMetres[0].slice(0, 2)).toEqual(['time', 'p1']);
    expect(await rows('--stop-time', '0.5', '--step', '0.01', '--record', 'p1')).not.toEqual(inMetres);
  });

  it('an input file drives inputs, inside the steps too', async () => {
    writeFileSync(join(folder, 'in.csv'), 'time,U_ref [mV]\n0,0\n1,5000\n1,0\n2,1000\n');
    const driven = await rows(
      '--input',
      'in.csv',
      '--record',
      'U',
      'U_ref',
      '--stop-time',
      '2',
      '--step',
      '0.25',
    );
    const at = (t: number): number[] => (driven.find((row) => Number(row[0]) === t) ?? []).map(Number);
    // First-order lag after a ramp of 5 V/s, long after its start: U = 5 (t − τ), τ = 1 / (2π 35
    // Hz).
    expect(at(0.75)[1]).toBeCloseTo(5 * (0.75 - 1 / (2 * Math.PI * 35)), 6);
    expect(at(0.75)[2]).toBe(3.75);
    expect(at(1)[2]).toBe(0);
    expect(at(2)[2]).toBe(1);
  });

  it('fmu run reports invalid arguments of an FMU in one message', async () => {
    expect(await refusal('--set', 'Q=3')).toMatch(/hydraulic-actuator\.Q: unknown variable\. Did you mean/);
    expect(await refusal('--set', 's=3[kg]')).toMatch(
      /set s: "3 \[kg\]" was given; a value in kg cannot be converted to m\. Use m\./,
    );
    expect(await refusal('--interface', 'me')).toMatch(
      /expected a model exchange interface, got co-simulation\./,
    );
    expect(await refusal('--solver', 'eulre')).toMatch(
      /the solver "eulre" is for model exchange, but the FMU runs in co-simulation, which has a built-in solver\. Remove the solver\./,
    );
    expect(await refusal('--record', 'nix')).toMatch(/unknown variable "nix"/);
    expect(await refusal('--step', '0.07')).toMatch(
      /not a whole number of steps H = 0\.07 s\. Stop at [\d.]+ s, or choose another step\./,
    );
    writeFileSync(join(folder, 'bad.csv'), 'time,s_dot\n0,0\n1,fast\n');
    expect(await refusal('--input', 'bad.csv')).toMatch(
      /bad\.csv: line 3, s_dot: "fast" was given, expected a Float64: a number/,
    );
    writeFileSync(join(folder, 'bad.csv'), 'time,s_dot\n1,0\n0,0\n');
    expect(await refusal('--input', 'bad.csv')).toMatch(
      /line 3: the time 0 s comes after 1 s\. Sort the rows/,
    );
    for (const [rows, from, to] of [
      ['0,-1.7e308\n1,1.7e308', '-1.7e+308 at 0', '1.7e+308 at 1'],
      ['0,1e305\n1e-5,0', '1e+305 at 0', '0 at 0.00001'],
    ]) {
      writeFileSync(join(folder, 'bad.csv'), `time,s_dot\n${rows}\n`);
      expect(await refusal('--input', 'bad.csv')).toContain(
        `line 3, s_dot: cannot interpolate from ${from} s to ${to} s: the slope exceeds the range of a double.`,
      );
    }
    writeFileSync(join(folder, 'bad.csv'), 't,s_dot\n1,0\n');
    expect(await refusal('--input', 'bad.csv')).toMatch(/expected a column "time" \[s\], got "t", "s_dot"/);
    writeFileSync(join(folder, 'bad.csv'), 'time,F_s\n1,0\n');
    expect(await refusal('--input', 'bad.csv')).toMatch(/the column "F_s" is not an input/);
  });
});
