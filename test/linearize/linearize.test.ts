import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDriver } from '../../fmu-sdk/host/fmi-driver/create-driver.ts';
import type { LinearModel } from '../../fmu-sdk/host/fmi-driver/jacobian/linearize-fmu.ts';
import type { ModelExchange } from '../../fmu-sdk/host/fmi-driver/model-exchange.ts';
import { linearize } from '../../master/linearize/linearize-system.ts';
import { heatExact, makeHeat } from '../fixtures/c/heat.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { readMat } from '../fixtures/mat.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { FakeCalls } from '../host/fmi-driver/fake-calls.ts';
import { fakeDescription } from '../host/fmi-driver/fake-description.ts';
import { DataModel } from '../host/fmi-driver/models.ts';

const [omega, zeta, gain] = [7.3, 0.05, 0.4];

/**
 * ẍ + 2 ζ ω ẋ + ω² sin(x)·s + ω² x (1 − s) = u, y = x + g u. With s = 0 it is the linear
 * oscillator, with s = 1 a pendulum.
 */
class Oscillator extends DataModel {
  s = 0;
  partial: ((unknown: number, known: number) => number) | undefined;

  derivatives(dx: Float64Array): undefined {
    const [x, v, u] = ['x', 'v', 'u'].map((key) => this.n(key));
    dx[0] = v;
    dx[1] = u - 2 * zeta * omega * v - omega ** 2 * (this.s === 0 ? x : Math.sin(x));
  }

  override get(reference: number): (number | bigint)[] {
    if (reference === 6) return [this.n('x') + gain * this.n('u')];
    return super.get(reference);
  }

  slope(): number {
    return -(omega ** 2) * (this.s === 0 ? 1 : Math.cos(this.n('x')));
  }
}

/** Directional derivatives of an FMU that forgets, or doubles, some of them. */
type Fault = ReadonlyMap<string, number>;

function linearized(
  s: number,
  directional: boolean,
  x: number,
  fmi: 2 | 3 = 3,
  faults: Fault = new Map(),
  Model: typeof Oscillator = Oscillator,
): LinearModel {
  const model = new Model({ x, v: 0.3, u: 0.7 }, { 1: 'x', 2: 'v', 5: 'u' }, ['x', 'v']);
  model.s = s;
  if (directional)
    model.partial = (unknown, known) => {
      const v = -2 * zeta * omega;
      const slopes = new Map([
        ['3 2', 1],
        ['4 1', model.slope()],
        ['4 2', v],
        ['4 5', 1],
        ['6 1', 1],
        ['6 5', gain],
      ]);
      const key = `${unknown} ${known}`;
      return faults.get(key) ?? slopes.get(key) ?? 0;
    };
  const description = fakeDescription(
    fmi,
    [
      { name: 'x', valueReference: 1, start: [String(x)], initial: 'exact' },
      { name: 'v', valueReference: 2, start: ['0.3'], initial: 'exact' },
      { name: 'der(x)', valueReference: 3, derivative: 1 },
      { name: 'der(v)', valueReference: 4, derivative: 2 },
      { name: 'u', valueReference: 5, causality: 'input', start: ['0.7'] },
      { name: 'y', valueReference: 6, causality: 'output' },
    ],
    ['der(x)', 'der(v)'],
    { modelExchange: { providesDirectionalDerivatives: directional } },
  );
  const instance = createDriver(new FakeCalls(fmi, 'modelExchange', model), description, 'unit', {});
  for (const variable of description.variables) instance.view(variable);
  instance.initialize(0);
  instance.exitInitialization();
  return (instance as ModelExchange).linearize();
}

const largestDifference = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number =>
  Math.max(...a.flatMap((row, i) => row.map((x, j) => Math.abs(x - b[i][j]))));

describe.each([2, 3] as const)('linearization, FMI %i.0', (fmi) => {
  it.each([true, false])(
    'linearization matches the closed form of the oscillator to 1e-10 (directional derivatives: %s)',
    (directional) => {
      const { A, B, C, D, by, states, inputs, outputs, x, u, y, derivatives } = linearized(
        0,
        directional,
        0.2,
        fmi,
      );
      expect(by).toBe(directional ? 'directional derivatives' : 'differences');
      expect([states, inputs, outputs]).toEqual([['x', 'v'], ['u'], ['y']]);
      expect([x, u]).toEqual([[0.2, 0.3], [0.7]]);
      expect(y).toEqual([0.2 + gain * 0.7]);
      expect(derivatives[0]).toBe(0.3);
      const exact = [
        [0, 1],
        [-(omega ** 2), -2 * zeta * omega],
      ];
      expect(largestDifference(A, exact)).toBeLessThan(1e-10);
      expect(largestDifference(B, [[0], [1]])).toBeLessThan(1e-10);
      expect(largestDifference(C, [[1, 0]])).toBeLessThan(1e-10);
      expect(largestDifference(D, [[gain]])).toBeLessThan(1e-10);
    },
  );

  it('linearization gives equal matrices of a pendulum by directional derivatives and by differences to 1e-6', () => {
    for (const x of [0, 0.5, 2, -3]) {
      const directional = linearized(1, true, x, fmi);
      const measured = linearized(1, false, x, fmi);
      expect(directional.deviation).toBeLessThan(1e-6);
      expect(largestDifference(directional.A, measured.A)).toBeLessThan(1e-6);
      expect(Math.abs(measured.A[1][0] + omega ** 2 * Math.cos(x))).toBeLessThan(1e-8);
    }
  });
});

describe('wrong directional derivatives', () => {
  it('differences replace wrong directional derivatives in their rows, which are named', () => {
    const forgotten = new Map([
      ['6 1', 0],
      ['6 5', 0],
    ]);
    const { A, C, D, corrected, deviation, by } = linearized(0, true, 0.2, 3, forgotten);
    expect(largestDifference(C, [[1, 0]])).toBeLessThan(1e-10);
    expect(largestDifference(D, [[gain]])).toBeLessThan(1e-10);
    expect(A[1][0]).toBe(-(omega ** 2));
    expect([corrected, by]).toEqual([['y'], 'directional derivatives']);
    expect(deviation).toBeCloseTo(1, 9);
    expect(linearized(0, true, 0.2, 2, new Map([['4 1', 12]])).corrected).toEqual(['der(v)']);
    expect(linearized(0, true, 0.2).corrected).toEqual([]);
    expect(linearized(0, false, 0.2).corrected).toEqual([]);
  });

  it('directional derivatives stay where the differences of both orders disagree, as beside a kink', () => {
    class Kinked extends Oscillator {
      override get(reference: number): (number | bigint)[] {
        return reference === 6 ? [Math.abs(this.n('x') - 0.2001)] : super.get(reference);
      }
    }
    const kept = linearized(
      0,
      true,
      0.2,
      3,
      new Map([
        ['6 1', -1],
        ['6 5', 0],
      ]),
      Kinked,
    );
    expect([kept.corrected, kept.C]).toEqual([[], [[-1, 0]]]);
  });
});

describe.skipIf(noCompiler !== undefined)('fmu linearize', () => {
  const n = 12;
  const folder = temporaryFolder('linear');
  beforeAll(async () => {
    writeFileSync(join(folder, 'heat.fmu'), await makeHeat(n));
  });

  it('fmu linearize gives the matrix of a rod, at any time of its run', async () => {
    for (const time of [undefined, 0.01]) {
      const { A, C, x, time: at } = await linearize(join(folder, 'heat.fmu'), { time, tolerance: 1e-8 });
      expect(at).toBe(time ?? 0);
      const exact = A.map((row, i) =>
        row.map((_, j) => (n + 1) ** 2 * (i === j ? -2 : Math.abs(i - j) === 1 ? 1 : 0)),
      );
      expect(largestDifference(A, exact)).toBeLessThan(1e-7);
      expect(C).toEqual([Array.from({ length: n }, (_, i) => expect.closeTo(i === 6 ? 1 : 0, 10))]);
      expect(Math.abs(x[6] - heatExact(n, 6, at))).toBeLessThan(1e-6);
    }
  });

  it('fmu linearize writes and prints the model as JSON and as MAT', async () => {
    const { code, out } = await fmuHere(
      ['linearize', 'heat.fmu', '--time', '0.01', '-o', 'heat.mat'],
      folder,
    );
    expect(code).toBe(0);
    expect(out).toMatch(/at t = 0.01 s: 12 states, 0 inputs, 1 output, by differences/);
    const mat = readMat(readFileSync(join(folder, 'heat.mat')));
    expect((await fmuHere(['linearize', 'heat.fmu', '--time', '0.01', '-o', 'heat.json'], folder)).code).toBe(
      0,
    );
    const model = JSON.parse(readFileSync(join(folder, 'heat.json'), 'utf8')) as LinearModel;
    expect(mat.get('A')?.rows).toEqual(model.A);
    expect(mat.get('C')?.rows).toEqual(model.C);
    expect(mat.get('x0')?.rows.flat()).toEqual(model.x);
    expect(mat.get('states')?.texts.slice(0, 2)).toEqual(['x[0]', 'x[1]']);
    expect([mat.get('B')?.size, mat.get('D')?.size]).toEqual([
      [12, 0],
      [1, 0],
    ]);
  });

  it('fmu linearize refuses an FMU without model exchange, and times before the start', async () => {
    expect(await fmuHere(['linearize', 'dist/hydraulic-actuator.fmu'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/expected a model exchange interface, got co-simulation/),
    });
    expect((await fmuHere(['linearize', 'heat.fmu', '--time', '-1'], folder)).err).toMatch(
      /-1 s is before the start at 0 s/,
    );
    expect((await fmuHere(['linearize', 'heat.fmu', '--time', '1e308'], folder)).err).toMatch(
      /expected a time that steps of .* s reach, got 1e\+308 s\. Give an earlier time\./,
    );
    for (const time of [Number.NaN, Infinity])
      await expect(linearize(join(folder, 'heat.fmu'), { time })).rejects.toThrow(
        `linearize ${join(folder, 'heat.fmu')}: time must be a finite number of seconds, got ${time}.`,
      );
    expect((await fmuHere(['linearize', 'heat.fmu', '-o', 'x.txt'], folder)).err).toMatch(
      /expected an output file .json or .mat/,
    );
  });
});
