import type { Stateful, StateVisitor } from '../../util/state/stateful.ts';

/**
 * LU factors of a dense n×n matrix with partial pivoting (Golub & Van Loan 2013, algorithm 3.4.1).
 * The matrix is real or complex, with imaginary parts in separate arrays. The factors replace the
 * matrix.
 */
export class Lu implements Stateful {
  readonly re: Float64Array;
  /** Imaginary parts. The array is empty for a real matrix. */
  readonly im: Float64Array;
  private readonly n: number;
  private readonly pivots: Int32Array;

  constructor(n: number, complex: boolean) {
    this.n = n;
    this.re = new Float64Array(n * n);
    this.im = new Float64Array(complex ? n * n : 0);
    this.pivots = new Int32Array(n);
  }

  /** False when the matrix is singular. */
  factor(): boolean {
    return this.im.length > 0 ? this.factorComplex() : this.factorReal();
  }

  private factorReal(): boolean {
    const { n, re, pivots } = this;
    for (let k = 0; k < n; k++) {
      let p = k;
      for (let i = k + 1; i < n; i++) if (Math.abs(re[i * n + k]) > Math.abs(re[p * n + k])) p = i;
      pivots[k] = p;
      if (!(Math.abs(re[p * n + k]) > 0)) return false;
      if (p !== k) swapRows(re, n, p, k);
      for (let i = k + 1; i < n; i++) {
        const l = (re[i * n + k] /= re[k * n + k]);
        if (l !== 0) for (let j = k + 1; j < n; j++) re[i * n + j] -= l * re[k * n + j];
      }
    }
    return true;
  }

  private factorComplex(): boolean {
    const { n, re, im, pivots } = this;
    for (let k = 0; k < n; k++) {
      let p = k;
      let largest = 0;
      for (let i = k; i < n; i++) {
        const size = Math.abs(re[i * n + k]) + Math.abs(im[i * n + k]);
        if (size > largest) {
          largest = size;
          p = i;
        }
      }
      pivots[k] = p;
      if (!(largest > 0)) return false;
      if (p !== k) {
        swapRows(re, n, p, k);
        swapRows(im, n, p, k);
      }
      const pr = re[k * n + k];
      const pi = im[k * n + k];
      const square = pr * pr + pi * pi;
      for (let i = k + 1; i < n; i++) {
        const r = re[i * n + k];
        const m = im[i * n + k];
        const lr = (r * pr + m * pi) / square;
        const li = (m * pr - r * pi) / square;
        re[i * n + k] = lr;
        im[i * n + k] = li;
        for (let j = k + 1; j < n; j++) {
          re[i * n + j] -= lr * re[k * n + j] - li * im[k * n + j];
          im[i * n + j] -= lr * im[k * n + j] + li * re[k * n + j];
        }
      }
    }
    return true;
  }

  /** Replaces b by A⁻¹ b, for a real matrix. */
  solve(b: Float64Array): void {
    const { n, re, pivots } = this;
    for (let k = 0; k < n; k++) swap(b, k, pivots[k]);
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) b[i] -= re[i * n + j] * b[j];
    for (let i = n - 1; i >= 0; i--) {
      for (let j = i + 1; j < n; j++) b[i] -= re[i * n + j] * b[j];
      b[i] /= re[i * n + i];
    }
  }

  /** Replaces b = br + i·bi by A⁻¹ b, for a complex matrix. */
  solveComplex(br: Float64Array, bi: Float64Array): void {
    const { n, re, im, pivots } = this;
    for (let k = 0; k < n; k++) {
      swap(br, k, pivots[k]);
      swap(bi, k, pivots[k]);
    }
    for (let i = 0; i < n; i++)
      for (let j = 0; j < i; j++) {
        br[i] -= re[i * n + j] * br[j] - im[i * n + j] * bi[j];
        bi[i] -= re[i * n + j] * bi[j] + im[i * n + j] * br[j];
      }
    for (let i = n - 1; i >= 0; i--) {
      for (let j = i + 1; j < n; j++) {
        br[i] -= re[i * n + j] * br[j] - im[i * n + j] * bi[j];
        bi[i] -= re[i * n + j] * bi[j] + im[i * n + j] * br[j];
      }
      const r = re[i * n + i];
      const m = im[i * n + i];
      const square = r * r + m * m;
      const b = br[i];
      br[i] = (b * r + bi[i] * m) / square;
      bi[i] = (bi[i] * r - b * m) / square;
    }
  }

  visitState(state: StateVisitor): void {
    state.array('re', this.re);
    state.array('im', this.im);
    state.array('pivots', this.pivots);
  }
}

function swap(b: Float64Array, i: number, j: number): void {
  const previous = b[i];
  b[i] = b[j];
  b[j] = previous;
}

function swapRows(a: Float64Array, n: number, p: number, k: number): void {
  for (let j = 0; j < n; j++) swap(a, p * n + j, k * n + j);
}
