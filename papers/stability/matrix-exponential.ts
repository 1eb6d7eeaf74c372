export type Matrix = number[][];

/** e^Z by scaling and squaring of its Taylor series. */
export function exponential(Z: Matrix): Matrix {
  const size = Math.max(1e-300, ...Z.map((row) => row.reduce((sum, z) => sum + Math.abs(z), 0)));
  const halvings = Math.max(0, Math.ceil(Math.log2(size)) + 3);
  const small = Z.map((row) => row.map((z) => z / 2 ** halvings));
  let term = identity(Z.length);
  let sum = identity(Z.length);
  for (let k = 1; k <= 18; k++) {
    term = multiply(term, small).map((row) => row.map((z) => z / k));
    sum = sum.map((row, i) => row.map((z, j) => z + term[i][j]));
  }
  for (let k = 0; k < halvings; k++) sum = multiply(sum, sum);
  return sum;
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  const columns = b[0].length;
  return a.map((row) => {
    const productRow = new Array<number>(columns);
    for (let j = 0; j < columns; j++) {
      let sum = 0;
      for (let k = 0; k < row.length; k++) sum += row[k] * b[k][j];
      productRow[j] = sum;
    }
    return productRow;
  });
}

export function identity(n: number): Matrix {
  return Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => (i === j ? 1 : 0)));
}

/** x of a x = b, by Gauss with pivots. */
export function solve(a: Matrix, b: Matrix): Matrix {
  const n = a.length;
  const rows = a.map((row, i) => [...row, ...b[i]]);
  for (let k = 0; k < n; k++) {
    const p = rows
      .slice(k)
      .reduce((best, row, i) => (Math.abs(row[k]) > Math.abs(rows[best][k]) ? i + k : best), k);
    [rows[k], rows[p]] = [rows[p], rows[k]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const share = rows[i][k] / rows[k][k];
      rows[i] = rows[i].map((z, j) => z - share * rows[k][j]);
    }
  }
  return rows.map((row, i) => row.slice(n).map((z) => z / row[i]));
}
