import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupColumns } from '../../fmu-sdk/solver/linear-algebra/column-groups.ts';
import { transposed } from '../../fmu-sdk/solver/linear-algebra/sparse-matrix.ts';

const structure = fc
  .integer({ min: 0, max: 12 })
  .chain((n) =>
    fc.array(fc.uniqueArray(fc.nat({ max: Math.max(n - 1, 0) })), { minLength: n, maxLength: n }),
  );

it('every column is in one group, and columns of a group have disjoint rows', () => {
  fc.assert(
    fc.property(structure, (columnsOf) => {
      const groups = groupColumns(columnsOf);
      expect(groups.flat().sort((a, b) => a - b)).toEqual(columnsOf.map((_, j) => j));
      const rowsOf = transposed(columnsOf);
      for (const columns of groups) {
        const groupRows = columns.flatMap((j) => rowsOf[j]);
        expect(new Set(groupRows).size).toBe(groupRows.length);
      }
    }),
  );
});

it('a tridiagonal matrix has three groups', () => {
  expect(
    groupColumns(Array.from({ length: 9 }, (_, i) => [i - 1, i, i + 1].filter((j) => j >= 0 && j < 9)))
      .length,
  ).toBe(3);
});
