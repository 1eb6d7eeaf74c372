import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import type { StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import type { Column, InnerView, Observer } from '../observe/observer.ts';
import { EnergyBalance, type EnergyEntry } from './energy-balance.ts';

/**
 * Energy balance of the whole system, from the energies that its FMUs declare.
 *
 * @example
 * const { energies }: Balance = session.balance;
 * if (!energies.empty) console.log(energies.drift, 'J by now,', energies.largest, 'J at most');
 */
export class Balance implements Observer {
  readonly energies: EnergyBalance;
  readonly columns: readonly Column[];

  constructor({ instances }: InnerView) {
    const energies = new EnergyBalance(instances.flatMap(entriesOf));
    this.energies = energies;
    this.columns = energies.empty
      ? []
      : [
          {
            name: 'energy_balance',
            unit: 'J',
            read: () => energies.drift,
            place: { view: energies.value, at: 0 },
          },
        ];
  }

  start(): void {
    this.energies.start();
  }

  step(): void {
    this.energies.update();
  }

  visitState(state: StateVisitor): void {
    this.energies.visitState(state);
  }
}

function entriesOf(instance: Instance): EnergyEntry[] {
  return instance.description.variables
    .filter((v) => v.energy !== undefined && v.type === 'Float64')
    .flatMap((v) => {
      const { view, offset, length } = instance.view(v);
      const sign = v.energy === 'supplied' ? -1 : 1;
      return Array.from(
        { length },
        (_, i): EnergyEntry => ({ view: view as Float64Array, at: offset + i, sign }),
      );
    });
}
