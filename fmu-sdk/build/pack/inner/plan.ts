/**
 * Places in the plan of a pack, in bytes. `pack-plan.ts` writes the plan. `*Slot` is the index of a
 * function in the table.
 */
@unmanaged
export class Plan {
  /** Communication step H [s]. */
  step: f64 = 0.0;
  units: u32 = 0;
  unitCount: u32 = 0;
  stepSlot: u32 = 0;
  transferSlot: u32 = 0;
  residualSlot: u32 = 0;
  /** Continuous inputs of inner units that are inputs of the pack. */
  inputs: u32 = 0;
  inputCount: u32 = 0;
  /** Inputs of inner units that connections set. */
  targets: u32 = 0;
  targetCount: u32 = 0;
  /** Memory for the bytes of all targets. */
  before: u32 = 0;
  mostPasses: u32 = 0;
  bonds: u32 = 0;
  bondsEnd: u32 = 0;
  /** Stages, first that of the system. Without them the generated loop makes steps (Jacobi). */
  stages: u32 = 0;
  stagesEnd: u32 = 0;
  /** Units that share an interface model. */
  macros: u32 = 0;
  macrosEnd: u32 = 0;
  /** Energies and their sums. */
  totals: u32 = 0;
  totalCount: u32 = 0;
  reserved: u32 = 0;
  /** Communication points: t_n = (start · scale + n · pace) / scale. */
  pace: f64 = 0.0;
  scale: f64 = 1.0;
}
