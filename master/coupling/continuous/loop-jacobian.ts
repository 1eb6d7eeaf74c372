import { elementCount, type Variable } from '../../../fmu-sdk/description/description.ts';
import type { ContinuousInstance } from '../../../fmu-sdk/host/continuous-instance.ts';
import type { ConnectionLoop, LoopDerivatives } from './connection-loop.ts';
import type { ContinuousConnection } from './continuous-connections.ts';
import type { Source } from './evaluation-order.ts';

/** Column that one call of a unit computes, with the location of its results. */
interface Column {
  readonly unit: number;
  readonly lane: number;
  readonly factor: number;
  readonly unknowns: Uint32Array;
  readonly knowns: Uint32Array;
  readonly seed: Float64Array;
  readonly sensitivity: Float64Array;
  /** Rows of the results: [row, index in the results]. */
  readonly rows: readonly (readonly [number, number])[];
}

/**
 * Computes the Jacobian by directional derivatives of the units, or by differences if a unit lacks
 * them or they do not converge.
 */
export class LoopJacobian implements LoopDerivatives {
  /** True if differences are used. */
  differences: boolean;
  private readonly columns: readonly Column[];
  private readonly moved: Float64Array;
  private readonly there: Float64Array;
  private readonly base: Float64Array;

  constructor(
    lanes: readonly ContinuousConnection[],
    sources: readonly Source[],
    private readonly units: readonly ContinuousInstance[],
  ) {
    this.columns = columnsOf(lanes, sources);
    this.differences = this.columns.some(
      ({ unit }) => units[unit].description.modelExchange?.providesDirectionalDerivatives !== true,
    );
    const vector = (): Float64Array => new Float64Array(lanes.length);
    [this.moved, this.there, this.base] = [vector(), vector(), vector()];
  }

  get by(): string {
    return this.differences ? 'differences' : 'directional derivatives';
  }

  fill(loop: ConnectionLoop, into: Float64Array): void {
    if (!this.differences && this.byDirections(loop.w.length, into)) return;
    this.differences = true;
    into.fill(0);
    this.byDifferences(loop, into);
  }

  switchMethod(): boolean {
    if (this.differences) return false;
    this.differences = true;
    return true;
  }

  private byDirections(n: number, into: Float64Array): boolean {
    for (let c = 0; c < this.columns.length; c++) {
      const { unit, lane, factor, unknowns, knowns, seed, sensitivity, rows } = this.columns[c];
      if (!this.units[unit].directional(unknowns, knowns, seed, sensitivity)) return false;
      for (let k = 0; k < rows.length; k++) into[rows[k][0] * n + lane] += factor * sensitivity[rows[k][1]];
    }
    return true;
  }

  private byDifferences(loop: ConnectionLoop, into: Float64Array): void {
    const { moved, there, base } = this;
    const n = loop.w.length;
    there.set(loop.w);
    loop.evaluateLoop(there, base);
    for (let j = 0; j < n; j++) {
      let h = loop.increment(j);
      there[j] = loop.w[j] + h;
      if (!loop.evaluateLoop(there, moved)) {
        h = -h;
        there[j] = loop.w[j] + h;
        loop.evaluateLoop(there, moved);
      }
      h = there[j] - loop.w[j];
      there[j] = loop.w[j];
      for (let i = 0; i < n; i++) into[i * n + j] = (moved[i] - base[i]) / h;
    }
    loop.evaluateLoop(there, base);
  }
}

function columnsOf(lanes: readonly ContinuousConnection[], sources: readonly Source[]): Column[] {
  const inside = [...new Set(lanes.map(({ source }) => source))];
  return lanes.flatMap(({ targets }, lane) =>
    targets.flatMap(({ unit, variable, element, factor }): Column[] => {
      const own = inside.filter((s) => sources[s].unit === unit);
      if (own.length === 0) return [];
      return [
        {
          ...{ unit, lane, factor },
          unknowns: references(own.map((s) => sources[s].variable)),
          knowns: references([variable]),
          seed: Float64Array.from({ length: elementCount(variable) }, (_, i) => (i === element ? 1 : 0)),
          sensitivity: new Float64Array(own.reduce((sum, s) => sum + elementCount(sources[s].variable), 0)),
          rows: rowsOf(own, lanes, sources),
        },
      ];
    }),
  );
}

function rowsOf(
  own: readonly number[],
  lanes: readonly ContinuousConnection[],
  sources: readonly Source[],
): [number, number][] {
  const begins = new Map<number, number>();
  let length = 0;
  for (const s of own) {
    begins.set(s, length);
    length += elementCount(sources[s].variable);
  }
  return lanes.flatMap(({ source, element }, row): [number, number][] => {
    const begin = begins.get(source);
    return begin === undefined ? [] : [[row, begin + element]];
  });
}

const references = (variables: readonly Variable[]): Uint32Array =>
  Uint32Array.from(variables, ({ valueReference }) => valueReference);
