import type { EnergyKind } from '../../fmu-sdk/description/description.ts';
import type { SharedMemory } from '../../fmu-sdk/host/fast-path/shared-memory.ts';
import type { Instance, NumericArray } from '../../fmu-sdk/host/instance/instance.ts';
import { bondRecord } from '../coupling/fast-path/residual-code.ts';
import { type CheckedSystem, type EnergyTotal, energyTotals } from '../system/system.ts';

/** Sums of energies in the memory of a pack. */
export interface PlacedTotals {
  /** Address of each sum. */
  addresses: ReadonlyMap<EnergyTotal, number>;
  /** Addresses of an energy and of the sum that it belongs to. */
  terms: readonly { energy: number; sum: number }[];
}

/** Returns the sum that an energy belongs to. */
export function totalOf(kind: EnergyKind): EnergyTotal {
  return kind === 'kinetic' || kind === 'potential' ? 'stored' : kind;
}

/**
 * Places the sums of the energies that the units declare. Energy that the coupling removes at bonds
 * counts as dissipated, so that the balance of the pack closes.
 */
export function placeTotals(
  { bonds: declared }: CheckedSystem,
  instances: readonly Instance[],
  bonds: { at: number; end: number },
  addressOf: (view: NumericArray, at: number) => number,
  memory: SharedMemory,
): PlacedTotals {
  const addresses = new Map(energyTotals.map((kind) => [kind, memory.takeSmall(8)]));
  const sumOf = (kind: EnergyTotal): number => addresses.get(kind) as number;
  const ofUnits = instances.flatMap((instance) =>
    instance.description.variables.flatMap((variable) => {
      const { energy: kind, type } = variable;
      if (kind === undefined || type !== 'Float64') return [];
      const { view, offset, length } = instance.view(variable);
      const sum = sumOf(totalOf(kind));
      return Array.from({ length }, (_, i) => ({ energy: addressOf(view, offset + i), sum }));
    }),
  );
  const ofBonds = declared.flatMap(({ unit }, i) => {
    const energy = bonds.at + i * bondRecord.size + bondRecord.energy;
    const isPlaced = energy < bonds.end && unit === 'J';
    return isPlaced ? [{ energy, sum: sumOf('dissipated') }] : [];
  });
  return { addresses, terms: [...ofUnits, ...ofBonds] };
}
