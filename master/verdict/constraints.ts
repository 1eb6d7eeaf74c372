import type { Instance, NumericArray } from '../../fmu-sdk/host/instance/instance.ts';
import type { Stateful, StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import type { CheckedSystem } from '../system/system.ts';

/** Output by which a unit declares the violation of its constraints, in m or without a dimension. */
const declared = 'constraint_position';

/** Largest violation of constraints by unit. */
export class Constraints implements Stateful {
  /** Names of the units that declare one. */
  readonly units: readonly string[];
  /** Unit of measure of each, or an empty text. */
  readonly unitsOfMeasure: readonly string[];
  readonly largest: Float64Array;
  private readonly places: readonly { readonly view: NumericArray; readonly at: number }[];

  constructor({ units }: CheckedSystem, instances: readonly Instance[]) {
    const found = units.flatMap(({ name, description }, k) => {
      const variable = description.variables.find((v) => v.name === declared && v.type === 'Float64');
      if (variable === undefined) return [];
      const { view, offset } = instances[k].view(variable);
      return [{ name, view, at: offset, unit: variable.unit ?? '' }];
    });
    this.units = found.map(({ name }) => name);
    this.unitsOfMeasure = found.map(({ unit }) => (unit === '1' ? '' : unit));
    this.places = found;
    this.largest = new Float64Array(found.length);
  }

  look(): void {
    const { places, largest } = this;
    for (let k = 0; k < places.length; k++) {
      const size = Math.abs(places[k].view[places[k].at] as number);
      if (!(size <= largest[k])) largest[k] = size;
    }
  }

  visitState(state: StateVisitor): void {
    state.array('largest', this.largest);
  }
}
