import { elementCount, type Variable } from '../../../fmu-sdk/description/description.ts';
import type { ContinuousInstance } from '../../../fmu-sdk/host/instance/continuous-instance.ts';
import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { ConnectionLoop, LoopDerivatives } from './connection-loop.ts';
import type { ContinuousConnection } from './continuous-connections.ts';
import type { Source } from './evaluation-order.ts';

/** Column that one call of a unit computes, with the location of its results. */
interface Column {
  readonly unit: number;
  readonly connectionIndex: number;
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
  private readonly point: Float64Array;
  private readonly base: Float64Array;

  constructor(
    connections: readonly ContinuousConnection[],
    sources: readonly Source[],
    private readonly units: readonly ContinuousInstance[],
  ) {
    this.columns = columnsOf(connections, sources);
    this.differences = this.columns.some(
      ({ unit }) => units[unit].description.modelExchange?.providesDirectionalDerivatives !== true,
    );
    const vector = (): Float64Array => new Float64Array(connections.length);
    [this.moved, this.point, this.base] = [vector(), vector(), vector()];
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
      const { unit, connectionIndex, factor, unknowns, knowns, seed, sensitivity, rows } = this.columns[c];
      if (!this.units[unit].directional(unknowns, knowns, seed, sensitivity)) return false;
      for (let k = 0; k < rows.length; k++)
        into[rows[k][0] * n + connectionIndex] += factor * sensitivity[rows[k][1]];
    }
    return true;
  }

  private byDifferences(loop: ConnectionLoop, into: Float64Array): void {
    const { moved, point, base } = this;
    const n = loop.w.length;
    point.set(loop.w);
    loop.evaluateLoop(point, base);
    for (let j = 0; j < n; j++) {
      let h = loop.increment(j);
      point[j] = loop.w[j] + h;
      if (!loop.evaluateLoop(point, moved)) {
        h = -h;
        point[j] = loop.w[j] + h;
        loop.evaluateLoop(point, moved);
      }
      h = point[j] - loop.w[j];
      point[j] = loop.w[j];
      for (let i = 0; i < n; i++) into[i * n + j] = (moved[i] - base[i]) / h;
    }
    loop.evaluateLoop(point, base);
  }

  visitState(state: StateVisitor): void {
    this.differences = state.boolean('differences', this.differences);
  }
}

function columnsOf(connections: readonly ContinuousConnection[], sources: readonly Source[]): Column[] {
  const inside = [...new Set(connections.map(({ source }) => source))];
  return connections.flatMap(({ targets }, connectionIndex) =>
    targets.flatMap(({ unit, variable, element, factor }): Column[] => {
      const unitSources = inside.filter((s) => sources[s].unit === unit);
      if (unitSources.length === 0) return [];
      return [
        {
          ...{ unit, connectionIndex, factor },
          unknowns: references(unitSources.map((s) => sources[s].variable)),
          knowns: references([variable]),
          seed: Float64Array.from({ length: elementCount(variable) }, (_, i) => (i === element ? 1 : 0)),
          sensitivity: new Float64Array(
            unitSources.reduce((sum, s) => sum + elementCount(sources[s].variable), 0),
          ),
          rows: rowsOf(unitSources, connections, sources),
        },
      ];
    }),
  );
}

function rowsOf(
  unitSources: readonly number[],
  connections: readonly ContinuousConnection[],
  sources: readonly Source[],
): [number, number][] {
  const begins = new Map<number, number>();
  let length = 0;
  for (const s of unitSources) {
    begins.set(s, length);
    length += elementCount(sources[s].variable);
  }
  return connections.flatMap(({ source, element }, row): [number, number][] => {
    const begin = begins.get(source);
    return begin === undefined ? [] : [[row, begin + element]];
  });
}

const references = (variables: readonly Variable[]): Uint32Array =>
  Uint32Array.from(variables, ({ valueReference }) => valueReference);
