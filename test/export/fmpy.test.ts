import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { loadFmu, openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { compileCore } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { communicationStep } from '../communication-step.ts';
import { coreOf } from '../core-of.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmu } from '../run-fmu.ts';
import { packagedUnits, root } from '../setup.ts';
import { missing } from './harness.ts';

const most = 1000;
/** FMUKIT_PYTHON may name a Python with FMPy. */
const python = process.env.FMUKIT_PYTHON ?? 'python3';
const why =
  missing('x86_64-linux') ??
  (spawnSync(python, ['-c', 'import fmpy']).status === 0 ? undefined : `${python} has no fmpy`);
const folder = temporaryFolder('fmpy');

describe.skipIf(why !== undefined)('FMPy', () => {
  it.each(packagedUnits)(
    'finds no fault in %s as FMI 2.0 and 3.0, and computes the bits of the wasm host over 1000 steps',
    async (name) => {
      const { archives } = await buildUnit(join(root, 'units', name), folder, {
        fmi: [2, 3],
        native: ['x86_64-linux'],
      });
      const loaded = await loadFmu(archives[0].file);
      const { description } = loaded;
      const wasm = instantiateWasm(compileCore(coreOf(loaded), name), description, name);
      const outputs = description.variables
        .filter((v) => v.causality === 'output' && v.type === 'Float64')
        .map((v) => wasm.view(v));
      const rows: number[] = [];
      wasm.initialize(0);
      const H = communicationStep(wasm);
      let steps = 0;
      for (; ; steps++) {
        for (const { view, offset, length } of outputs)
          for (let k = 0; k < length; k++) rows.push(Number(view[offset + k]));
        if (steps === most) break;
        try {
          // Steps as FMPy computes them.
          wasm.step(steps * H, (steps + 1) * H - steps * H);
        } catch {
          break;
        }
      }
      expect(steps).toBeGreaterThan(20);
      for (const { file } of archives) {
        const to = join(folder, 'out.bin');
        const args = [join(root, 'test/export/python/simulate.py'), file, String(H), String(steps), to];
        const { stdout, stderr, status } = spawnSync(python, args, { encoding: 'utf8' });
        expect(stdout + (status === 0 ? '' : stderr)).toBe('');
        expect(readFileSync(to).equals(Buffer.from(Float64Array.from(rows).buffer))).toBe(true);
      }
    },
  );
});

describe.skipIf(why !== undefined)('FMPy and model exchange', () => {
  it('finds no fault, and agrees by explicit Euler with our co-simulation to within its step, in FMI 2.0 and 3.0', async () => {
    const { archives } = await buildUnit(join(root, 'docs/units/spring-mass'), folder, {
      fmi: [2, 3],
      native: ['x86_64-linux'],
    });
    const unit = await (await openFmu(archives[0].file)).instantiate();
    unit.set('x_stop', 10).initialize();
    unit.step(0, 0.5);
    const reached = Number(unit.get('x'));
    for (const { file } of archives) {
      const args = [join(root, 'test/export/python/exchange.py'), file, '0.5', '1e-3', '5e-4'];
      const { stdout, stderr, status } = spawnSync(python, args, { encoding: 'utf8' });
      expect(status === 0 ? '' : stderr).toBe('');
      expect(stdout).not.toMatch(/^problem/m);
      const [coarse, fine] = [...stdout.matchAll(/^x (.*)$/gm)].map(([, x]) => Math.abs(Number(x) - reached));
      expect(fine).toBeLessThan(1e-3);
      expect(coarse / fine).toBeGreaterThan(1.9);
      expect(coarse / fine).toBeLessThan(2.1);
    }
  });
});

describe.skipIf(why !== undefined)('fmu run with rows at events', () => {
  let unit: string;
  /** Returns time and values of every row of FMPy in our form. */
  const theirs = (interval: string, kind: string, names: readonly string[]): number[][] => {
    const args = [join(root, 'test/export/python/event-rows.py'), unit, '1', interval, kind, ...names];
    const { stdout, stderr, status } = spawnSync(python, args, { encoding: 'utf8' });
    expect(status === 0 ? '' : stderr).toBe('');
    return numbersIn(stdout);
  };
  const ours = (names: readonly string[], args: readonly string[]): number[][] => {
    const to = join(folder, 'rows.csv');
    const run = ['run', unit, '--step', '0.1', '--stop-time', '1', '--record', ...names, '-o', to, ...args];
    const { code, err } = fmu(run, folder);
    expect(code, err).toBe(0);
    return numbersIn(readFileSync(to, 'utf8').replace(/^.*\r\n/, '')).map((row) =>
      row.slice(0, names.length + 1),
    );
  };
  const numbersIn = (text: string): number[][] =>
    text
      .trimEnd()
      .split(/\r?\n/)
      .map((line) => line.split(',').map(Number));
  /** Returns joined rows before and after an event. */
  const pairs = (rows: readonly number[][]): number[][] =>
    rows.flatMap((row, k) => (row[0] === rows[k - 1]?.[0] ? [[...rows[k - 1], ...row.slice(1)]] : []));
  const built = async (name: string): Promise<string> =>
    (await buildUnit(join(root, 'docs/units', name), folder, { native: ['x86_64-linux'] })).file;

  it.each([
    ['bouncing-ball', ['x', 'v', 'bounces'], 1],
    ['spring-mass', ['x', 'v', 'touching'], 2],
  ])(
    'gives the rows of FMPy with event mode and early return in co-simulation of %s, bit for bit',
    async (name, names, events) => {
      unit = await built(name);
      const rows = ours(names, ['--events']);
      expect(pairs(rows).length).toBe(events);
      // FMPy adds up its times, and prints Booleans after numbers.
      const expected = theirs('0.1', 'CoSimulation', names).map(([t, ...values]) => [
        expect.closeTo(t, 12),
        ...values,
      ]);
      expect(rows).toEqual(expected);
    },
  );

  it('gives event times and values in model exchange to which FMPy converges by explicit Euler', async () => {
    unit = await built('spring-mass');
    const names = ['x', 'v', 'touching'];
    const actual = pairs(ours(names, ['--interface', 'me', '--tolerance', '1e-9']));
    const expected = pairs(theirs('1e-4', 'ModelExchange', names));
    expect(actual.length).toBe(2);
    expect(expected.map((row) => [row[3], row[6]])).toEqual(actual.map((row) => [row[3], row[6]]));
    for (const [n, row] of expected.entries()) expect(Math.abs(row[0] - actual[n][0])).toBeLessThan(1e-3);
  });
});

it.skipIf(why === undefined)(`FMPy was not tested: ${why}`, ({ skip }) => skip(why));
