import type { ModelDescription } from '../../../description/description.ts';
import { FiniteDifferences } from '../../../solver/finite-differences.ts';
import { groupColumns, singleColumns } from '../../../solver/linear-algebra/column-groups.ts';
import {
  fullMatrix,
  type SparseMatrix,
  sparseMatrix,
  transposed,
} from '../../../solver/linear-algebra/sparse-matrix.ts';
import type { OdeProblem } from '../../../solver/ode-integrator.ts';
import { type ColumnDifferences, fillMatrix, MatrixCollector } from '../../../solver/solver-slopes.ts';
import type { Stateful, StateVisitor } from '../../../util/state/stateful.ts';
import type { FmiApi } from '../../instance/fmi-api.ts';
import { DirectionalSlopes, statesOf } from './directional-slopes.ts';
import { stateStructure } from './state-structure.ts';

/**
 * Relative difference between a Jacobian and a difference quotient of the derivatives beyond which
 * the Jacobian is rejected.
 */
const trust = 1e-2;
/** Number of states up to which a matrix of unknown structure is dense. */
const small = 20;

/** Directional derivatives of ẋ. `refused` reports a rejected call. */
export interface Directions extends ColumnDifferences {
  refused: boolean;
}

/** A method to compute the Jacobian. Its result does not depend on earlier calls. */
interface JacobianMethod {
  /** Returns the Jacobian, or undefined if the FMU does not provide it at (t, x). */
  at(t: number, x: Float64Array, f: Float64Array): SparseMatrix | undefined;
}

/** Assembles a matrix from slopes. */
interface Collector {
  collect(slopes: ColumnDifferences): SparseMatrix;
}

/** Assembles a matrix of known structure from groups of columns. */
export class SparseFilling implements Collector {
  constructor(
    private readonly groups: readonly (readonly number[])[],
    private readonly J: SparseMatrix,
  ) {}

  collect(slopes: ColumnDifferences): SparseMatrix {
    fillMatrix(slopes, this.groups, this.J);
    return this.J;
  }
}

class ByDifferences implements JacobianMethod {
  private collector: Collector | undefined;

  constructor(
    private readonly quotients: FiniteDifferences,
    private readonly n: number,
    private readonly structure: readonly number[][] | undefined,
  ) {}

  at(t: number, x: Float64Array, f: Float64Array): SparseMatrix {
    this.collector ??= collectorFor(this.n, this.structure);
    return this.collector.collect(this.quotients.at(t, x, f));
  }
}

class ByDirections implements JacobianMethod {
  private collector: Collector | undefined;
  private readonly dx: Float64Array;

  constructor(
    private readonly problem: Pick<OdeProblem, 'derivatives'>,
    private readonly slopes: Directions,
    private readonly n: number,
    private readonly structure: readonly number[][] | undefined,
  ) {
    this.dx = new Float64Array(n);
  }

  at(t: number, x: Float64Array): SparseMatrix | undefined {
    const { slopes } = this;
    this.collector ??= collectorFor(this.n, this.structure);
    if (!this.problem.derivatives(t, x, this.dx)) return undefined;
    slopes.refused = false;
    const J = this.collector.collect(slopes);
    return slopes.refused ? undefined : J;
  }
}

/**
 * Computes ∂ẋ/∂x of an FMU by directional derivatives, or by finite differences. Columns without a
 * common row in the model structure share one evaluation. If the structure is unknown, it evaluates
 * each column and stores the non-zero entries.
 *
 * At first use, compares the result with ẋ along one direction, and rejects wrong derivatives of
 * the FMU.
 */
export class StateJacobian implements Stateful {
  private readonly above: Float64Array;
  private readonly below: Float64Array;
  private readonly shifted: Float64Array;
  /** Methods in order of preference. The last does not need verification. */
  private readonly ways: JacobianMethod[];
  /** Index of the present method. */
  private way = 0;
  private proved: boolean;

  /**
   * `sizes` are the states' nominal values. `structure` lists for each ẋᵢ the states it depends on,
   * if known. `directions` are directional derivatives, if available.
   */
  constructor(
    private readonly problem: Pick<OdeProblem, 'derivatives'>,
    private readonly sizes: Float64Array,
    structure?: readonly number[][],
    directions?: Directions,
  ) {
    const n = sizes.length;
    this.above = new Float64Array(n);
    this.below = new Float64Array(n);
    this.shifted = new Float64Array(n);
    const quotients = new FiniteDifferences(problem, sizes);
    this.ways = [new ByDifferences(quotients, n, undefined)];
    if (structure !== undefined) this.ways.unshift(new ByDifferences(quotients, n, structure));
    if (directions !== undefined) this.ways.unshift(new ByDirections(problem, directions, n, structure));
    this.proved = this.ways.length === 1;
  }

  /** Creates the Jacobian of a single FMU. */
  static of(
    calls: FmiApi,
    description: ModelDescription,
    problem: Pick<OdeProblem, 'derivatives'>,
    sizes: Float64Array,
  ): StateJacobian {
    const n = sizes.length;
    const derivatives = description.continuousStateDerivatives.map(
      ({ variable }) => description.variables[variable],
    );
    const states = statesOf(derivatives, n);
    const provided = description.modelExchange?.providesDirectionalDerivatives === true;
    return new StateJacobian(
      problem,
      sizes,
      stateStructure(description, derivatives, n),
      provided && states !== undefined ? new DirectionalSlopes(calls, derivatives, states) : undefined,
    );
  }

  evaluate(t: number, x: Float64Array, f: Float64Array): SparseMatrix {
    for (;;) {
      const J = this.ways[this.way].at(t, x, f);
      if (J !== undefined && this.isProved(t, x, J)) return J;
      this.way++;
      this.proved = this.way === this.ways.length - 1;
    }
  }

  private isProved(t: number, x: Float64Array, J: SparseMatrix): boolean {
    this.proved ||= this.agrees(t, x, J);
    return this.proved;
  }

  /** Compares J v with a central difference quotient of ẋ, where v holds the states' sizes. */
  private agrees(t: number, x: Float64Array, J: SparseMatrix): boolean {
    const { problem, shifted, above, below } = this;
    const n = x.length;
    this.shift(x, -1);
    if (!problem.derivatives(t, shifted, below)) return true;
    this.shift(x, 1);
    if (!problem.derivatives(t, shifted, above)) return true;
    const [products, scales] = [new Float64Array(n), new Float64Array(n)];
    for (let j = 0; j < n; j++)
      for (let k = J.starts[j]; k < J.starts[j + 1]; k++) {
        const part = 2 * J.values[k] * (shifted[j] - x[j]);
        products[J.rows[k]] += part;
        scales[J.rows[k]] += Math.abs(part);
      }
    for (let i = 0; i < n; i++) {
      const difference = above[i] - below[i];
      const rounding = 10 * Number.EPSILON * Math.max(Math.abs(above[i]), Math.abs(below[i]));
      const allowed = trust * Math.max(scales[i], Math.abs(difference)) + rounding;
      if (Math.abs(products[i] - difference) > allowed) return false;
    }
    return true;
  }

  private shift(x: Float64Array, sign: number): void {
    const delta = sign * Math.cbrt(Number.EPSILON);
    for (let i = 0; i < x.length; i++)
      this.shifted[i] = x[i] + delta * Math.max(this.sizes[i], Math.abs(x[i]));
  }

  visitState(state: StateVisitor): void {
    this.way = state.count('way', this.way, this.ways.length - 1);
    this.proved = state.boolean('proved', this.proved);
  }
}

function collectorFor(n: number, structure: readonly number[][] | undefined): Collector {
  if (structure === undefined && n > small) return new MatrixCollector(n);
  const groups = structure === undefined ? singleColumns(n) : groupColumns(structure);
  return new SparseFilling(
    groups,
    structure === undefined ? fullMatrix(n) : sparseMatrix(transposed(structure)),
  );
}
