import type { Variable } from '../../../description/description.ts';
import type { ColumnDifferences } from '../../../solver/solver-slopes.ts';
import { type FmiApi, status } from '../../instance/fmi-api.ts';

/** A call for the sum of several columns. */
interface Direction {
  knowns: Uint32Array;
  seed: Float64Array;
}

/** A continuous state: an element of a variable. */
interface State {
  reference: number;
  length: number;
  element: number;
}

/** The FMU's directional derivatives of ẋ. `refused` reports a rejected call. */
export class DirectionalSlopes implements ColumnDifferences {
  readonly differences: Float64Array;
  readonly shifts: Float64Array;
  refused = false;
  private readonly calls: FmiApi;
  private readonly unknowns: Uint32Array;
  private readonly states: readonly State[];
  /** Calls by first column, for columns that were requested together. */
  private readonly directions = new Map<readonly number[], Direction>();
  private readonly single: Direction = { knowns: new Uint32Array(1), seed: new Float64Array(0) };

  constructor(calls: FmiApi, derivatives: readonly Variable[], states: readonly State[]) {
    this.calls = calls;
    this.unknowns = Uint32Array.from(derivatives, ({ valueReference }) => valueReference);
    this.states = states;
    this.differences = new Float64Array(states.length);
    this.shifts = new Float64Array(states.length).fill(1);
  }

  along(columns: readonly number[]): boolean {
    const { knowns, seed } = columns.length === 1 ? this.column(columns[0]) : this.direction(columns);
    if (this.calls.directionalDerivative(this.unknowns, knowns, seed, this.differences) > status.warning)
      this.refused = true;
    return !this.refused;
  }

  private column(j: number): Direction {
    const { single } = this;
    const { reference, length, element } = this.states[j];
    single.knowns[0] = reference;
    if (single.seed.length !== length) single.seed = new Float64Array(length);
    single.seed.fill(0)[element] = 1;
    return single;
  }

  private direction(columns: readonly number[]): Direction {
    let direction = this.directions.get(columns);
    if (direction === undefined) this.directions.set(columns, (direction = this.prepare(columns)));
    return direction;
  }

  private prepare(columns: readonly number[]): Direction {
    const offsets = new Map<number, number>();
    let length = 0;
    for (const j of columns) {
      const { reference, length: size } = this.states[j];
      if (offsets.has(reference)) continue;
      offsets.set(reference, length);
      length += size;
    }
    const seed = new Float64Array(length);
    for (const j of columns) {
      const { reference, element } = this.states[j];
      seed[(offsets.get(reference) as number) + element] = 1;
    }
    return { knowns: Uint32Array.from(offsets.keys()), seed };
  }
}

/**
 * Returns the states of the derivatives, element by element, or undefined if their number is not n.
 */
export function statesOf(derivatives: readonly Variable[], n: number): State[] | undefined {
  if (derivatives.some(({ derivative }) => derivative === undefined)) return undefined;
  const states = derivatives.flatMap(({ derivative = 0, dimensions }) => {
    const length = dimensions.reduce((count, size) => count * size, 1);
    return Array.from({ length }, (_, element) => ({ reference: derivative, length, element }));
  });
  return states.length === n ? states : undefined;
}
