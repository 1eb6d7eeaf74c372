import type { StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import type { Observer, RunView } from '../observe/observer.ts';
import { connectedElements } from '../system/connections/connected-elements.ts';
import type { Bond, CheckedSystem, Port } from '../system/system.ts';

/**
 * Energy that each power bond has transferred, ∫ |P| dt with P = Σ weight e f of the FMU outputs.
 * It uses the rectangle rule over the rows, for recorded and unrecorded variables.
 */
export class BondEnergy implements Observer {
  readonly energies: Float64Array;
  private readonly powers: readonly (() => number)[];
  private time = Number.NaN;

  constructor({ system, reader }: Pick<RunView, 'system' | 'reader'>) {
    this.powers = system.bonds.map((bond) => powerOf(bond, system, reader));
    this.energies = new Float64Array(this.powers.length);
  }

  row(t: number): void {
    const { powers, energies } = this;
    const h = t - this.time;
    if (h > 0) for (let k = 0; k < powers.length; k++) energies[k] += h * Math.abs(powers[k]());
    this.time = t;
  }

  visitState(state: StateVisitor): void {
    this.time = state.number('time', this.time);
    state.array('energies', this.energies);
  }
}

function powerOf({ terms }: Bond, { units }: CheckedSystem, reader: RunView['reader']): () => number {
  const read = ({ unit, variable }: Port, element: number): (() => number | bigint) =>
    reader(`${units[unit].name}.${variable.name}`, element);
  const products = terms.flatMap(({ effort, flow, weight }) => {
    const flows = connectedElements(flow);
    return connectedElements(effort).map(([k], i) => ({
      weight,
      effort: read(effort.from, k),
      flow: read(flow.from, flows[i][0]),
    }));
  });
  return () => {
    let power = 0;
    for (let i = 0; i < products.length; i++) {
      const { weight, effort, flow } = products[i];
      power += weight * Number(effort()) * Number(flow());
    }
    return power;
  };
}
