import { describe, expect, it } from 'vitest';
import { sealed } from '../units/sealed.ts';
import { type ChainOfParts, columnsOf, energyOf, load, partsOf } from './chain-of-parts.ts';

const chain: ChainOfParts = { n: 64, a: 0.2, stopTime: 0.1 };
const length = chain.n * chain.a;
const end = (columns: Record<string, Float64Array>, p: number): number[] =>
  Array.from({ length: 7 }, (_, k) => columns[`part${p - 1}.q2[${k + 1}]`].at(-1) as number);

describe('a chain of 64 rods in fmukit FMUs that the master joins', () => {
  it('a chain of rods in 1, 2, 4 and 8 units moves equally to 1e-10 of its length, with equal energy to 1e-12', async () => {
    const all = await Promise.all(
      [1, 2, 4, 8].map(async (p) => ({ p, columns: await columnsOf(partsOf(p, chain)) })),
    );
    const [whole] = all;
    const energy = energyOf(whole.columns);
    const kinetic = whole.columns['part0.E_kinetic'].at(-1) as number;
    expect(kinetic).toBeGreaterThan(10);
    for (const { p, columns } of all.slice(1)) {
      end(columns, p).forEach((x, k) => {
        expect(Math.abs(x - end(whole.columns, 1)[k]), `${p} units, coordinate ${k}`).toBeLessThan(
          1e-10 * length,
        );
      });
      energyOf(columns).forEach((E, k) => {
        expect(Math.abs(E - energy[k]), `${p} units, step ${k}`).toBeLessThan(1e-12 * kinetic);
      });
    }
  });

  it('a chain of rods in 2 and 8 units has equal energies of a joint, wherever it is cut', async () => {
    const [two, eight] = await Promise.all([2, 8].map((p) => columnsOf(partsOf(p, chain))));
    for (const [a, b] of [
      ['joint0', 'joint0'],
      ['joint1', 'joint4'],
    ]) {
      const [E, other] = [two[`${a}.residual_energy`], eight[`${b}.residual_energy`]].map(
        (c) => c.at(-1) as number,
      );
      expect(Math.abs(E)).toBeGreaterThan(1e-9);
      expect(Math.abs(E - other)).toBeLessThan(1e-6 * Math.abs(E));
    }
  });

  it('a chain of rods stays within 1e-5 m of one unit with an adaptive integrator, four times closer at half the step', async () => {
    const one = await sealed('chain', { n: chain.n, a: chain.a, tolerance: 1e-9 });
    one.initialize(0);
    one.step(0, 0.1);
    const expected = Array.from({ length: 2 }, (_, k) => one.get('q', 7 * (chain.n - 1) + k));
    const errors = await Promise.all(
      [2e-3, 1e-3].map(async (step) => {
        const [x, y] = end(await columnsOf(partsOf(2, { ...chain, step })), 2);
        return Math.hypot(x - expected[0], y - expected[1]);
      }),
    );
    expect(errors[1]).toBeLessThan(1e-5);
    // The first step is Euler's, with an error of order 2.
    expect(errors[0] / errors[1]).toBeGreaterThan(3.5);
  });
});

describe('a hanging chain of 16 rods that closes a loop over the ground with redundant constraints', () => {
  const angles = Array.from({ length: 16 }, (_, k) => -1 + (2 * k) / 15);
  const hanging: ChainOfParts = { n: 16, a: 0.2, angles, closed: true, stopTime: 0.1 };

  it('a closed hanging chain moves equally as 1, 2 and 4 units, and its end stays fixed', async () => {
    const all = await Promise.all(
      [1, 2, 4].map(async (p) => ({ p, columns: await columnsOf(partsOf(p, hanging)) })),
    );
    const middle = (p: number): number[] =>
      Array.from(all.find((candidate) => candidate.p === p)!.columns[`part${p / 2 - 1}.q2[2]`]);
    const fall = Math.max(...middle(2)) - Math.min(...middle(2));
    expect(fall).toBeGreaterThan(1e-3);
    middle(4).forEach((y, k) => {
      expect(Math.abs(y - middle(2)[k])).toBeLessThan(1e-10);
    });
    for (const { p, columns } of all) {
      const q = (k: number): Float64Array => columns[`part${p - 1}.q2[${k}]`];
      const x = Array.from(q(1), (r, i) => r + 0.1 * (q(4)[i] ** 2 - q(7)[i] ** 2));
      for (const value of x) expect(Math.abs(value - x[0]), `${p} units`).toBeLessThan(1e-6);
    }
  });
});

describe('invalid systems with joints', () => {
  const file = (edit: (file: ReturnType<typeof partsOf>) => void) => {
    const system = partsOf(2, { ...chain, stopTime: 0.01 });
    edit(system);
    return system;
  };
  it.each([
    [
      'with an unknown terminal',
      (s) => (s.joints![1].to = 'part1.handle'),
      /part1: unknown terminal "handle".*handles/,
    ],
    ['with an unknown unit', (s) => (s.joints![1].to = 'part7.handles'), /unknown unit "part7"/],
    [
      'without a handle number if the terminal has two',
      (s) => delete s.joints![1].toHandle,
      /part1\.handles has 2 handles\. Choose/,
    ],
    [
      'between a handle and itself',
      (s) => Object.assign(s.joints![1], { to: 'part0.handles', toHandle: 2 }),
      /joint1: both sides are the same handle/,
    ],
    [
      'between the ground and itself',
      (s) => (s.joints![1] = { name: 'j', kind: 'fixed' }),
      /joint j: both sides are the ground/,
    ],
    [
      'with a repeated name',
      (s) => (s.joints![1].name = 'joint0'),
      /joint0: another joint already has this name/,
    ],
    [
      'with an axis of zero length',
      (s) => (s.joints![1].toAxis = [0, 0, 0]),
      /the axis 0, 0, 0 has zero length/,
    ],
    [
      'with an input that has another source',
      (s) => (s.connections = [{ from: 'part0.q2', to: 'part1.a1', convertUnits: false }]),
      /part1\.a1 \[1\] has two sources, the joints and part0\.q2/,
    ],
  ] satisfies [string, (s: ReturnType<typeof partsOf>) => unknown, RegExp][])(
    'refuses a joint %s',
    async (_, edit, message) => {
      await expect(load(file((s) => void edit(s)))).rejects.toThrow(message);
    },
  );

  it('refuses joints in a scheme that does not support them, and names one that does', async () => {
    const run = columnsOf(file((s) => (s.algorithm.scheme = 'gauss-seidel')));
    await expect(run).rejects.toThrow(
      /"gauss-seidel" does not support joints.*joint0, joint1. Choose jacobi/,
    );
  });

  it('refuses a loop of joints that is open at the start, naming joint, gap and both sides', async () => {
    const open = file((s) => Object.assign(s.units.part1.parameters!, { x0: 6.9 }));
    await expect(columnsOf(open)).rejects.toThrow(
      /joint joint1: at the start the two sides are 0\.(5|49999)\d* apart.*handle 2 of part0\.handles and handle 1 of part1\.handles/,
    );
  });

  it('an error names the unit of a rod without mass at a handle, with its message', async () => {
    const massless = file((s) => Object.assign(s.units.part1.parameters!, { m: 0 }));
    await expect(columnsOf(massless)).rejects.toThrow(
      /part1.*body 1 has a mass of 0 kg .* \(eq\. 9\)\. Give it m > 0 and J > 0/s,
    );
  });

  it('refuses a joint system whose leading matrix is not positive definite', async () => {
    const light = file((s) => Object.assign(s.units.part1.parameters!, { alpha: 1e10, m: 1e-12 }));
    await expect(columnsOf(light)).rejects.toThrow(/positive definite/);
  });
});
