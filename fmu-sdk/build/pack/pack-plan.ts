import type { SharedMemory } from '../../host/fast-path/shared-memory.ts';

/** Address and size of a value in the memory of a pack [bytes]. */
export interface Place {
  at: number;
  bytes: number;
}

/** Content of the plan that the packed unit reads (`inner/packed-unit.ts`). */
export interface PackPlan {
  /** Communication step H [s]. */
  step: number;
  /** Records of the inner units. */
  records: readonly number[];
  /** Continuous inputs of the pack, one for each element: a value, and its [u, u′, u″]. */
  inputs: readonly { value: number; polynomial: number }[];
  /** Inputs of inner units that connections set. */
  targets: readonly Place[];
  mostPasses: number;
  /** Records of the bonds. */
  bonds: { at: number; end: number };
}

/** Indexes in the table of functions that the packed unit calls. */
export interface PackSlots {
  step: number;
  transfer: number;
  residual: number;
  /** For each inner unit. */
  units: readonly { initialize: number; internalStep: number }[];
}

/** Bytes of the plan, of the entry of a unit, and of an entry of a list. */
const sizes = { plan: 64, unit: 16, entry: 8 };

/** A plan in the memory of a pack. */
export class PlacedPlan {
  /** Address of the plan. */
  readonly at: number;
  private readonly units: number;

  constructor(
    private readonly plan: PackPlan,
    private readonly memory: SharedMemory,
  ) {
    const { step, records, inputs, targets, mostPasses, bonds } = plan;
    this.at = memory.takeSmall(sizes.plan);
    this.units = memory.takeSmall(sizes.unit * records.length);
    const inputsAt = memory.takeSmall(sizes.entry * inputs.length);
    const targetsAt = memory.takeSmall(sizes.entry * targets.length);
    const before = memory.takeSmall(targets.reduce((sum, { bytes }) => sum + bytes, 0));
    const view = new DataView(memory.buffer);
    view.setFloat64(this.at, step, true);
    this.words(this.at + 8, [this.units, records.length, 0, 0, 0, inputsAt, inputs.length]);
    this.words(this.at + 36, [targetsAt, targets.length, before, mostPasses, bonds.at, bonds.end]);
    inputs.forEach(({ value, polynomial }, i) => {
      this.words(inputsAt + sizes.entry * i, [value, polynomial]);
    });
    targets.forEach(({ at, bytes }, i) => {
      this.words(targetsAt + sizes.entry * i, [at, bytes]);
    });
  }

  /** Writes the indexes of functions. */
  connect({ step, transfer, residual, units }: PackSlots): void {
    this.words(this.at + 16, [step, transfer, residual]);
    this.plan.records.forEach((record, k) => {
      const { initialize, internalStep } = units[k];
      this.words(this.units + sizes.unit * k, [record, initialize, internalStep, 0]);
    });
  }

  private words(at: number, values: readonly number[]): void {
    const view = new DataView(this.memory.buffer);
    values.forEach((value, i) => {
      view.setUint32(at + 4 * i, value, true);
    });
  }
}
