import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { isText } from '../../system/inputs/input-columns.ts';
import type { CheckedSystem } from '../../system/system.ts';

interface Place {
  view: { [at: number]: number | bigint };
  at: number;
}

/**
 * Values that a file has set for a unit's inputs, saved during its step while other units may be
 * driven.
 */
export class DrivenInputs implements Stateful {
  readonly size: number;
  private readonly places: Place[];
  private readonly saved: (number | bigint)[];

  constructor({ inputs }: CheckedSystem, instances: readonly Instance[], unit: number) {
    this.places = inputs
      .filter(({ port: { unit: k, variable } }) => k === unit && !isText(variable))
      .flatMap(({ port: { variable }, element }) => {
        const { view, offset } = instances[unit].view(variable);
        const value: Place = { view, at: offset + element };
        const slots = variable.type === 'Float64' ? instances[unit].polynomial(variable) : { offset: -1 };
        if (!('view' in slots) || slots.offset < 0) return [value];
        return [value, { view: slots.view, at: slots.offset + 3 * element + 1 }];
      });
    this.size = this.places.length;
    this.saved = this.places.map(() => 0);
  }

  save(): void {
    const { places, saved } = this;
    for (let k = 0; k < places.length; k++) saved[k] = places[k].view[places[k].at];
  }

  restore(): void {
    const { places, saved } = this;
    for (let k = 0; k < places.length; k++) places[k].view[places[k].at] = saved[k];
  }

  visitState(state: StateVisitor): void {
    state.list('saved', this.saved);
  }
}
