import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Lu } from '../../fmu-sdk/solver/linear-algebra/dense-lu.ts';
import { minimumDegree } from '../../fmu-sdk/solver/linear-algebra/minimum-degree.ts';
import { shiftedLu } from '../../fmu-sdk/solver/linear-algebra/shifted-lu.ts';
import { shiftedPattern } from '../../fmu-sdk/solver/linear-algebra/shifted-pattern.ts';
import { SparseLu } from '../../fmu-sdk/solver/linear-algebra/sparse-lu.ts';
import { SparseLuComplex } from '../../fmu-sdk/solver/linear-algebra/sparse-lu-complex.ts';
import { type SparseMatrix, sparseMatrix } from '../../fmu-sdk/solver/linear-algebra/sparse-matrix.ts';

/** Random patterns (tree, grid, band, any). A diagonal entry may be missing. */
const pattern = fc.integer({ min: 1, max: 14 }).chain((n) =>
  fc.record({
    rowsOf: fc.array(fc.uniqueArray(fc.nat({ max: n - 1 }), { maxLength: 4 }), {
      minLength: n,
      maxLength: n,
    }),
    seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
  }),
);

/** Returns numbers in (−1, 1), determined by the seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return (2 * state) / 2147483647 - 1;
  };
}

function filled(rowsOf: number[][], next: () => number): SparseMatrix {
  const matrix = sparseMatrix(rowsOf);
  for (let k = 0; k < matrix.values.length; k++) matrix.values[k] = next();
  return matrix;
}

const dense = ({ n, starts, rows, values }: SparseMatrix): Float64Array => {
  const a = new Float64Array(n * n);
  for (let j = 0; j < n; j++) for (let k = starts[j]; k < starts[j + 1]; k++) a[rows[k] * n + j] = values[k];
  return a;
};

const withDiagonal = (rowsOf: number[][]): number[][] => rowsOf.map((rows, j) => [...new Set([...rows, j])]);

/**
 * Returns the largest |aᵢ·x − bᵢ| relative to the largest Σ |aᵢⱼ xⱼ| + |bᵢ|. Elimination with
 * pivots bounds the residual of the whole system, not of a row with small terms.
 */
function residual(a: Float64Array, x: Float64Array, b: Float64Array): number {
  const n = x.length;
  let [largest, whole] = [0, 0];
  for (let i = 0; i < n; i++) {
    let sum = -b[i];
    let scale = Math.abs(b[i]);
    for (let j = 0; j < n; j++) {
      sum += a[i * n + j] * x[j];
      scale += Math.abs(a[i * n + j] * x[j]);
    }
    largest = Math.max(largest, Math.abs(sum));
    whole = Math.max(whole, scale);
  }
  return whole > 0 ? largest / whole : largest;
}

/** Returns the complex matrix as a real one of twice the size. */
function doubled(re: Float64Array, im: number, n: number): Float64Array {
  const a = new Float64Array(4 * n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      a[2 * i * n + j] = a[2 * (n + i) * n + n + j] = re[i * n + j];
      if (i === j) a[2 * i * n + n + j] = -(a[2 * (n + i) * n + j] = im);
    }
  return a;
}

describe('sparse LU factors of random patterns', () => {
  it('agree with the dense solution for any position of the largest entries', () => {
    fc.assert(
      fc.property(pattern, ({ rowsOf, seed }) => {
        const next = numbers(seed);
        const n = rowsOf.length;
        const large = (j: number): number => (j + seed) % n;
        const matrix = filled(
          rowsOf.map((rows, j) => [...new Set([...rows, large(j)])]),
          next,
        );
        for (let j = 0; j < n; j++)
          for (let k = matrix.starts[j]; k < matrix.starts[j + 1]; k++)
            if (matrix.rows[k] === large(j)) matrix.values[k] += 6;
        const lu = new SparseLu(matrix, minimumDegree(matrix).order);
        const reference = new Lu(n, false);
        reference.re.set(dense(matrix));
        expect([lu.factor(), reference.factor()]).toEqual([true, true]);
        const b = Float64Array.from({ length: n }, next);
        const [x, same] = [b.slice(), b.slice()];
        lu.solve(x);
        reference.solve(same);
        expect(residual(dense(matrix), x, b)).toBeLessThan(1e-12);
        x.forEach((xi, i) => {
          expect(Math.abs(xi - same[i])).toBeLessThan(1e-12);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('fail for a matrix with a column of zeros, without effect on the next factorization', () => {
    const next = numbers(11);
    for (let empty = 0; empty < 6; empty++) {
      const matrix = filled(
        Array.from({ length: 6 }, (_, j) => [j, (j + 1) % 6]),
        next,
      );
      const lu = new SparseLu(matrix, minimumDegree(matrix).order);
      const complex = new SparseLuComplex(matrix, minimumDegree(matrix).order);
      const savedValues = matrix.values.slice();
      matrix.values.fill(0, matrix.starts[empty], matrix.starts[empty + 1]);
      expect([lu.factor(), complex.factor()]).toEqual([false, false]);
      matrix.values.set(savedValues);
      expect([lu.factor(), complex.factor()]).toEqual([true, true]);
      const b = Float64Array.from({ length: 6 }, next);
      const [x, y, zero] = [b.slice(), b.slice(), new Float64Array(6)];
      lu.solve(x);
      complex.solve(y, zero);
      expect(residual(dense(matrix), x, b)).toBeLessThan(1e-12);
      expect(residual(dense(matrix), y, b)).toBeLessThan(1e-12);
    }
  });

  it('solve complex systems', () => {
    fc.assert(
      fc.property(pattern, ({ rowsOf, seed }) => {
        const next = numbers(seed);
        const matrix = filled(withDiagonal(rowsOf), next);
        const { n } = matrix;
        const lu = new SparseLuComplex(matrix, minimumDegree(matrix).order);
        lu.imaginary = 1 + next();
        expect(lu.factor()).toBe(true);
        const [br, bi] = [next, next].map((one) => Float64Array.from({ length: n }, one));
        const [xr, xi] = [br.slice(), bi.slice()];
        lu.solve(xr, xi);
        const whole = doubled(dense(matrix), lu.imaginary, n);
        expect(residual(whole, Float64Array.of(...xr, ...xi), Float64Array.of(...br, ...bi))).toBeLessThan(
          1e-9,
        );
      }),
      { numRuns: 200 },
    );
  });

  it('reuse their pivots for other values, and equal values give equal bits', () => {
    fc.assert(
      fc.property(pattern, ({ rowsOf, seed }) => {
        const next = numbers(seed);
        const matrix = filled(withDiagonal(rowsOf), next);
        const { n } = matrix;
        for (let j = 0; j < n; j++)
          for (let k = matrix.starts[j]; k < matrix.starts[j + 1]; k++)
            if (matrix.rows[k] === j) matrix.values[k] += 5;
        const { order } = minimumDegree(matrix);
        const [lu, complex] = [new SparseLu(matrix, order), new SparseLuComplex(matrix, order)];
        complex.imaginary = 2;
        const solved = (): number[] => {
          const [x, xr, xi] = [0, 1, 2].map((k) => Float64Array.from({ length: n }, (_, i) => i + k));
          lu.solve(x);
          complex.solve(xr, xi);
          return [...x, ...xr, ...xi];
        };
        expect([lu.factor(), complex.factor()]).toEqual([true, true]);
        const first = solved();
        expect([lu.refactor(), complex.refactor()]).toEqual([true, true]);
        expect(solved()).toEqual(first);
        for (let k = 0; k < matrix.values.length; k++) matrix.values[k] *= 1 + 0.1 * next();
        expect([lu.refactor(), complex.refactor()]).toEqual([true, true]);
        const b = Float64Array.from({ length: n }, next);
        const x = b.slice();
        lu.solve(x);
        expect(residual(dense(matrix), x, b)).toBeLessThan(1e-12);
      }),
      { numRuns: 200 },
    );
  });
});

it('choose a new pivot if the old one has become too small', () => {
  const matrix = sparseMatrix([
    [0, 1],
    [0, 1],
  ]);
  matrix.values.set([2, 1, 1, 1]);
  const lu = new SparseLu(matrix, Int32Array.of(0, 1));
  expect(lu.factor()).toBe(true);
  matrix.values.set([1e-9, 1, 1, 1]);
  expect(lu.refactor()).toBe(false);
  expect(lu.factor()).toBe(true);
  const x = Float64Array.of(1, 2);
  lu.solve(x);
  expect(x[0]).toBeCloseTo(1, 8);
  expect(x[1]).toBeCloseTo(1, 8);
});

describe('the order of elimination', () => {
  const band = (n: number, width: number): number[][] =>
    Array.from({ length: n }, (_, j) =>
      Array.from({ length: 2 * width + 1 }, (_, k) => j + k - width).filter((i) => i >= 0 && i < n),
    );
  /** Returns a grid of side × side with random numbering. */
  const grid = (side: number): number[][] => {
    const next = numbers(7);
    const names = Array.from({ length: side * side }, (_, i) => i)
      .map((i) => [next(), i])
      .sort(([a], [b]) => a - b)
      .map(([, i]) => i);
    const rowsOf: number[][] = names.map(() => []);
    const join = (a: number, b: number): void => {
      rowsOf[names[a]].push(names[b]);
    };
    for (let i = 0; i < side * side; i++) {
      join(i, i);
      if (i % side > 0) [join(i, i - 1), join(i - 1, i)];
      if (i >= side) [join(i, i - side), join(i - side, i)];
    }
    return rowsOf;
  };
  const entries = (rowsOf: number[][]): number => {
    const matrix = sparseMatrix(rowsOf);
    for (let j = 0; j < matrix.n; j++)
      for (let k = matrix.starts[j]; k < matrix.starts[j + 1]; k++)
        matrix.values[k] = matrix.rows[k] === j ? 10 : -1;
    const lu = new SparseLu(matrix, minimumDegree(matrix).order);
    expect(lu.factor()).toBe(true);
    return lu.entries;
  };

  it('contains every column once', () => {
    fc.assert(
      fc.property(pattern, ({ rowsOf }) => {
        const order = [...minimumDegree(sparseMatrix(rowsOf)).order];
        expect(order.sort((a, b) => a - b)).toEqual(rowsOf.map((_, j) => j));
      }),
    );
  });

  it('adds no entry to a band, and operations grow linearly with the number of columns', () => {
    for (const width of [1, 2, 3]) {
      const [few, many] = [1000, 10_000].map((n) => ({ n, rowsOf: band(n, width) }));
      for (const { n, rowsOf } of [few, many])
        expect(entries(rowsOf)).toBe(2 * (width * n - (width * (width + 1)) / 2));
      const operations = [few, many].map(({ rowsOf }) => minimumDegree(sparseMatrix(rowsOf)).operations);
      expect(Math.log10(operations[1] / operations[0])).toBeLessThan(1.01);
    }
  });

  it('adds no entry to an arrow, whose full column is last', () => {
    const n = 2000;
    const arrow = Array.from({ length: n }, (_, j) => (j === 0 ? band(n, n)[0] : [0, j]));
    expect(entries(arrow)).toBe(2 * (n - 1));
  });

  it('adds fewer than ³¹⁄₄ n log₂ n entries to a grid, the bound of nested dissection (George 1973)', () => {
    for (const side of [20, 40]) {
      const n = side * side;
      expect(entries(grid(side))).toBeLessThan((31 / 4) * n * Math.log2(n));
    }
  });
});

describe('factors of the iteration matrix', () => {
  const chain = (n: number): SparseMatrix =>
    filled(
      Array.from({ length: n }, (_, j) => [j - 1, j, j + 1].filter((i) => i >= 0 && i < n)),
      numbers(3),
    );

  it.each([5, 20, 21, 60])('solve (σI − J) x = b with %i states, real and complex', (n) => {
    const J = chain(n);
    const shifted = dense(J).map((v) => -v);
    for (let i = 0; i < n; i++) shifted[i * n + i] += 3;
    const next = numbers(5);
    for (const im of [0, 2]) {
      const lu = shiftedLu(shiftedPattern(J), im !== 0);
      for (let times = 0; times < 2; times++) {
        lu.renew(J);
        expect(lu.factor(3, im)).toBe(true);
        expect(lu.factor(3, im)).toBe(true);
        const [br, bi] = [0, im].map((k) => Float64Array.from({ length: n }, () => (k + 1) * next()));
        const [xr, xi] = [br.slice(), bi.slice()];
        lu.solve(xr, xi);
        if (im === 0) expect(residual(shifted, xr, br)).toBeLessThan(1e-14);
        else
          expect(
            residual(doubled(shifted, im, n), Float64Array.of(...xr, ...xi), Float64Array.of(...br, ...bi)),
          ).toBeLessThan(1e-14);
      }
    }
  });

  it('use dense storage for few states and full matrices, and sparse storage for large sparse matrices', () => {
    const full = sparseMatrix(Array.from({ length: 40 }, () => Array.from({ length: 40 }, (_, i) => i)));
    expect([chain(20), chain(21), full].map((J) => shiftedPattern(J).dense)).toEqual([true, false, true]);
  });
});
