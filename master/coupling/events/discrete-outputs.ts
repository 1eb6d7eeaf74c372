import type { Instance, NumericArray } from '../../../fmu-sdk/host/instance.ts';
import type { Connection } from '../../system/system.ts';
import { elementsOf } from '../transfer/connected-elements.ts';

/** Numbers that units hand on and that change at events alone: whether one has changed since they were kept, and whose. */
export class DiscreteOutputs {
  private readonly sources: NumericArray[] = [];
  private readonly at: number[] = [];
  private readonly units: number[] = [];
  private readonly kept: (number | bigint)[];

  constructor(connections: readonly Connection[], instances: readonly Instance[]) {
    for (const connection of connections) {
      const { variable, unit } = connection.from;
      if (variable.variability === 'continuous' || /^(String|Binary|Clock)$/.test(variable.type)) continue;
      const { view, offset } = instances[unit].view(variable);
      for (const [element] of elementsOf(connection)) {
        this.sources.push(view);
        this.at.push(offset + element);
        this.units.push(unit);
      }
    }
    this.kept = this.at.map(() => 0);
  }

  keep(): void {
    const { sources, at, kept } = this;
    for (let i = 0; i < at.length; i++) kept[i] = sources[i][at[i]];
  }

  /** The unit of the first that has changed; -1 where none has. */
  origin(): number {
    const { sources, at, kept } = this;
    for (let i = 0; i < at.length; i++) if (!Object.is(sources[i][at[i]], kept[i])) return this.units[i];
    return -1;
  }

  changed(): boolean {
    return this.origin() >= 0;
  }
}
