import type { Instance, NumericArray } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { connectedElements } from '../../system/connections/connected-elements.ts';
import type { Connection } from '../../system/system.ts';

/**
 * Connected numbers that change only at events. Detects changes since the last save and their unit.
 */
export class DiscreteOutputs implements Stateful {
  private readonly sources: NumericArray[] = [];
  private readonly at: number[] = [];
  private readonly units: number[] = [];
  private readonly saved: (number | bigint)[];

  constructor(connections: readonly Connection[], instances: readonly Instance[]) {
    for (const connection of connections) {
      const { variable, unit } = connection.from;
      if (variable.variability === 'continuous' || /^(String|Binary|Clock)$/.test(variable.type)) continue;
      const { view, offset } = instances[unit].view(variable);
      for (const [element] of connectedElements(connection)) {
        this.sources.push(view);
        this.at.push(offset + element);
        this.units.push(unit);
      }
    }
    // Before the first save, every output counts as changed, also one that is 0.
    this.saved = this.at.map(() => Number.NaN);
  }

  save(): void {
    const { sources, at, saved } = this;
    for (let i = 0; i < at.length; i++) saved[i] = sources[i][at[i]];
  }

  /** Returns the unit of the first changed output, or -1. */
  origin(): number {
    const { sources, at, saved } = this;
    for (let i = 0; i < at.length; i++) if (!Object.is(sources[i][at[i]], saved[i])) return this.units[i];
    return -1;
  }

  changed(): boolean {
    return this.origin() >= 0;
  }

  visitState(state: StateVisitor): void {
    state.list('saved', this.saved);
  }
}
