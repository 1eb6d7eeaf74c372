import { indexText } from '../../fmu-sdk/description/element.ts';
import type { Instance, NumericArray } from '../../fmu-sdk/host/instance.ts';
import type { EnergyBalance } from '../energy/balance.ts';
import type { BondResidual } from '../energy/residual.ts';
import type { CheckedSystem } from '../system/system.ts';

/** A recorded quantity: its CSV name, unit, and where it is read. */
export interface Column {
  name: string;
  unit: string;
  read(): number | bigint;
}

/** The columns of a run: recorded variables element by element, then residuals of the bonds, then the balance. */
export function columnsOf(
  system: CheckedSystem,
  instances: readonly Instance[],
  residuals: readonly BondResidual[],
  balance: EnergyBalance,
): Column[] {
  const variables = system.record.columns.flatMap(({ unit, variable }) => {
    const { view, offset, length } = instances[unit].view(variable);
    const base = system.record.prefix ? `${system.units[unit].name}.${variable.name}` : variable.name;
    return Array.from({ length }, (_, i): Column => {
      const name = base + indexText(variable, i);
      return { name, unit: variable.unit ?? '1', read: reader(view, offset + i) };
    });
  });
  const bonds = system.bonds.flatMap((bond, i): Column[] => [
    {
      name: `${bond.name}.residual_power`,
      unit: bond.unit === 'J' ? 'W' : `(${bond.unit})/s`,
      read: () => residuals[i].power,
    },
    { name: `${bond.name}.residual_energy`, unit: bond.unit, read: () => residuals[i].energy },
    { name: `${bond.name}.residual_energy_magnitude`, unit: bond.unit, read: () => residuals[i].magnitude },
  ]);
  if (balance.empty) return [...variables, ...bonds];
  return [...variables, ...bonds, { name: 'energy_balance', unit: 'J', read: () => balance.drift }];
}

function reader(view: NumericArray, at: number): () => number | bigint {
  return () => view[at];
}
