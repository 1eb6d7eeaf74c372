import type { ModelDescription, Variable } from '../../description/description.ts';
import { type ColumnGroup, groupColumns, singleColumns } from '../../solver/column-groups.ts';
import { finiteDifferences } from '../../solver/finite-differences.ts';
import type { OdeProblem } from '../../solver/integrator.ts';
import { type Calls, status } from '../calls.ts';

/** Share by which a Jacobian may differ from a difference quotient of the derivatives before it is not believed. */
const trust = 1e-2;

/** A group of columns as a call of directional derivatives. */
interface Direction {
  group: ColumnGroup;
  knowns: Uint32Array;
  seed: Float64Array;
  /** In an array of states: the element of the seed, else −1. */
  element: number;
}

/** Fills in J; false when the unit gives none at (t, x). */
type Way = (t: number, x: Float64Array, f: Float64Array, J: Float64Array) => boolean;

/**
 * ∂ẋ/∂x of a unit: by its directional derivatives where it gives them, else by finite differences, both for several
 * columns at once where the model structure says that they have no row in common. At first use the result is compared
 * with ẋ itself along one direction: what the unit says of itself is not used where it is wrong.
 */
export class StateJacobian {
  private readonly calls: Calls;
  private readonly problem: Pick<OdeProblem, 'derivatives'>;
  private readonly sizes: Float64Array;
  private readonly work: Float64Array;
  private readonly below: Float64Array;
  private readonly shifted: Float64Array;
  private readonly unknowns: Uint32Array;
  /** The best way first; the last needs no proof. */
  private readonly ways: Way[];
  private proved: boolean;

  /** `sizes` are the states' nominal values. */
  constructor(
    calls: Calls,
    description: ModelDescription,
    problem: Pick<OdeProblem, 'derivatives'>,
    sizes: Float64Array,
  ) {
    const n = sizes.length;
    this.calls = calls;
    this.problem = problem;
    this.sizes = sizes;
    this.work = new Float64Array(n);
    this.below = new Float64Array(n);
    this.shifted = new Float64Array(n);
    const derivatives = description.continuousStateDerivatives.map(
      ({ variable }) => description.variables[variable],
    );
    this.unknowns = Uint32Array.from(derivatives, ({ valueReference }) => valueReference);
    const single = singleColumns(n);
    const groups = structureOf(description, derivatives, n) ?? single;
    const directions = directionsOf(derivatives, groups);
    const provided = description.modelExchange?.providesDirectionalDerivatives === true;
    this.ways = [(t, x, f, J) => this.differences(single, t, x, f, J)];
    if (groups !== single) this.ways.unshift((t, x, f, J) => this.differences(groups, t, x, f, J));
    if (provided && directions !== undefined)
      this.ways.unshift((t, x, _, J) => this.directional(directions, t, x, J));
    this.proved = this.ways.length === 1;
  }

  evaluate(t: number, x: Float64Array, f: Float64Array, J: Float64Array): void {
    while (!this.ways[0](t, x, f, J) || !this.isProved(t, x, J)) {
      this.ways.shift();
      this.proved = this.ways.length === 1;
    }
  }

  private isProved(t: number, x: Float64Array, J: Float64Array): boolean {
    this.proved ||= this.agrees(t, x, J);
    return this.proved;
  }

  private differences(
    groups: readonly ColumnGroup[],
    t: number,
    x: Float64Array,
    f: Float64Array,
    J: Float64Array,
  ): boolean {
    finiteDifferences(this.problem, groups, t, x, f, this.sizes, this.shifted, this.work, J);
    return true;
  }

  private directional(
    directions: readonly Direction[],
    t: number,
    x: Float64Array,
    J: Float64Array,
  ): boolean {
    const { calls, unknowns, work } = this;
    const n = x.length;
    if (!this.problem.derivatives(t, x, work)) return false;
    J.fill(0);
    for (const { group, knowns, seed, element } of directions) {
      if (element >= 0) seed.fill(0)[element] = 1;
      if (calls.directionalDerivative(unknowns, knowns, seed, work) > status.warning) return false;
      const { columns, rows } = group;
      for (let c = 0; c < columns.length; c++) for (const i of rows[c]) J[i * n + columns[c]] = work[i];
    }
    return true;
  }

  /** Compares J v with a central difference quotient of ẋ, v = the states' sizes. */
  private agrees(t: number, x: Float64Array, J: Float64Array): boolean {
    const { problem, shifted, work, below } = this;
    const n = x.length;
    this.shift(x, -1);
    if (!problem.derivatives(t, shifted, below)) return true;
    this.shift(x, 1);
    if (!problem.derivatives(t, shifted, work)) return true;
    for (let i = 0; i < n; i++) {
      let product = 0;
      let scale = 0;
      for (let j = 0; j < n; j++) {
        const part = 2 * J[i * n + j] * (shifted[j] - x[j]);
        product += part;
        scale += Math.abs(part);
      }
      const difference = work[i] - below[i];
      const rounding = 10 * Number.EPSILON * Math.max(Math.abs(work[i]), Math.abs(below[i]));
      const allowed = trust * Math.max(scale, Math.abs(difference)) + rounding;
      if (Math.abs(product - difference) > allowed) return false;
    }
    return true;
  }

  private shift(x: Float64Array, sign: number): void {
    const delta = sign * Math.cbrt(Number.EPSILON);
    for (let i = 0; i < x.length; i++)
      this.shifted[i] = x[i] + delta * Math.max(this.sizes[i], Math.abs(x[i]));
  }
}

/** Groups of columns by the dependencies in the model structure; undefined when they are not told of scalars alone. */
function structureOf(
  { continuousStateDerivatives, variables }: ModelDescription,
  derivatives: readonly Variable[],
  n: number,
): ColumnGroup[] | undefined {
  if (derivatives.length !== n || derivatives.some(({ dimensions }) => dimensions.length > 0))
    return undefined;
  const columns = new Map(derivatives.map(({ derivative }, j) => [derivative, j]));
  const columnsOf = continuousStateDerivatives.map(({ dependencies }) =>
    dependencies
      ?.filter((known) => variables[known].type === 'Float64')
      .flatMap((known) => columns.get(variables[known].valueReference) ?? []),
  );
  if (columnsOf.includes(undefined)) return undefined;
  return groupColumns(columnsOf as number[][]);
}

function directionsOf(
  derivatives: readonly Variable[],
  groups: readonly ColumnGroup[],
): Direction[] | undefined {
  if (derivatives.some(({ derivative }) => derivative === undefined)) return undefined;
  const states = derivatives.flatMap(({ derivative = 0, dimensions }) => {
    const length = dimensions.reduce((count, size) => count * size, 1);
    return Array.from({ length }, (_, element) => ({ reference: derivative, length, element }));
  });
  if (states.length !== groups.reduce((count, { columns }) => count + columns.length, 0)) return undefined;
  return groups.map((group) => {
    const known = group.columns.map((j) => states[j]);
    const [{ length, element }] = known;
    const knowns = Uint32Array.from(known, ({ reference }) => reference);
    return length === 1
      ? { group, knowns, seed: new Float64Array(knowns.length).fill(1), element: -1 }
      : { group, knowns, seed: new Float64Array(length), element };
  });
}
