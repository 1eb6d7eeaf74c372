import type { SharedMemory } from '../../host/fast-path/shared-memory.ts';
import { type PackIteration, type Place, placeIteration } from './iteration-plan.ts';
import { type MacroSlots, type PackMacro, PlacedMacros } from './macro-plan.ts';

/** Content of the plan that the packed unit reads (`inner/plan.ts`). */
export interface PackPlan {
  /** Communication step H [s]. */
  step: number;
  /** Communication points, as in the run of the system. */
  points: { pace: number; scale: number };
  /** Records of the inner units, and their communication steps [s]. */
  records: readonly number[];
  steps: readonly number[];
  /** Continuous inputs of the pack, one for each element: a value, and its [u, u′, u″]. */
  inputs: readonly { value: number; polynomial: number }[];
  /** Inputs of inner units that connections set. */
  targets: readonly Place[];
  mostPasses: number;
  /** Records of the bonds. */
  bonds: { at: number; end: number };
  /** Addresses of energies and of their sums. */
  totals: readonly { energy: number; sum: number }[];
  /** Units in the order in which they step, with their connections. Missing for Jacobi. */
  sequence?: readonly SequencedUnit[];
  /** Iteration over communication steps. Missing if units step once. */
  iteration?: PackIteration | undefined;
  /** Units that share interface models. They step after all others. */
  macros?: readonly PackMacro[];
  /** Ticks of a communication step, if units have their own steps. */
  ticks?: number;
}

/** A unit that steps in a sequence, and the connections that set its inputs. */
export interface SequencedUnit {
  unit: number;
  /** Ticks of its step, or 0. */
  period: number;
  connections: readonly PlacedConnection[];
}

/**
 * A real value from an output to an input. `index` counts the connections of the system, `from` the
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

/** Indexes in the table of the functions of an inner unit. */
export interface UnitSlots {
  initialize: number;
  internalStep: number;
  step: number;
  exit: number;
  /** Functions for macro steps. */
  macro?: MacroSlots | undefined;
}

/** Indexes in the table of functions that the packed unit calls. */
export interface PackSlots {
  step: number;
  transfer: number;
  residual: number;
  /** Transfers the values that the sequence does not, for all units or for each of them. */
  others: readonly number[];
  /** For each inner unit. `exit` is 0 unless it ends its initialization by a call. */
  units: readonly UnitSlots[];
}

/** Bytes of the plan, of the entry of a unit, and of an entry of a list. */
const sizes = { plan: 128, unit: 24, entry: 8, connection: 104, sequence: 24 };

/** A plan in the memory of a pack. */
export class PlacedPlan {
  /** Address of the plan. */
  readonly at: number;
  private readonly units: number;
  private readonly sequence: number;
  private readonly macros: PlacedMacros;

  constructor(
    private readonly plan: PackPlan,
    private readonly memory: SharedMemory,
  ) {
    this.macros = new PlacedMacros(plan.macros ?? [], memory);
    const { step, points, records, inputs, targets, mostPasses, bonds, totals } = plan;
    this.at = memory.takeSmall(sizes.plan);
    this.units = memory.takeSmall(sizes.unit * records.length);
    const inputsAt = memory.takeSmall(sizes.entry * inputs.length);
    const targetsAt = memory.takeSmall(sizes.entry * targets.length);
    const totalsAt = memory.takeSmall(sizes.entry * totals.length);
    const before = memory.takeSmall(targets.reduce((sum, { bytes }) => sum + bytes, 0));
    const sequence = plan.sequence ?? [];
    this.sequence = memory.takeSmall(sizes.sequence * sequence.length);
    const connections = sequence.flatMap((unit) => unit.connections);
    const first = memory.takeSmall(sizes.connection * connections.length);
    const view = new DataView(memory.buffer);
    view.setFloat64(this.at, step, true);
    view.setFloat64(this.at + 88, points.pace, true);
    view.setFloat64(this.at + 96, points.scale, true);
    const end = first + sizes.connection * connections.length;
    this.words(this.at + 60, [this.sequence, sequence.length, first, end]);
    connections.forEach(({ source, target, slot, order, fresh, factor, offset, spacing, from }, i) => {
      const at = first + sizes.connection * i;
      this.words(at, [source, target, slot, order, Number(fresh), -1]);
      view.setFloat64(at + 24, factor, true);
      view.setFloat64(at + 32, offset, true);
      this.words(at + 88, [spacing, from]);
    });
    const recordOf = (index: number): number =>
      first + sizes.connection * connections.findIndex((c) => c.index === index);
    if (plan.iteration !== undefined)
      this.words(this.at + 112, [placeIteration(plan.iteration, memory, recordOf)]);
    this.words(this.at + 116, [this.macros.at, this.macros.end]);
    let next = first;
    sequence.forEach((unit, k) => {
      const begin = next;
      next += sizes.connection * unit.connections.length;
      this.words(this.sequence + sizes.sequence * k + 8, [begin, next]);
    });
    this.words(this.at + 8, [this.units, records.length, 0, 0, 0, inputsAt, inputs.length]);
    this.words(this.at + 36, [targetsAt, targets.length, before, mostPasses, bonds.at, bonds.end]);
    this.words(this.at + 104, [totalsAt, totals.length]);
    totals.forEach(({ energy, sum }, i) => {
      this.words(totalsAt + sizes.entry * i, [energy, sum]);
    });
    inputs.forEach(({ value, polynomial }, i) => {
      this.words(inputsAt + sizes.entry * i, [value, polynomial]);
    });
    targets.forEach(({ at, bytes }, i) => {
      this.words(targetsAt + sizes.entry * i, [at, bytes]);
    });
  }

  /** Reports whether a unit takes part in macro steps. */
  isInMacro(unit: number): boolean {
    return this.plan.macros?.some(({ units }) => units.includes(unit)) === true;
  }

  /** Writes the indexes of functions. */
  connect({ step, transfer, residual, others, units }: PackSlots): void {
    this.words(this.at + 16, [step, transfer, residual]);
    this.words(this.at + 76, [others[0], this.plan.ticks ?? 0]);
    this.plan.records.forEach((record, k) => {
      const { initialize, internalStep, exit } = units[k];
      const at = this.units + sizes.unit * k;
      this.words(at, [record, initialize, internalStep, exit]);
      new DataView(this.memory.buffer).setFloat64(at + 16, this.plan.steps[k], true);
    });
    this.macros.connect(
      this.plan.records,
      units.map(({ macro }) => macro),
    );
    this.plan.sequence?.forEach(({ unit, period }, k) => {
      const at = this.sequence + sizes.sequence * k;
      this.words(at, [this.plan.records[unit], units[unit].step]);
      this.words(at + 16, [others[unit % others.length], period]);
    });
  }

  private words(at: number, values: readonly number[]): void {
    const view = new DataView(this.memory.buffer);
    values.forEach((value, i) => {
      view.setUint32(at + 4 * i, value, true);
    });
  }
}
