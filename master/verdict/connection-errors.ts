import type { Instance, NumericArray } from '../../fmu-sdk/host/instance/instance.ts';
import type { Stateful, StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import { connectedElements } from '../system/connections/connected-elements.ts';
import type { CheckedSystem, Connection } from '../system/system.ts';
import { variableLabel } from '../system/variable-label.ts';
import { negligible, rest } from './thresholds.ts';

/** Part of a value below which a change is rounding. */
const rounding = 1e-9;

/** Numbers that each connected element has in `sums`. */
const [errorSum, largestError, waySum, largestWay, size, mean] = [0, 1, 2, 3, 4, 5];
/** First of the last three values, the newest first. */
const past = 6;
const width = 9;

/** Steps in sequence that an error inside a step needs. */
export const cluster = 4;

/** Connected element: the places of its output and input, and how one follows from the other. */
interface Pair {
  readonly source: NumericArray;
  readonly from: number;
  readonly target: NumericArray;
  readonly to: number;
  readonly factor: number;
  readonly offset: number;
  /** Order of the polynomial of the input. */
  readonly order: number;
  readonly unit: string;
  readonly connection: Connection;
}

/** Connection with the largest error. */
export interface WorstConnection {
  readonly label: string;
  /** Sum of errors as a share of the way of the value. */
  readonly share: number;
}

/**
 * Errors of the continuous connections of a run, a sum each. It is the counterpart of the residual
 * energy for connections without a power bond:
 *
 *   share = Σ |ũ − u| / Σ |u − ū|,
 *
 * with the input ũ at the end of a step, the value u that the output has then, and the mean ū of all
 * values up to then. The largest error
 * is left out, because one jump does not depend on the step.
 *
 * A scheme that solves for the values makes ũ = u. Its inputs err inside the step. There the largest
 * error of the polynomial counts. It is |Δu| for an input that holds, |Δ²u| / 8 for a linear one and
 * |Δ³u| / 16 for a quadratic one.
 */
export class ConnectionErrors implements Stateful {
  private readonly pairs: readonly Pair[];
  private readonly sums: Float64Array;
  /** Number of looks, and the last step that was looked at. */
  private looks = 0;
  private last = -1;
  private inSequence = 0;

  constructor(
    private readonly system: CheckedSystem,
    instances: readonly Instance[],
    private readonly implicit: boolean,
  ) {
    this.pairs = system.connections.flatMap((connection) => pairsOf(connection, instances));
    this.sums = new Float64Array(width * this.pairs.length);
  }

  get count(): number {
    return this.pairs.length;
  }

  start(): void {
    this.remember(0);
  }

  /** Adds the errors at the end of step n. */
  look(n: number): void {
    const { implicit } = this;
    this.inSequence = n === this.last + 1 ? this.inSequence + 1 : 0;
    if (!implicit || this.inSequence > cluster - 2) {
      this.looks++;
      this.add();
    }
    this.remember(n);
  }

  private add(): void {
    const { pairs, sums, implicit, looks } = this;
    for (let k = 0; k < pairs.length; k++) {
      const pair = pairs[k];
      const at = width * k;
      const u = given(pair);
      const predicted = Math.abs((pair.target[pair.to] as number) - u);
      const error = implicit ? Math.max(predicted, this.errorInside(pair, at, u)) : predicted;
      sums[at + mean] += (u - sums[at + mean]) / looks;
      const way = Math.abs(u - sums[at + mean]);
      const magnitude = Math.abs(u);
      sums[at + errorSum] += error;
      sums[at + waySum] += way;
      if (error > sums[at + largestError]) sums[at + largestError] = error;
      if (way > sums[at + largestWay]) sums[at + largestWay] = way;
      if (magnitude > sums[at + size]) sums[at + size] = magnitude;
    }
  }

  /** Returns the largest error inside a step of an input whose ends are exact. */
  private errorInside({ order }: Pair, at: number, u: number): number {
    const { sums } = this;
    const a = sums[at + past];
    const b = sums[at + past + 1];
    const c = sums[at + past + 2];
    if (order === 0) return Math.abs(u - a);
    return order === 1 ? Math.abs(u - 2 * a + b) / 8 : Math.abs(u - 3 * a + 3 * b - c) / 16;
  }

  private remember(n: number): void {
    const { pairs, sums } = this;
    this.last = n;
    if (!this.implicit) return;
    for (let k = 0; k < pairs.length; k++) {
      const at = width * k + past;
      sums[at + 2] = sums[at + 1];
      sums[at + 1] = sums[at];
      sums[at] = given(pairs[k]);
    }
  }

  /** Returns the connection with the largest share of errors, if the run has enough steps. */
  get worst(): WorstConnection | undefined {
    const { pairs, sums, looks } = this;
    // Without the largest error, a first look has nothing to judge.
    if (looks < (this.implicit ? 1 : 2) || pairs.length === 0) return undefined;
    const largest = new Map<string, number>();
    pairs.forEach(({ unit }, k) => {
      const way = sums[width * k + largestWay];
      if (!(way <= (largest.get(unit) ?? 0))) largest.set(unit, way);
    });
    let worst: WorstConnection | undefined;
    pairs.forEach(({ connection, unit }, k) => {
      const at = width * k;
      const floor = looks * Math.max(rest, negligible * (largest.get(unit) ?? 0), rounding * sums[at + size]);
      const error = sums[at + errorSum] - sums[at + largestError];
      const share = error === 0 ? 0 : error / Math.max(sums[at + waySum], floor);
      if (worst === undefined || !(share <= worst.share))
        worst = { label: labelOf(connection, this.system), share };
    });
    return worst;
  }

  visitState(state: StateVisitor): void {
    state.array('sums', this.sums);
    this.looks = state.number('looks', this.looks);
    this.last = state.number('last', this.last);
    this.inSequence = state.number('inSequence', this.inSequence);
  }
}

/** Returns the value that a connection passes at the present point. */
const given = ({ source, from, factor, offset }: Pair): number => factor * (source[from] as number) + offset;

function labelOf({ from, to }: Connection, { units }: CheckedSystem): string {
  return `${units[from.unit].name}.${from.variable.name} → ${variableLabel(to, units)}`;
}

function pairsOf(connection: Connection, instances: readonly Instance[]): Pair[] {
  const { from, to, conversion, order, extrapolation } = connection;
  const isReal = (type: string): boolean => type.startsWith('Float');
  if (!isReal(from.variable.type) || !isReal(to.variable.type) || connection.map !== undefined) return [];
  if (from.variable.variability !== 'continuous' || to.variable.variability !== 'continuous') return [];
  const [source, target] = [from, to].map(({ unit, variable }) => instances[unit].view(variable));
  return connectedElements(connection).map(([out, into]) => ({
    source: source.view,
    from: source.offset + out,
    target: target.view,
    to: target.offset + into,
    factor: conversion?.factor ?? 1,
    offset: conversion?.offset ?? 0,
    order: extrapolation === undefined ? order : 1,
    unit: to.variable.unit ?? '',
    connection,
  }));
}
