import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { notEmpty } from '../../not-empty.ts';
import { root } from '../../setup.ts';
import { type Coefficients, implicitModules, type Modules, triangle } from './modules.ts';

let modules: Modules;
let coefficients: Coefficients;
beforeAll(async () => {
  modules = await implicitModules();
  coefficients = new modules.implicit.Coefficients();
});

/** Coefficients by method and ρ∞: α and β, γ_e and the odd γ, the tableau's lower triangle. */
const reference = JSON.parse(
  readFileSync(join(root, 'test/reference/zhang2022-coefficients.json'), 'utf8'),
) as Record<string, Record<string, number[]>>;
const names = notEmpty('methods', Object.keys(reference));
const tenths = Array.from({ length: 11 }, (_, k) => k / 10);

function select(name: string, rho: number): Coefficients {
  coefficients.select(names.indexOf(name) + 1, rho);
  return coefficients;
}

const listed = (values: StaticArray<number>): number[] =>
  Array.from({ length: values.length }, (_, i) => values[i]);

/** Returns the coefficients in the order of the reference. */
function numbers(name: string, rho: number): number[] {
  const { multiStep, singleStep, method } = select(name, rho);
  if (name.startsWith('LMS'))
    return [
      ...listed(multiStep.alpha).slice(1, method.steps + 1),
      ...listed(multiStep.beta).slice(0, method.steps + 1),
    ];
  if (!name.startsWith('SS')) return triangle(coefficients);
  const odd = Array.from({ length: singleStep.steps - 1 }, (_, j) => [singleStep.re[j], singleStep.im[j]]);
  return [singleStep.even, ...odd.flat()];
}

/** R(∞) of a tableau, from Y_i = −Σ_{j < i} a_ij Y_j / γ. */
function atInfinity({ tableau }: Coefficients): number {
  const Y = [1];
  for (let i = 1; i < tableau.stages; i++)
    Y.push(-Y.reduce((sum, Yj, j) => sum + tableau.at(i, j) * Yj, 0) / tableau.gamma);
  return Y[tableau.stages - 1];
}

describe('coefficients of the implicit methods', () => {
  test.each(names)('coefficients of %s agree with 20 digits derived from the conditions to 1e-15', (name) => {
    const rows = notEmpty('rows', Object.entries(reference[name]));
    expect(rows).toHaveLength(name.startsWith('ESDIRK') ? 1 : 11);
    for (const [rho, expected] of rows) {
      const ours = numbers(name, Number(rho));
      expect(ours).toHaveLength(expected.length);
      const errors = ours.map((x, i) => Math.abs(x - expected[i]) / Math.max(1, Math.abs(expected[i])));
      expect(Math.max(...errors)).toBeLessThan(1e-15);
    }
  });

  test.each(names.slice(6))('%s: |R(∞)| = ρ∞ to 1e-12, for every ρ∞ of the method', (name) => {
    // The published c₄ of MSSTH(5) for ρ∞ = 0.5 leaves 5e-15 of an order condition, which is
    // 2.1e-12 of R(∞).
    const published = (rho: number): boolean => name === 'MSSTH(5)' && rho === 0.5;
    const { mostRho, tenths: table } = select(name, 0).method;
    const between = table || mostRho === 0 ? [] : [0.05, 0.123456789, 0.377, 0.65, 0.75, 0.999];
    for (const rho of mostRho === 0 ? [0] : [...tenths, ...between])
      expect(Math.abs(Math.abs(atInfinity(select(name, rho))) - rho)).toBeLessThan(
        published(rho) ? 2.1e-12 : 1e-12,
      );
  });

  test.each(['LMS2', 'LMS3', 'LMS4'])('%s: all roots at infinity are −ρ∞, for any ρ∞', (name) => {
    for (const rho of [...tenths, 0.123456789, 0.377, 0.999]) {
      const { multiStep, method } = select(name, rho);
      const binomial = [1, 1, 2, 6, 24].map(
        (f, j, all) => all[method.steps] / (f * (all[method.steps - j] ?? 1)),
      );
      for (let j = 0; j <= method.steps; j++)
        expect(Math.abs(multiStep.beta[j] / multiStep.beta[0] - binomial[j] * rho ** j)).toBeLessThan(2e-15);
    }
  });

  test.each(['SS2', 'SS3', 'SS4'])('%s: the root at infinity is −ρ∞ and y_k is real, for any ρ∞', (name) => {
    for (const rho of [0, 0.123456789, 0.6, 1]) {
      const { singleStep } = select(name, rho);
      expect(Math.abs((singleStep.even - 1) / singleStep.even + rho)).toBeLessThan(1e-15);
      const imaginary = listed(singleStep.im).slice(0, singleStep.steps - 1);
      expect(imaginary.reduce((sum, im) => sum + im, 0)).toBe(0);
    }
  });

  test.each(names.slice(6))('coefficients of %s meet the conditions of the declared order', (name) => {
    const rhos = select(name, 0).method.mostRho === 0 ? [0] : tenths;
    for (const rho of rhos) {
      const { tableau, method } = select(name, rho);
      const s = tableau.stages;
      const b = Array.from({ length: s }, (_, j) => tableau.at(s - 1, j));
      const largest = Math.max(...triangle(coefficients).map(Math.abs));
      for (const [of, sum, expected] of conditions(tableau, b))
        if (of <= method.order) expect(Math.abs(sum - expected)).toBeLessThan(4e-15 * largest ** 2);
      if (method.errorOrder === 0) continue;
      const embedded = Array.from({ length: s }, (_, j) => tableau.embedded[j]);
      for (const [of, sum, expected] of conditions(tableau, embedded)) {
        if (of < method.order) expect(Math.abs(sum - expected)).toBeLessThan(1e-14);
      }
      // It is another method, of one order less.
      const missed = conditions(tableau, embedded).filter(([of]) => of === method.order);
      expect(Math.max(...missed.map(([, sum, expected]) => Math.abs(sum - expected)))).toBeGreaterThan(1e-4);
    }
  });

  it('MSSTH(3) rejects ρ∞ with c₂ = 2γ, and accepts neighbouring values', () => {
    // c₂ − c₁ = c₂ − 2γ, which is nearly a line here.
    const difference = (rho: number): number => {
      const { tableau } = select('MSSTH(3)', rho);
      return tableau.c[2] - tableau.c[1];
    };
    expect(difference(0.6) * difference(0.7)).toBeLessThan(0);
    const near = 0.6946;
    const slope = (difference(near) - difference(near - 1e-3)) / 1e-3;
    const pole = near - difference(near) / slope;
    expect(modules.failureOf(() => select('MSSTH(3)', pole))).toBe(
      'MSSTH(3): it has no coefficients where c_2 = 2 gamma, at rho_inf = 0.6947; choose another rho_inf',
    );
    expect(pole).toBeCloseTo(0.6947, 4);
    expect(Math.abs(Math.abs(atInfinity(select('MSSTH(3)', near))) - near)).toBeLessThan(1e-9);
  });
});

/**
 * Sums over rooted trees up to order 5, with what each has to be (Butcher 1963): [order, sum,
 * value].
 */
function conditions(
  tableau: Coefficients['tableau'],
  b: readonly number[],
): readonly (readonly [number, number, number])[] {
  const s = tableau.stages;
  const c = Array.from({ length: s }, (_, i) =>
    Array.from({ length: i + 1 }, (_, j) => tableau.at(i, j)).reduce((sum, a) => sum + a, 0),
  );
  const A = (v: readonly number[]): number[] =>
    v.map((_, i) => v.slice(0, i + 1).reduce((sum, vj, j) => sum + tableau.at(i, j) * vj, 0));
  const dot = (...v: readonly (readonly number[])[]): number =>
    b.reduce((sum, bi, i) => sum + v.reduce((p, vi) => p * vi[i], bi), 0);
  const c2 = c.map((x) => x * x);
  const c3 = c.map((x) => x ** 3);
  const times = (u: readonly number[], v: readonly number[]): number[] => u.map((x, i) => x * v[i]);
  return [
    [1, dot(), 1],
    [2, dot(c), 1 / 2],
    [3, dot(c2), 1 / 3],
    [3, dot(A(c)), 1 / 6],
    [4, dot(c3), 1 / 4],
    [4, dot(c, A(c)), 1 / 8],
    [4, dot(A(c2)), 1 / 12],
    [4, dot(A(A(c))), 1 / 24],
    [5, dot(c2, c2), 1 / 5],
    [5, dot(c2, A(c)), 1 / 10],
    [5, dot(A(c), A(c)), 1 / 20],
    [5, dot(c, A(c2)), 1 / 15],
    [5, dot(c, A(A(c))), 1 / 30],
    [5, dot(A(c3)), 1 / 20],
    [5, dot(A(times(c, A(c)))), 1 / 40],
    [5, dot(A(A(c2))), 1 / 60],
    [5, dot(A(A(A(c)))), 1 / 120],
  ];
}
