import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Variable } from '../../fmu-sdk/description/description.ts';
import { slopeOf } from '../../master/coupling/transfer/output-slopes.ts';
import { ValueTransfer } from '../../master/coupling/transfer/value-transfer.ts';
import { hermite } from '../../master/extrapolation/hermite.ts';
import { quadratic } from '../../master/extrapolation/lagrange.ts';
import { simulate } from '../../master/run/simulate.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { makeMass } from '../fixtures/c/mass.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { errorOf, runOf } from '../problems/coupled/coupled.ts';
import type { LinearUnit } from '../problems/coupled/linear-unit.ts';
import { oscillator } from '../problems/coupled/problems.ts';

/** Returns the oscillator whose second unit also outputs its acceleration. */
function withSlopes(): ReturnType<typeof oscillator> {
  const problem = oscillator();
  const [one, two] = problem.units;
  return {
    ...problem,
    units: [
      one,
      {
        ...two,
        outputs: [...two.outputs, 'a'],
        C: [...two.C, [-1, -0.1]],
        D: [...two.D, [1]],
      },
    ],
  };
}

type Rated = { derivative?: number } & Variable;

/** Declares an output as the derivative of another. */
function declare(unit: LinearUnit, rate: string, of: string): void {
  const { variables } = unit.description;
  const variableOf = (name: string): Rated => variables.find((v) => v.name === name) as Rated;
  variableOf(rate).derivative = variableOf(of).valueReference;
}

describe('slopes that units do not give', () => {
  it('missing slopes add a note if they are needed', () => {
    const notes = (extrapolation: string): readonly string[] =>
      runOf(withSlopes(), { scheme: 'jacobi', order: 2, step: 0.05, extrapolation }).session.notes;
    expect(notes('hermite')).toEqual([
      'Units do not give the slope of two.x, two.v, one.F. These outputs are extrapolated by a parabola through three values.',
    ]);
    expect(notes('quadratic')).toEqual([]);
  });

  it('missing slopes turn Hermite into the parabola through three values, bit for bit', () => {
    const [one, other] = ['hermite', 'quadratic'].map((extrapolation) =>
      errorOf(oscillator(), { scheme: 'jacobi', order: 2, step: 0.02, extrapolation }),
    );
    expect(one).toBe(other);
  });
});

/** Returns a unit with y = sin t and its slope, and the transfer of y to an input. */
function sine(
  slope: boolean,
  conversion?: { factor: number; offset: number },
): {
  exchange: (H: number) => ValueTransfer;
  at(t: number): void;
  error(t: number, H: number): number;
} {
  const { units } = runOf(withSlopes(), { scheme: 'jacobi', step: 0.1 });
  const [one, two] = units;
  if (slope) declare(two, 'a', 'v');
  const variable = (unit: LinearUnit, name: string): Variable =>
    unit.description.variables.find((v) => v.name === name) as Variable;
  const place = (unit: LinearUnit, name: string): { view: Float64Array; offset: number } =>
    unit.view(variable(unit, name)) as { view: Float64Array; offset: number };
  const [v, a, u] = [place(two, 'v'), place(two, 'a'), place(one, 'v2')];
  const { view, offset } = one.polynomial(variable(one, 'v2'));
  const connection = {
    from: { unit: 1, variable: variable(two, 'v') },
    to: { unit: 0, variable: variable(one, 'v2') },
    order: 2 as const,
    ...(conversion === undefined ? {} : { conversion }),
  };
  return {
    exchange: (H) => new ValueTransfer([connection], units, H, () => hermite),
    at: (t) => {
      v.view[v.offset] = Math.sin(t);
      a.view[a.offset] = Math.cos(t);
    },
    error: (t, H) => {
      const value = u.view[u.offset] + H * (view[offset + 1] + 0.5 * H * view[offset + 2]);
      const { factor, offset: more } = conversion ?? { factor: 1, offset: 0 };
      return Math.abs(value - (factor * Math.sin(t + H) + more));
    },
  };
}

describe('a connection by Hermite', () => {
  it('a Hermite connection leaves a third of the error of the parabola through three values', () => {
    const [H, t] = [0.01, 0.7];
    const [withSlope, not] = [true, false].map((slope) => {
      const { exchange, at, error } = sine(slope);
      const over = exchange(H);
      for (let n = 0; n < 4; n++) {
        at(t + n * H);
        over.transfer(n);
      }
      return error(t + 3 * H, H);
    });
    expect(not / withSlope).toBeGreaterThan(2.8);
    expect(not / withSlope).toBeLessThan(3.2);
  });

  it('a Hermite connection converts the slope with the value', () => {
    const H = 0.01;
    const { exchange, at, error } = sine(true, { factor: 1000, offset: 5 });
    const over = exchange(H);
    for (let n = 0; n < 3; n++) {
      at(0.7 + n * H);
      over.transfer(n);
    }
    // A third of H³ times the third derivative.
    expect(error(0.7 + 2 * H, H)).toBeLessThan((1000 * H ** 3) / 3);
  });

  it('a Hermite connection follows the slope in the first step', () => {
    const errors = [0.02, 0.01].map((H) => {
      const { exchange, at, error } = sine(true);
      at(0.7);
      exchange(H).transfer(0);
      return error(0.7, H);
    });
    expect(Math.log2(errors[0] / errors[1])).toBeCloseTo(2, 1);
  });

  it('a Hermite connection extrapolates parabolas exactly from the second value on, one earlier than quadratic', () => {
    const y = (t: number): number => 3 - 2 * t + 5 * t * t;
    const [H, t] = [0.25, 1.5];
    const into = new Float64Array(2);
    hermite.slopes(Float64Array.of(y(t), y(t - H), -2 + 10 * t), 0, H, into, 0);
    expect([...into].map((value) => Number(value.toFixed(9)))).toEqual([13, 10]);
    const three = new Float64Array(2);
    quadratic.slopes(Float64Array.of(y(t), y(t - H), y(t - 2 * H)), 0, H, three, 0);
    expect([...three].map((value) => Number(value.toFixed(9)))).toEqual([13, 10]);
  });
});

describe('slopes by directional derivatives', () => {
  it('slopes by directional derivatives include states and moving inputs', () => {
    // y = x + 2 u, ẋ = −x: ẏ = ẋ + 2 u̇.
    const variables = [
      { name: 'u', causality: 'input', valueReference: 0 },
      { name: 'y', causality: 'output', valueReference: 1 },
      { name: 'x', causality: 'local', valueReference: 2 },
      { name: 'der(x)', causality: 'local', valueReference: 3, derivative: 2 },
    ].map((item) => ({
      type: 'Float64',
      variability: 'continuous',
      dimensions: [],
      ...item,
    })) as unknown as Variable[];
    const values = Float64Array.of(0.5, 0, 4, -4, 0, 3, 7);
    const gains: Record<string, number> = { x: 1, u: 2 };
    const instance = (able: boolean, states: boolean): Parameters<typeof slopeOf>[0] =>
      ({
        description: {
          variables,
          coSimulation: { providesDirectionalDerivatives: able },
          continuousStateDerivatives: states ? [{ variable: 3 }] : [],
        },
        view: ({ valueReference }: Variable) => ({ view: values, offset: valueReference, length: 1 }),
        polynomial: () => ({ view: values, offset: 4 }),
        partial: (_: Variable, __: number, known: Variable) => gains[known.name],
      }) as unknown as Parameters<typeof slopeOf>[0];
    const into = new Float64Array(2);
    slopeOf(instance(true, true), variables[1], 0)?.(into, 1, 0.1);
    expect(into[1]).toBeCloseTo(-4 + 2 * (3 + 0.1 * 7), 12);
    expect(slopeOf(instance(false, true), variables[1], 0)).toBeUndefined();
    expect(slopeOf(instance(true, false), variables[1], 0)).toBeUndefined();
  });
});

describe.skipIf(noCompiler !== undefined)('output derivatives of a co-simulation unit', () => {
  const folder = temporaryFolder('slopes');

  /**
   * Runs one mass, x = cos t, that moves another: ÿ = x − y, y = ½ t sin t. Returns the largest
   * error of y up to 2 s, and notes.
   */
  async function run(
    fmi: 2 | 3,
    { extrapolation = 'hermite', step = 0.05, macros = [] as string[], threads = 1 },
  ): Promise<{ error: number; notes: readonly string[] }> {
    writeFileSync(join(folder, 'first.fmu'), await makeMass(fmi, macros));
    writeFileSync(join(folder, 'second.fmu'), await makeMass(2));
    const system = await resolveSystem(
      {
        name: 'masses',
        units: { first: { fmu: 'first.fmu', start: { x: 1 } }, second: { fmu: 'second.fmu' } },
        connections: [{ from: 'first.x', to: 'second.u', extrapolation }],
        algorithm: { scheme: 'jacobi', step, ...(threads > 1 ? { threads } : {}) },
        stopTime: 2,
        record: { variables: ['second.x'] },
      },
      join(folder, 'masses.json'),
    );
    const { columns, notes = [] } = await simulate(system, { collect: true });
    const [times, values] = columns.map(({ data }) => data as Float64Array);
    const errors = values.map((y, k) => Math.abs(y - 0.5 * times[k] * Math.sin(times[k])));
    return { error: Math.max(...errors), notes };
  }

  it.each([2, 3] as const)('output derivatives define Hermite’s parabolas in FMI %i', async (fmi) => {
    const [coarse, fine] = [await run(fmi, { step: 0.1 }), await run(fmi, {})];
    expect(coarse.notes).toEqual([]);
    expect(Math.log2(coarse.error / fine.error)).toBeGreaterThan(2.8);
    expect(fine.error).toBeLessThan(0.35 * (await run(fmi, { extrapolation: 'quadratic' })).error);
  });

  it('output derivatives arrive unchanged from another thread', async () => {
    expect((await run(2, { threads: 2 })).error).toBe((await run(2, {})).error);
  });

  it('output derivatives that a unit fails to give end the run with advice', async () => {
    await expect(run(2, { macros: ['MUTE'] })).rejects.toThrow(
      'differentiate first.x: fmi2GetRealOutputDerivatives returned discard at t = 0 s, although the FMU declares output derivatives (maxOutputDerivativeOrder). Choose an extrapolation without slopes, such as "quadratic".',
    );
  });
});
