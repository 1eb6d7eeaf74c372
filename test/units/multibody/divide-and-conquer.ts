import { join } from 'node:path';
import { createModuleLoader } from '../../../fmu-sdk/build/reference-run/load-reference.ts';
import { root } from '../../setup.ts';

/** Classes of units/multibody/divide-and-conquer and their integrators, run as TypeScript. */
export type DivideAndConquer = typeof import('../../../units/multibody/divide-and-conquer/chain-assembly') &
  typeof import('../../../units/multibody/divide-and-conquer/divided-dynamics') &
  typeof import('../../../units/multibody/divide-and-conquer/tree/join') &
  typeof import('../../../units/multibody/divide-and-conquer/divided-joint') &
  typeof import('../../../units/multibody/divide-and-conquer/mobility') &
  typeof import('../../../units/multibody/divide-and-conquer/tree/root') &
  typeof import('../../../units/multibody/divide-and-conquer/subassembly-variables') &
  typeof import('../../../units/multibody/divide-and-conquer/system') &
  typeof import('../../../units/numerics/dormand-prince') &
  typeof import('../../../units/rods/place-chain');

const files = [
  ...[
    'chain-assembly',
    'divided-dynamics',
    'tree/join',
    'divided-joint',
    'mobility',
    'tree/root',
    'subassembly-variables',
    'system',
  ].map((f) => `multibody/divide-and-conquer/${f}`),
  'numerics/dormand-prince',
  'rods/place-chain',
];

export async function loadDivideAndConquer(): Promise<DivideAndConquer> {
  const load = await createModuleLoader();
  return Object.assign({}, ...files.map((file) => load(join(root, 'units', `${file}.ts`))));
}

export type System = InstanceType<DivideAndConquer['System']>;

/** Rows of a dense matrix. */
export type Matrix = number[][];

/**
 * M with the normalizations' rows below Φ_q: rows of joints in their order, then pᵀ of each body.
 * Columns 7 a body.
 */
export function dense(system: System): { M: Matrix; Phi: Matrix; c: number[] } {
  const { bodies } = system;
  const n = 7 * bodies.count;
  const M = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  const block = new Float64Array(49) as unknown as StaticArray<number>;
  for (let b = 1; b <= bodies.count; b++) {
    bodies.leading(b, 0, block);
    for (let k = 0; k < 49; k++) M[7 * b - 7 + Math.floor(k / 7)][7 * b - 7 + (k % 7)] = block[k];
  }
  const Phi: Matrix = [];
  const c: number[] = [];
  for (let k = 0; k < system.joints; k++) {
    const joint = system.jointAt(k);
    for (let r = 0; r < joint.rows; r++) {
      const row = new Array<number>(n).fill(0);
      for (let i = 0; i < 7; i++) {
        if (joint.A.body > 0) row[7 * joint.A.body - 7 + i] += joint.JA[7 * r + i];
        if (joint.B.body > 0) row[7 * joint.B.body - 7 + i] += joint.JB[7 * r + i];
      }
      Phi.push(row);
      c.push(joint.violation[r]);
    }
  }
  for (let b = 1; b <= bodies.count; b++) {
    const row = new Array<number>(n).fill(0);
    for (let i = 3; i < 7; i++) row[7 * b - 7 + i] = 2 * bodies.q[7 * b + i];
    Phi.push(row);
    c.push(bodies.violation[b]);
  }
  return { M, Phi, c };
}

/** Solves A x = b by elimination with full pivoting. The smallest pivot shows how singular A is. */
export function eliminate(A: Matrix, b: readonly number[]): { x: number[]; pivot: number } {
  const n = b.length;
  const a = A.map((row, i) => [...row, b[i]]);
  const order = b.map((_, i) => i);
  let pivot = Number.POSITIVE_INFINITY;
  for (let k = 0; k < n; k++) {
    let [r, s] = [k, k];
    for (let i = k; i < n; i++)
      for (let j = k; j < n; j++) if (Math.abs(a[i][j]) > Math.abs(a[r][s])) [r, s] = [i, j];
    [a[k], a[r]] = [a[r], a[k]];
    [order[k], order[s]] = [order[s], order[k]];
    for (const row of a) [row[k], row[s]] = [row[s], row[k]];
    pivot = Math.min(pivot, Math.abs(a[k][k]));
    if (pivot === 0) return { x: [], pivot };
    for (let i = k + 1; i < n; i++) {
      const factor = a[i][k] / a[k][k];
      for (let j = k; j <= n; j++) a[i][j] -= factor * a[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    let sum = a[k][n];
    for (let j = k + 1; j < n; j++) sum -= a[k][j] * x[order[j]];
    x[order[k]] = sum / a[k][k];
  }
  return { x, pivot };
}

/** Eigenvalues of a symmetric matrix, ascending, by Jacobi's rotations. */
export function eigenvalues(A: Matrix): number[] {
  const a = A.map((row) => [...row]);
  const n = a.length;
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0;
    for (let p = 0; p < n; p++)
      for (let q = p + 1; q < n; q++) {
        off += a[p][q] ** 2;
        if (a[p][q] === 0) continue;
        const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const [c, s] = [1 / Math.sqrt(t * t + 1), t / Math.sqrt(t * t + 1)];
        for (let k = 0; k < n; k++)
          [a[k][p], a[k][q]] = [c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]];
        for (let k = 0; k < n; k++)
          [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
      }
    if (off < 1e-24) break;
  }
  return a.map((row, i) => row[i]).sort((x, y) => x - y);
}

export const transpose = (A: Matrix): Matrix => A[0].map((_, j) => A.map((row) => row[j]));
export const times = (A: Matrix, B: Matrix): Matrix => {
  const columns = transpose(B);
  return A.map((row) => columns.map((column) => row.reduce((sum, x, k) => sum + x * column[k], 0)));
};
