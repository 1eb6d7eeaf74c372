import type { SharedMemory } from '../../host/fast-path/shared-memory.ts';
import { type PackIteration, placeIteration } from './iteration-plan.ts';

/** Bytes of a stage, of an entry of its sequence, and of a connection. */
const sizes = { stage: 40, entry: 32, connection: 104 };

/** Units that step by one scheme (`inner/stage.ts`): those of a system, or of a group in it. */
export interface PackStage {
  sequence: readonly SequencedUnit[];
  /** Index of the function that transfers the values without a polynomial. */
  others: number;
  /** Ticks of a communication step, if units have their own steps, otherwise 0. */
  ticks: number;
  /** Iteration over communication steps. Missing if units step once. */
  iteration?: PackIteration | undefined;
}

/** A unit in memory: its record, its function `step`, and the first of its inputs from outside, or 0. */
export interface PlacedUnit {
  record: number;
  step: number;
  input: number;
}

/** A unit that steps in a sequence, and the connections that set its inputs. */
export interface SequencedUnit {
  unit: number;
  /** Index of the stage that steps in its place, if it stands for a group. */
  stage?: number | undefined;
  /** Ticks of its step, or 0. */
  period: number;
  /** Index of the function that transfers its other values. */
  others: number;
  connections: readonly PlacedConnection[];
}

/**
 * A real value from an output to an input. `index` counts the connections of the stage, `from` the
 * units of the sequence. `slot` is the address of [u, u′, u″], or 0.
 */
export interface PlacedConnection {
  index: number;
  from: number;
  source: number;
  target: number;
  slot: number;
  order: number;
  /** True if its source steps before its target. */
  fresh: boolean;
  factor: number;
  offset: number;
  /** Ticks between two readings of its source, or 0. */
  spacing: number;
}

/** Stages in the memory of a pack. */
export class PlacedStages {
  readonly at: number;
  readonly end: number;
  private readonly sequences: readonly number[];

  constructor(
    private readonly stages: readonly PackStage[],
    private readonly memory: SharedMemory,
  ) {
    this.at = memory.takeSmall(sizes.stage * stages.length);
    this.end = this.at + sizes.stage * stages.length;
    this.sequences = stages.map((stage, s) => this.place(stage, this.at + sizes.stage * s));
  }

  /** Places a stage, and returns the address of its sequence. */
  private place({ sequence, ticks, iteration }: PackStage, at: number): number {
    const { memory } = this;
    const sequenceAt = memory.takeSmall(sizes.entry * sequence.length);
    const connections = sequence.flatMap((unit) => unit.connections);
    const first = memory.takeSmall(sizes.connection * connections.length);
    const recordAt = (i: number): number => first + sizes.connection * i;
    connections.forEach((connection, i) => {
      this.placeConnection(connection, recordAt(i));
    });
    this.words(at + 8, [sequenceAt, sequence.length, first, recordAt(connections.length)]);
    const iterationAt =
      iteration === undefined
        ? 0
        : placeIteration(iteration, memory, (index) =>
            recordAt(connections.findIndex((c) => c.index === index)),
          );
    this.words(at + 28, [ticks, iterationAt]);
    let next = 0;
    sequence.forEach((unit, k) => {
      const begin = next;
      next += unit.connections.length;
      this.words(sequenceAt + sizes.entry * k + 8, [recordAt(begin), recordAt(next)]);
    });
    return sequenceAt;
  }

  private placeConnection(connection: PlacedConnection, at: number): void {
    const { source, target, slot, order, fresh, factor, offset, spacing, from } = connection;
    const view = new DataView(this.memory.buffer);
    this.words(at, [source, target, slot, order, Number(fresh), -1]);
    view.setFloat64(at + 24, factor, true);
    view.setFloat64(at + 32, offset, true);
    this.words(at + 88, [spacing, from]);
  }

  /**
   * Writes the records and first inputs of the units, and the indexes of functions: `step` of each
   * unit, and those that transfer other values.
   */
  connect(units: readonly PlacedUnit[], others: readonly number[]): void {
    this.stages.forEach((stage, s) => {
      this.words(this.at + sizes.stage * s + 24, [others[stage.others]]);
      stage.sequence.forEach(({ unit, stage: group, period, others: own }, k) => {
        const at = this.sequences[s] + sizes.entry * k;
        const { record, step, input } = units[unit];
        this.words(at, group === undefined ? [record, step] : [this.at + sizes.stage * group, 0]);
        this.words(at + 16, [others[own], period, group === undefined ? input : 0]);
      });
    });
  }

  private words(at: number, values: readonly number[]): void {
    const view = new DataView(this.memory.buffer);
    values.forEach((value, i) => {
      view.setUint32(at + 4 * i, value, true);
    });
  }
}
