import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { complex, modulus, roots } from '../../papers/linear/complex-numbers.ts';
import { type LinearMethod, linearMethods } from '../../papers/linear/linear-method.ts';
import { responses, spectralRadius } from '../../papers/linear/linear-oscillator.ts';
import { notEmpty } from '../not-empty.ts';
import { root } from '../setup.ts';

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(join(root, 'test/reference', name), 'utf8')) as T;
/**
 * Name, ρ∞, then by Δt/(nT): [x, spectral radius, amplitude decay, period elongation], the last two
 * up to 0.1.
 */
const reference = read<[string, number, number[][]][]>('zhang2022-linear.json');
/** Name, ρ∞, then decay and elongation at 0.05 and at 0.1. */
const table = read<[string, number, number[]][]>('zhang2022-adpe.json');

let method: (name: string, rho: number) => LinearMethod;
beforeAll(async () => {
  method = await linearMethods();
});

describe('linear analysis', () => {
  test.each(notEmpty('methods', reference))(
    '%s with ρ∞ = %d: decay and elongation agree with the reference to 1e-10, spectral radii to 1e-6',
    (name, rho, rows) => {
      const low = notEmpty(
        'rows up to 0.1',
        rows.filter((row) => row.length === 4),
      );
      responses(
        method(name, rho),
        low.map(([x]) => x),
      ).forEach((response, i) => {
        expect(Math.abs(response.amplitudeDecay - low[i][2])).toBeLessThan(1e-10);
        expect(Math.abs(response.periodElongation - low[i][3])).toBeLessThan(1e-10);
      });
      // With ρ∞ = 1 the multi-step methods have r − 1 roots −1, exactly. The reference has them to
      // some 1e-4.
      const triple = rho === 1 && name.startsWith('LMS');
      for (const [x, radius] of rows) {
        const ours = spectralRadius(method(name, rho), x);
        expect(Math.abs(ours - (triple ? 1 : radius))).toBeLessThan(triple ? 1e-12 : 1e-6);
      }
    },
  );

  test.each(notEmpty('methods', table))(
    '%s with ρ∞ = %d: decay and elongation at 0.05 and 0.1 agree with the reference to 1e-10',
    (name, rho, expected) => {
      const ours = responses(method(name, rho), [0.05, 0.1]).flatMap((r) => [
        r.amplitudeDecay,
        r.periodElongation,
      ]);
      ours.forEach((x, i) => {
        expect(Math.abs(x - expected[i])).toBeLessThan(1e-10);
      });
    },
  );

  it('SSr has the roots of LMSr', () => {
    for (const r of [2, 3, 4])
      for (const rho of [0, 0.3, 0.6]) {
        const [multi, single] = ['LMS', 'SS'].map((family) => {
          const z = complex(0, 1.7);
          const all = method(`${family}${r}`, rho).roots(z);
          return all.map((w) => modulus(w)).sort((a, b) => a - b);
        });
        expect(multi).toHaveLength(r);
        multi.forEach((size, i) => {
          expect(Math.abs(size - single[i])).toBeLessThan(1e-11);
        });
      }
  });

  it('a method of order p has the principal root e^z up to z^p, followed past a half turn', () => {
    const far = responses(method('ESDIRK4(3)6L[2]SA2', 0), [0.01, 0.1, 0.15])[2];
    // ω Δt = 2π 5 · 0.15 = 4.7: an angle modulo 2π would be negative, and the elongation −200 % or
    // more.
    expect(far.periodElongation).toBeGreaterThan(0);
    expect(far.periodElongation).toBeLessThan(40);
  });
});

describe('roots of polynomials', () => {
  it('all roots are found, multiple ones at 0 exactly', () => {
    // x² (x − 2)(x − i)
    const solutions = roots([complex(0), complex(0), complex(0, 2), complex(-2, -1), complex(1)]);
    const sizes = solutions.map(modulus).sort((a, b) => a - b);
    expect(sizes.slice(0, 2)).toEqual([0, 0]);
    expect(sizes[2]).toBeCloseTo(1, 14);
    expect(sizes[3]).toBeCloseTo(2, 14);
  });
});
