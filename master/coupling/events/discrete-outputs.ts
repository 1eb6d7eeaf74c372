import type { Instance, NumericArray } from '../../../fmu-sdk/host/instance.ts';
import type { Connection } from '../../system/system.ts';
import { elementsOf } from '../elements.ts';

/** Numbers that units hand on and that change at events alone: whether one has changed since they were kept. */
export class DiscreteOutputs {
  private readonly sources: NumericArray[] = [];
  private readonly at: number[] = [];
  private readonly kept: (number | bigint)[];

  constructor(connections: readonly Connection[], instances: readonly Instance[]) {
    for (const connection of connections) {
      const { variable, unit } = connection.from;
      if (variable.variability === 'continuous' || /^(String|Binary|Clock)$/.test(variable.type)) continue;
      const { view, offset } = instances[unit].view(variable);
      for (const [element] of elementsOf(connection)) {
        this.sources.push(view);
        this.at.push(offset + element);
      }
    }
    this.kept = this.at.map(() => 0);
  }

  keep(): void {
    const { sources, at, kept } = this;
    for (let i = 0; i < at.length; i++) kept[i] = sources[i][at[i]];
  }

  changed(): boolean {
    const { sources, at, kept } = this;
    for (let i = 0; i < at.length; i++) if (!Object.is(sources[i][at[i]], kept[i])) return true;
    return false;
  }
}
