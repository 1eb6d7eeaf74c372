import type { SharedMemory } from '../../../fmu-sdk/host/fast-path/shared-memory.ts';
import type { BondResidual } from '../../energy/residual-energy.ts';
import { bondRecord, termRecord } from './residual-code.ts';

/** Residuals of bonds as records in the shared memory. */
export class Bonds {
  readonly at: number;
  readonly end: number;
  private readonly bonds: readonly BondResidual[];
  /** Records as numbers. Each starts with power, energy and magnitude. */
  private readonly values: Float64Array;

  private constructor(bonds: readonly BondResidual[], at: number, regions: SharedMemory) {
    this.bonds = bonds;
    this.at = at;
    this.end = at + bonds.length * bondRecord.size;
    this.values = new Float64Array(regions.buffer, at, (this.end - at) / 8);
  }

  /** Creates the records. Returns undefined if a value is not in this memory. */
  static of(bonds: readonly BondResidual[], regions: SharedMemory): Bonds | undefined {
    const at = regions.takeSmall(bonds.length * bondRecord.size);
    for (const [i, bond] of bonds.entries()) {
      const terms = regions.takeSmall(bond.terms.length * termRecord.size);
      const view = new DataView(regions.buffer, at + i * bondRecord.size, bondRecord.size);
      view.setUint32(bondRecord.terms, terms, true);
      view.setUint32(bondRecord.termsEnd, terms + bond.terms.length * termRecord.size, true);
      view.setUint32(bondRecord.trapezoidal, bond.trapezoidal ? 1 : 0, true);
      if (!bond.terms.every((_, k) => writeTerm(bond, k, terms + k * termRecord.size, regions)))
        return undefined;
    }
    return new Bonds(bonds, at, regions);
  }

  /** Writes the present residuals to the records. */
  put(): void {
    const { bonds, values } = this;
    for (let i = 0; i < bonds.length; i++) {
      const at = (i * bondRecord.size) / 8;
      for (let k = 0; k < 3; k++) values[at + k] = bonds[i].values[k];
    }
  }

  /** Reads the residuals from the records. */
  take(): void {
    const { bonds, values } = this;
    for (let i = 0; i < bonds.length; i++) {
      const at = (i * bondRecord.size) / 8;
      for (let k = 0; k < 3; k++) bonds[i].values[k] = values[at + k];
    }
  }
}

function writeTerm({ terms }: BondResidual, k: number, at: number, regions: SharedMemory): boolean {
  const term = terms[k];
  const view = new DataView(regions.buffer, at, termRecord.size);
  view.setFloat64(termRecord.weight, term.weight, true);
  const places = [
    [termRecord.effort, regions.addressOf(term.effort, term.effortAt)],
    [termRecord.effortInput, regions.addressOf(term.effortInput, term.effortInputAt)],
    [termRecord.flow, regions.addressOf(term.flow, term.flowAt)],
    [termRecord.flowInput, regions.addressOf(term.flowInput, term.flowInputAt)],
  ] as const;
  for (const [part, address] of places) if (address !== undefined) view.setUint32(part, address, true);
  return places.every(([, address]) => address !== undefined);
}
