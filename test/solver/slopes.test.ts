import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FiniteDifferences } from '../../fmu-sdk/solver/finite-differences.ts';
import { groupColumns } from '../../fmu-sdk/solver/linear-algebra/column-groups.ts';
import { samePattern, sparseMatrix, transposed } from '../../fmu-sdk/solver/linear-algebra/sparse-matrix.ts';
import { fillMatrix, MatrixCollector } from '../../fmu-sdk/solver/solver-slopes.ts';

const structure = fc
  .integer({ min: 1, max: 12 })
  .chain((n) =>
    fc.array(fc.uniqueArray(fc.nat({ max: n - 1 }), { maxLength: 4 }), { minLength: n, maxLength: n }),
  );

/** fᵢ = Σⱼ (1 + i + 2 j) xⱼ over the columns of row i. */
const linear = (columnsOf: number[][]) => ({
  calls: 0,
  derivatives(_: number, x: Float64Array, dx: Float64Array): boolean {
    this.calls++;
    columnsOf.forEach((columns, i) => {
      dx[i] = columns.reduce((sum, j) => sum + (1 + i + 2 * j) * x[j], 0);
    });
    return true;
  },
});

it('finite differences by groups equal the true columns, and gathering without a structure finds the same pattern', () => {
  fc.assert(
    fc.property(structure, (columnsOf) => {
      const n = columnsOf.length;
      const model = linear(columnsOf);
      const [x, f] = [new Float64Array(n), new Float64Array(n)];
      const differences = new FiniteDifferences(model, new Float64Array(n).fill(1)).at(0, x, f);
      const J = sparseMatrix(transposed(columnsOf));
      const groups = groupColumns(columnsOf);
      fillMatrix(differences, groups, J);
      expect(model.calls).toBe(groups.length);
      const gathering = new MatrixCollector(n);
      const gathered = gathering.collect(differences);
      expect(samePattern(gathered, J)).toBe(true);
      for (let j = 0; j < n; j++)
        for (let k = J.starts[j]; k < J.starts[j + 1]; k++)
          for (const { values } of [J, gathered])
            expect(Math.abs(values[k] - (1 + J.rows[k] + 2 * j))).toBeLessThan(1e-6);
      // An unchanged pattern needs no allocation.
      expect(gathering.collect(differences)).toBe(gathered);
    }),
  );
});

it('the gathered matrix depends only on the point, not on earlier points', () => {
  const n = 3;
  const model = {
    derivatives(_: number, x: Float64Array, dx: Float64Array): boolean {
      dx.set([x[0], x[0] > 1 ? x[2] : x[1], x[2]]);
      return true;
    },
  };
  const gathering = new MatrixCollector(n);
  const differences = new FiniteDifferences(model, new Float64Array(n).fill(1));
  const at = (x0: number): number[] => {
    const [x, f] = [Float64Array.of(x0, 1, 1), new Float64Array(n)];
    model.derivatives(0, x, f);
    return [...gathering.collect(differences.at(0, x, f)).rows];
  };
  const low = at(0);
  expect(low).toEqual([0, 1, 2]);
  expect(at(2)).toEqual([0, 1, 2]);
  expect(gathering.collect(differences).starts).toEqual(Int32Array.of(0, 1, 1, 3));
  expect(at(0)).toEqual(low);
});
