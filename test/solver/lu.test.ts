import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Lu } from '../../fmu-sdk/solver/linear-algebra/dense-lu.ts';

const entry = fc.double({ min: -1, max: 1, noNaN: true });
const vector = (n: number) => fc.array(entry, { minLength: n, maxLength: n });
const system = fc
  .integer({ min: 1, max: 7 })
  .chain((n) => fc.record({ re: vector(n * n), im: vector(n * n), xr: vector(n), xi: vector(n) }));

/**
 * Returns a regular matrix with its pivots off the diagonal: the large entry of each row is one
 * column to the right.
 */
const shifted = (a: number[], n: number): number[] =>
  a.map((v, k) => v + ((Math.floor(k / n) + 1) % n === k % n ? 2 * n : 0));

const product = (a: number[], x: number[]): number[] =>
  x.map((_, i) => x.reduce((sum, xj, j) => sum + a[i * x.length + j] * xj, 0));

it('real and complex LU solve random systems up to rounding', () => {
  fc.assert(
    fc.property(system, ({ re, im, xr, xi }) => {
      const n = xr.length;
      const a = shifted(re, n);
      const real = new Lu(n, false);
      real.re.set(a);
      expect(real.factor()).toBe(true);
      const b = Float64Array.from(product(a, xr));
      real.solve(b);
      xr.forEach((x, i) => {
        expect(Math.abs(b[i] - x)).toBeLessThan(1e-13);
      });
      const complex = new Lu(n, true);
      complex.re.set(a);
      complex.im.set(im);
      expect(complex.factor()).toBe(true);
      const [rr, ii, ri, ir] = [product(a, xr), product(im, xi), product(a, xi), product(im, xr)];
      const br = Float64Array.from(rr, (v, i) => v - ii[i]);
      const bi = Float64Array.from(ri, (v, i) => v + ir[i]);
      complex.solveComplex(br, bi);
      xr.forEach((x, i) => {
        expect(Math.abs(br[i] - x) + Math.abs(bi[i] - xi[i])).toBeLessThan(1e-12);
      });
    }),
  );
});

it('LU factorization reports a singular matrix', () => {
  for (const complex of [false, true]) {
    const lu = new Lu(2, complex);
    lu.re.set([1, 2, 2, 4]);
    expect(lu.factor()).toBe(false);
  }
});
