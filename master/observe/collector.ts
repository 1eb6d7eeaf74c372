import type { StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import { BondEnergy } from '../energy/bond-energy.ts';
import type { Column, Observer, RunView } from './observer.ts';

/** Recorded column in memory, with 64-bit integers as the nearest double. */
export interface ResultColumn {
  name: string;
  unitOfMeasure: string;
  data: Float64Array;
}

/** Collects `time` and every column of a run in memory, and the energies of its bonds. */
export class Collector implements Observer {
  private readonly names: readonly Column[];
  private readonly data: Float64Array[];
  private readonly carried: BondEnergy;
  private n = 0;

  constructor(view: RunView) {
    const { columns, system, time } = view;
    this.carried = new BondEnergy(view);
    const steps = Math.round((system.stopTime - system.startTime) / system.step);
    this.names = [{ name: 'time', unitOfMeasure: 's', read: time }, ...columns];
    this.data = this.names.map(() => new Float64Array(Math.floor(steps / system.record.every) + 2));
  }

  row(t: number): void {
    this.carried.row(t);
    const { names, data, n } = this;
    for (let k = 0; k < names.length; k++) data[k][n] = Number(names[k].read());
    this.n = n + 1;
  }

  /** Adds to each bond the energy that it has transferred. */
  bonds<Known extends object>(known: readonly Known[]): (Known & { carried: number })[] {
    return known.map((item, k) => ({ ...item, carried: this.carried.energies[k] }));
  }

  result(): ResultColumn[] {
    return this.names.map(({ name, unitOfMeasure }, k) => ({
      name,
      unitOfMeasure,
      data: this.data[k].slice(0, this.n),
    }));
  }

  visitState(state: StateVisitor): void {
    this.carried.visitState(state);
    this.n = state.count('n', this.n, this.data[0].length);
    for (const column of this.data) state.array('column', column.subarray(0, this.n));
  }
}
