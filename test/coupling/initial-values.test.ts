import { describe, expect, it } from 'vitest';
import type { Variable } from '../../fmu-sdk/description/description.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { InitialValues } from '../../master/coupling/transfer/initial-values.ts';
import { ValueTransfer } from '../../master/coupling/transfer/value-transfer.ts';
import type { CheckedSystem, Connection } from '../../master/system/system.ts';
import type { Coupled } from '../problems/coupled/coupled.ts';
import { exactly, runOf } from '../problems/coupled/coupled.ts';
import { feedThroughPair, oscillator, quarterCar } from '../problems/coupled/problems.ts';

/**
 * Returns n units in a ring with y = gain · u + 1.
 * The solution is y = 1 / (1 − gain) in every unit.
 */
function ring(n: number, gain: number): Coupled {
  const unit = (k: number): Coupled['units'][number] => ({
    name: `u${k}`,
    inputs: ['u'],
    outputs: ['y'],
    A: [[0]],
    B: [[0]],
    C: [[1]],
    D: [[gain]],
    start: [1],
  });
  return {
    name: 'ring',
    units: Array.from({ length: n }, (_, k) => unit(k)),
    connections: Array.from({ length: n }, (_, k) => [`u${k}.y`, `u${(k + 1) % n}.u`] as const),
    stopTime: 1,
  };
}

function initialOf(problem: Coupled): number[] {
  const { session } = runOf(problem, { scheme: 'jacobi', step: 0.1 });
  session.start();
  return problem.connections.map(([from]) => Number(session.reader(from)()));
}

describe('initial values of an algebraic loop', () => {
  it('initial values of a loop converge although copying values diverges', () => {
    const pair = feedThroughPair();
    const exact = exactly(pair, 0).next();
    initialOf(pair).forEach((value, k) => {
      expect(value).toBeCloseTo(exact[k], 11);
    });
  });

  it.each([
    [2, -3],
    [5, 2],
    [12, -1.5],
    [3, -1],
    [4, 0.99],
  ])('initial values converge for %i units with gain %f each', (n, gain) => {
    for (const value of initialOf(ring(n, gain))) expect(value * (1 - gain)).toBeCloseTo(1, 8);
  });

  it('initial values of a loop converge next to values that stay 0', () => {
    const [pair, still] = [feedThroughPair(), oscillator()];
    const both: Coupled = {
      ...pair,
      units: [...pair.units, ...still.units],
      connections: [...pair.connections, ...still.connections],
    };
    const exact = exactly(both, 0).next();
    initialOf(both).forEach((value, k) => {
      expect(value).toBeCloseTo(exact[k], 10);
    });
  });

  it('initial values without a loop stay unchanged bit for bit if they pass each unit twice', () => {
    const n = 6;
    const gain = 0.1;
    const unit = (k: number): Coupled['units'][number] => ({
      name: `u${k}`,
      inputs: ['u', 'v'],
      outputs: ['y', 'z'],
      A: [[0]],
      B: [[0, 0]],
      C: [[k === 0 ? 0.7 : 0], [0]],
      D: [
        [gain, 0],
        [0, gain],
      ],
      start: [1],
    });
    const next = Array.from({ length: n - 1 }, (_, k) => k);
    const twice: Coupled = {
      name: 'twice',
      units: Array.from({ length: n }, (_, k) => unit(k)),
      connections: [
        ...next.map((k) => [`u${k}.y`, `u${k + 1}.u`] as const),
        [`u${n - 1}.y`, 'u0.v'],
        ...next.map((k) => [`u${k}.z`, `u${k + 1}.v`] as const),
      ],
      stopTime: 1,
    };
    let value = 0.7;
    const expected = twice.connections.map(([from]) => {
      if (from !== 'u0.y') value *= gain;
      return value;
    });
    expect(initialOf(twice)).toEqual(expected);
  });

  it('the initial values of a loop with gain 1, which lacks a solution, end in an error with the history', () => {
    expect(() => initialOf(ring(3, 1))).toThrow(
      /^initialize ring: initial values do not settle in 121 passes because the units form an algebraic loop at the start\. Changes in the last passes, as a share of the values: .*\. Use better start values, or break the loop/,
    );
  });

  it('initial values of a loop stay unchanged bit for bit if copying values converges', () => {
    const values = initialOf(ring(2, 0.25));
    for (const value of values) expect(value).toBe(0.25 * value + 1);
    expect(initialOf(quarterCar())).toEqual([0, 0]);
  });
});

describe('values beside an algebraic loop', () => {
  it('an integer that depends on a loop passes in the same initialization', () => {
    const variable = (type: string): Variable =>
      ({ type, variability: 'continuous', dimensions: [] }) as unknown as Variable;
    const [u, y, m, n] = ['Float64', 'Float64', 'Int32', 'Int32'].map(variable);
    // Two units with y = 1 − 3 u. The first one passes the rounded value of 1000 y to the second.
    const units = [0, 1].map(() => {
      const values = new Map<Variable, Float64Array | Int32Array>([
        [u, new Float64Array(1)],
        [y, new Float64Array(1)],
        [m, new Int32Array(1)],
        [n, new Int32Array(1)],
      ]);
      const of = (v: Variable) => values.get(v)!;
      return {
        of,
        initialize: () => {
          of(y)[0] = 1 - 3 * of(u)[0];
          of(n)[0] = Math.round(1000 * of(y)[0]);
        },
        view: (v: Variable) => ({ view: of(v), offset: 0, length: 1 }),
        polynomial: () => ({ offset: -1 }),
      };
    });
    const instances = units as unknown as Instance[];
    const connections: Connection[] = [
      { from: { unit: 0, variable: y }, to: { unit: 1, variable: u }, order: 0 },
      { from: { unit: 1, variable: y }, to: { unit: 0, variable: u }, order: 0 },
      { from: { unit: 0, variable: n }, to: { unit: 1, variable: m }, order: 0 },
    ];
    const system = { units, connections, step: 0.1 } as unknown as CheckedSystem;
    const values = new InitialValues(system, instances);
    const copies = new ValueTransfer(connections, instances, 0.1);
    do for (const unit of units) unit.initialize();
    while (values.mustSolve() ? values.settle() : copies.settle());
    expect(units[0].of(y)[0]).toBeCloseTo(0.25, 12);
    expect(units[1].of(m)[0]).toBe(250);
  });
});
