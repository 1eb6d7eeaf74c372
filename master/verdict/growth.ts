import type { Instance, NumericArray } from '../../fmu-sdk/host/instance/instance.ts';
import type { Stateful, StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import type { CheckedSystem, ElementPort, Port } from '../system/system.ts';
import { variableLabel } from '../system/variable-label.ts';
import { quarterGrowth, steadyGrowth } from './thresholds.ts';

/** Share of the scale of a value below which its growth does not matter. */
const leastShare = 1e-9;

/** Real number that is watched. */
interface Watched {
  readonly view: NumericArray;
  readonly at: number;
  readonly port: ElementPort;
  readonly nominal: number;
  /** True if another unit receives the value. */
  readonly exchanged: boolean;
}

/** Largest ratio of the logarithms of two growths that count as equal. */
const alike = 1.5;

/** Value that has grown most. */
export interface Grown {
  readonly label: string;
  readonly value: number;
  readonly factor: number;
}

/**
 * Growth of the recorded and exchanged real numbers of a run: their start values, and the largest
 * distance from them in each quarter of the run.
 */
export class Growth implements Stateful {
  private readonly watched: readonly Watched[];
  private readonly starts: Float64Array;
  /** Largest distance from the start, quarter by quarter for each number. */
  private readonly ways: Float64Array;
  /** Smallest and largest value, quarter by quarter for each number. */
  private readonly lows: Float64Array;
  private readonly highs: Float64Array;

  constructor(
    private readonly system: CheckedSystem,
    instances: readonly Instance[],
  ) {
    const ports = [...system.record.columns, ...system.connections.map((c): ElementPort => c.from)];
    const exchanged = new Set(system.connections.map(({ from }) => `${from.unit} ${from.variable.name}`));
    const known = new Map<Port['variable'], Set<number>>();
    this.watched = ports
      .filter(({ variable }) => variable.type.startsWith('Float'))
      .flatMap((port) => watchedOf(port, instances, known, exchanged));
    const { length } = this.watched;
    this.starts = new Float64Array(length);
    this.ways = new Float64Array(4 * length);
    this.lows = new Float64Array(4 * length).fill(Number.POSITIVE_INFINITY);
    this.highs = new Float64Array(4 * length).fill(Number.NEGATIVE_INFINITY);
  }

  start(): void {
    const { watched, starts } = this;
    for (let k = 0; k < watched.length; k++) starts[k] = watched[k].view[watched[k].at] as number;
  }

  /** Takes the values at a share of the run from 0 to 1. */
  look(share: number): void {
    const { watched, starts, ways, lows, highs } = this;
    const quarter = Math.min(3, Math.floor(4 * share));
    for (let k = 0; k < watched.length; k++) {
      const { view, at } = watched[k];
      const place = 4 * k + quarter;
      const value = view[at] as number;
      const way = Math.abs(value - starts[k]);
      if (!(way <= ways[place])) ways[place] = way;
      if (value < lows[place]) lows[place] = value;
      if (value > highs[place]) highs[place] = value;
    }
  }

  /** Returns the value that is largest in relation to its start and nominal values. */
  get largest(): Grown | undefined {
    return this.most((k) => Math.max(...this.quarters(k)) / this.scale(k));
  }

  /** Returns the value that has grown most among those that grow from each quarter to the next. */
  get exponential(): Grown | undefined {
    return this.most((k) => {
      const [a, b, c, d] = this.quarters(k);
      const ratios = [b / a, c / b, d / c];
      const least = Math.min(...ratios);
      // A motion that begins late has one ratio that is much larger than the others.
      const isRegular = least >= quarterGrowth && Math.max(...ratios) <= least * least;
      return isRegular && d > leastShare * this.scale(k) ? d / a : 0;
    });
  }

  /**
   * Returns the exchanged value whose range grows by the largest nearly constant factor from each
   * quarter to the next. A free oscillation grows so if each step adds a little energy to it.
   */
  get steady(): Grown | undefined {
    return this.most((k) => {
      const [a, b, c, d] = [0, 1, 2, 3].map(
        (quarter) => this.highs[4 * k + quarter] - this.lows[4 * k + quarter],
      );
      const growths = [Math.log(b / a), Math.log(c / b), Math.log(d / c)];
      const least = Math.min(...growths);
      const isSteady = least >= Math.log(steadyGrowth) && Math.max(...growths) <= alike * least;
      return this.watched[k].exchanged && isSteady && d > leastShare * this.scale(k) ? Math.exp(least) : 0;
    });
  }

  private most(factorOf: (k: number) => number): Grown | undefined {
    let best: Grown | undefined;
    this.watched.forEach(({ port }, k) => {
      const factor = factorOf(k);
      if (factor <= (best?.factor ?? 0)) return;
      const label = variableLabel(port, this.system.units);
      best = { label, value: Math.max(...this.quarters(k)), factor };
    });
    return best;
  }

  private quarters(k: number): Float64Array {
    return this.ways.subarray(4 * k, 4 * k + 4);
  }

  /** Returns the size that a value has by its start, its nominal value, or the unit of measure. */
  private scale(k: number): number {
    return Math.max(1, Math.abs(this.starts[k]), this.watched[k].nominal);
  }

  visitState(state: StateVisitor): void {
    state.array('starts', this.starts);
    state.array('ways', this.ways);
    state.array('lows', this.lows);
    state.array('highs', this.highs);
  }
}

function watchedOf(
  { element, ...port }: ElementPort,
  instances: readonly Instance[],
  known: Map<Port['variable'], Set<number>>,
  exchanged: ReadonlySet<string>,
): Watched[] {
  const { unit, variable } = port;
  const isExchanged = exchanged.has(`${unit} ${variable.name}`);
  const { view, offset, length } = instances[port.unit].view(variable);
  const nominal = Math.abs(Number(variable.nominal ?? 0)) || 0;
  const seen = known.get(variable) ?? new Set();
  known.set(variable, seen);
  const elements = element === undefined ? Array.from({ length }, (_, i) => i) : [element];
  return elements.flatMap((i) => {
    // Two units of one FMU share the description of a variable.
    const key = port.unit + i * instances.length;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ view, at: offset + i, port: { ...port, element: i }, nominal, exchanged: isExchanged }];
  });
}
