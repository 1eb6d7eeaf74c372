import type { ModelDescription } from '../../description/description.ts';
import { groupColumns, singleColumns } from '../../solver/column-groups.ts';
import { FiniteDifferences } from '../../solver/finite-differences.ts';
import type { OdeProblem } from '../../solver/ode-integrator.ts';
import { fill, Gathering, type Slopes } from '../../solver/solver-slopes.ts';
import { fullMatrix, type SparseMatrix, sparseMatrix, transposed } from '../../solver/sparse-matrix.ts';
import type { Calls } from '../fmi-api.ts';
import { DirectionalSlopes, statesOf } from './directional-slopes.ts';
import { stateStructure } from './state-structure.ts';

/** Share by which a Jacobian may differ from a difference quotient of the derivatives before it is not believed. */
const trust = 1e-2;
/** Up to so many states a matrix of which nothing is known has an entry everywhere. */
const small = 20;

/** Directional derivatives of ẋ. Where one is refused, `refused` says so. */
export interface Directions extends Slopes {
  refused: boolean;
}

/** A way to the Jacobian. What it has gathered stands in fields, for it belongs to the state of a run. */
interface Way {
  /** Undefined when the unit gives none at (t, x). */
  at(t: number, x: Float64Array, f: Float64Array): SparseMatrix | undefined;
}

/** How a matrix comes from its slopes. */
interface Collector {
  gather(slopes: Slopes): SparseMatrix;
}

/** By groups of columns, where the matrix' structure is known. */
export class Filling implements Collector {
  constructor(
    private readonly groups: readonly (readonly number[])[],
    private readonly J: SparseMatrix,
  ) {}

  gather(slopes: Slopes): SparseMatrix {
    fill(slopes, this.groups, this.J);
    return this.J;
  }
}

class ByDifferences implements Way {
  private collector: Collector | undefined;

  constructor(
    private readonly quotients: FiniteDifferences,
    private readonly n: number,
    private readonly structure: readonly number[][] | undefined,
  ) {}

  at(t: number, x: Float64Array, f: Float64Array): SparseMatrix {
    this.collector ??= collectorFor(this.n, this.structure);
    return this.collector.gather(this.quotients.at(t, x, f));
  }
}

class ByDirections implements Way {
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
    const J = this.collector.gather(slopes);
    return slopes.refused ? undefined : J;
  }
}

/**
 * ∂ẋ/∂x of a unit: by its directional derivatives where it gives them, else by finite differences, both for several
 * columns at once where the model structure says that they have no row in common. Where it does not say, each column is
 * looked at and what is not zero kept. At first use the result is compared with ẋ itself along one direction: what the unit
 * says of itself is not used where it is wrong.
 */
export class StateJacobian {
  private readonly problem: Pick<OdeProblem, 'derivatives'>;
  private readonly sizes: Float64Array;
  private readonly above: Float64Array;
  private readonly below: Float64Array;
  private readonly shifted: Float64Array;
  /** The best way first; the last needs no proof. */
  private readonly ways: Way[];
  private proved: boolean;

  /**
   * `sizes` are the states' nominal values, `structure` for each ẋᵢ the states on which it depends, where that is known; `directions` directional derivatives,
   * where they are given.
   */
  constructor(
    problem: Pick<OdeProblem, 'derivatives'>,
    sizes: Float64Array,
    structure?: readonly number[][],
    directions?: Directions,
  ) {
    const n = sizes.length;
    this.problem = problem;
    this.sizes = sizes;
    this.above = new Float64Array(n);
    this.below = new Float64Array(n);
    this.shifted = new Float64Array(n);
    const quotients = new FiniteDifferences(problem, sizes);
    this.ways = [new ByDifferences(quotients, n, undefined)];
    if (structure !== undefined) this.ways.unshift(new ByDifferences(quotients, n, structure));
    if (directions !== undefined) this.ways.unshift(new ByDirections(problem, directions, n, structure));
    this.proved = this.ways.length === 1;
  }

  /** Of a unit alone. */
  static of(
    calls: Calls,
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
      const J = this.ways[0].at(t, x, f);
      if (J !== undefined && this.isProved(t, x, J)) return J;
      this.ways.shift();
      this.proved = this.ways.length === 1;
    }
  }

  private isProved(t: number, x: Float64Array, J: SparseMatrix): boolean {
    this.proved ||= this.agrees(t, x, J);
    return this.proved;
  }

  /** Compares J v with a central difference quotient of ẋ, v = the states' sizes. */
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
}

function collectorFor(n: number, structure: readonly number[][] | undefined): Collector {
  if (structure === undefined && n > small) return new Gathering(n);
  const groups = structure === undefined ? singleColumns(n) : groupColumns(structure);
  return new Filling(groups, structure === undefined ? fullMatrix(n) : sparseMatrix(transposed(structure)));
}
