import type { StateVisitor } from '../../util/state/stateful.ts';
import { Lu } from './dense-lu.ts';
import type { ShiftedPattern } from './shifted-pattern.ts';
import { SparseLu } from './sparse-lu.ts';
import { SparseLuComplex } from './sparse-lu-complex.ts';
import type { SparseMatrix } from './sparse-matrix.ts';

/** LU factors of the iteration matrix σI − J, with σ real. */
export interface ShiftedLu {
  /** Takes another Jacobian with an equal pattern. The next factorization chooses new pivots. */
  renew(J: SparseMatrix): void;
  /** False when the matrix is singular. */
  factor(re: number, im: number): boolean;
  /** Replaces b by (σI − J)⁻¹ b. `bi` is the imaginary part where σ is complex. */
  solve(b: Float64Array, bi: Float64Array): void;
  /** Saves or restores the factors. J is the restored Jacobian. */
  visitState(state: StateVisitor, J: SparseMatrix): void;
}

export function shiftedLu(pattern: ShiftedPattern, complex: boolean): ShiftedLu {
  return pattern.dense ? new DenseShifted(pattern.of.n, complex) : new SparseShifted(pattern, complex);
}

export class DenseShifted implements ShiftedLu {
  private readonly n: number;
  private readonly lu: Lu;
  private J: SparseMatrix | undefined;

  constructor(n: number, complex: boolean) {
    this.n = n;
    this.lu = new Lu(n, complex);
  }

  renew(J: SparseMatrix): void {
    this.J = J;
  }

  factor(re: number, im: number): boolean {
    const { n, lu } = this;
    const { starts, rows, values } = this.J as SparseMatrix;
    lu.re.fill(0);
    lu.im.fill(0);
    for (let j = 0; j < n; j++)
      for (let k = starts[j]; k < starts[j + 1]; k++) lu.re[rows[k] * n + j] = -values[k];
    for (let i = 0; i < n; i++) lu.re[i * n + i] += re;
    if (lu.im.length > 0) for (let i = 0; i < n; i++) lu.im[i * n + i] = im;
    return lu.factor();
  }

  solve(b: Float64Array, bi: Float64Array): void {
    if (this.lu.im.length > 0) this.lu.solveComplex(b, bi);
    else this.lu.solve(b);
  }

  visitState(state: StateVisitor, J: SparseMatrix): void {
    this.J = J;
    this.lu.visitState(state);
  }
}

export class SparseShifted implements ShiftedLu {
  private readonly pattern: ShiftedPattern;
  private readonly matrix: SparseMatrix;
  private readonly real: SparseLu | undefined;
  private readonly complex: SparseLuComplex | undefined;
  private J: SparseMatrix | undefined;
  private pivots = false;

  constructor(pattern: ShiftedPattern, complex: boolean) {
    const { order } = pattern;
    this.pattern = pattern;
    this.matrix = { ...pattern.matrix, values: new Float64Array(pattern.matrix.values.length) };
    if (complex) this.complex = new SparseLuComplex(this.matrix, order);
    else this.real = new SparseLu(this.matrix, order);
  }

  renew(J: SparseMatrix): void {
    this.J = J;
    // Bits must not depend on what was integrated before.
    this.pivots = false;
  }

  factor(re: number, im: number): boolean {
    this.assemble(re);
    if (this.complex !== undefined) this.complex.imaginary = im;
    const lu = this.complex ?? (this.real as SparseLu);
    if (this.pivots && lu.refactor()) return true;
    this.pivots = lu.factor();
    return this.pivots;
  }

  private assemble(re: number): void {
    const { values } = this.matrix;
    const { places, diagonal } = this.pattern;
    const jacobianValues = (this.J as SparseMatrix).values;
    values.fill(0);
    for (let k = 0; k < places.length; k++) values[places[k]] = -jacobianValues[k];
    for (let i = 0; i < diagonal.length; i++) values[diagonal[i]] += re;
  }

  solve(b: Float64Array, bi: Float64Array): void {
    if (this.complex !== undefined) this.complex.solve(b, bi);
    else (this.real as SparseLu).solve(b);
  }

  visitState(state: StateVisitor, J: SparseMatrix): void {
    this.J = J;
    this.pivots = state.boolean('pivots', this.pivots);
    (this.complex ?? (this.real as SparseLu)).visitState(state);
  }
}
