import { Carried } from './bond-energy.ts';
import type { Column, Observer, RunView } from './observer.ts';

/** A recorded column in memory; integers of 64 bits as the nearest double. */
export interface ResultColumn {
  name: string;
  unitOfMeasure: string;
  data: Float64Array;
}

/** Keeps `time` and every column of a run in memory, and what its bonds have carried. */
export class Collector implements Observer {
  private readonly names: readonly Column[];
  private readonly data: Float64Array[];
  private readonly carried: Carried;
  private n = 0;

  constructor(view: RunView) {
    const { columns, system, time } = view;
    this.carried = new Carried(view);
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

  /** Of each bond what is known, and the energy that it has carried. */
  bonds<Known extends object>(known: readonly Known[]): (Known & { carried: number })[] {
    return known.map((each, k) => ({ ...each, carried: this.carried.energies[k] }));
  }

  result(): ResultColumn[] {
    return this.names.map(({ name, unitOfMeasure }, k) => ({
      name,
      unitOfMeasure,
      data: this.data[k].slice(0, this.n),
    }));
  }
}
