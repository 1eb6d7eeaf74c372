import type { SharedMemory } from '../../host/fast-path/shared-memory.ts';
import type { Place } from './iteration-plan.ts';
import { type MacroSlots, type PackMacro, PlacedMacros } from './macro-plan.ts';
import { type PackStage, PlacedStages } from './stage-plan.ts';

/** Content of the plan that the packed unit reads (`inner/plan.ts`). */
export interface PackPlan {
  /** Communication step H [s]. */
  step: number;
  /** Communication points, as in the run of the system. */
  points: { pace: number; scale: number };
  /** Records of the inner units, and their communication steps [s]. */
  records: readonly number[];
  steps: readonly number[];
  /** Continuous inputs of the pack, one for each element: a value, its [u, u′, u″], and its unit. */
  inputs: readonly { value: number; polynomial: number; unit: number }[];
  /** Inputs of inner units that connections set. */
  targets: readonly Place[];
  mostPasses: number;
  /** Records of the bonds. */
  bonds: { at: number; end: number };
  /** Addresses of energies and of their sums. */
  totals: readonly { energy: number; sum: number }[];
  /** Stages, first that of the system. Missing if the generated loop makes the steps. */
  stages?: readonly PackStage[];
  /** Units that share interface models. They step after all others. */
  macros?: readonly PackMacro[];
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
  /** Functions that transfer the values that stages do not set. */
  others: readonly number[];
  /** For each inner unit. `exit` is 0 unless it ends its initialization by a call. */
  units: readonly UnitSlots[];
}

/** Bytes of the plan, of the entries of a unit and of an input, and of an entry of another list. */
const sizes = { plan: 104, unit: 24, input: 40, entry: 8 };

/** A plan in the memory of a pack. */
export class PlacedPlan {
  /** Address of the plan. */
  readonly at: number;
  private readonly units: number;
  private readonly stages: PlacedStages;
  private readonly macros: PlacedMacros;
  /** Address of the first input of each unit, or 0. */
  private readonly firstInputs: readonly number[];

  constructor(
    private readonly plan: PackPlan,
    private readonly memory: SharedMemory,
  ) {
    this.macros = new PlacedMacros(plan.macros ?? [], memory);
    const { step, points, records, inputs, targets, mostPasses, bonds, totals } = plan;
    this.at = memory.takeSmall(sizes.plan);
    this.units = memory.takeSmall(sizes.unit * records.length);
    const inputsAt = memory.takeSmall(sizes.input * inputs.length);
    const inputAt = (i: number): number => inputsAt + sizes.input * i;
    this.firstInputs = records.map((_, unit) => {
      const i = inputs.findIndex((input) => input.unit === unit);
      return i < 0 ? 0 : inputAt(i);
    });
    const targetsAt = memory.takeSmall(sizes.entry * targets.length);
    const totalsAt = memory.takeSmall(sizes.entry * totals.length);
    const before = memory.takeSmall(targets.reduce((sum, { bytes }) => sum + bytes, 0));
    this.stages = new PlacedStages(plan.stages ?? [], memory);
    const view = new DataView(memory.buffer);
    view.setFloat64(this.at, step, true);
    view.setFloat64(this.at + 88, points.pace, true);
    view.setFloat64(this.at + 96, points.scale, true);
    this.words(this.at + 60, [this.stages.at, this.stages.end, this.macros.at, this.macros.end]);
    this.words(this.at + 8, [this.units, records.length, 0, 0, 0, inputsAt, inputs.length]);
    this.words(this.at + 36, [targetsAt, targets.length, before, mostPasses, bonds.at, bonds.end]);
    this.words(this.at + 76, [totalsAt, totals.length]);
    totals.forEach(({ energy, sum }, i) => {
      this.words(totalsAt + sizes.entry * i, [energy, sum]);
    });
    inputs.forEach(({ value, polynomial, unit }, i) => {
      const next = inputs.findIndex((other, j) => j > i && other.unit === unit);
      this.words(inputAt(i), [value, polynomial, next < 0 ? 0 : inputAt(next)]);
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
    this.stages.connect(
      this.plan.records.map((record, k) => ({ record, step: units[k].step, input: this.firstInputs[k] })),
      others,
    );
  }

  private words(at: number, values: readonly number[]): void {
    const view = new DataView(this.memory.buffer);
    values.forEach((value, i) => {
      view.setUint32(at + 4 * i, value, true);
    });
  }
}
