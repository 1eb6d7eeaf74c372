import type { ResidualTerm } from '../../fmu-sdk/host/fast-path/multi-step-loop.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { type StateVisitor, visitAll } from '../../fmu-sdk/util/state/stateful.ts';
import type { Column, InnerView, Observer } from '../observe/observer.ts';
import { connectedElements } from '../system/connections/connected-elements.ts';
import { type Bond, bondUnits, type Connection, type Port } from '../system/system.ts';
import { BondResidual } from './residual-energy.ts';

/**
 * Residual energies of the power bonds of a system, in their order. A session steps each bond
 * directly, which saves a call.
 *
 * @example
 * const { bonds }: Residuals = session.residuals;
 * for (const { power, energy } of bonds) console.log(power, 'W now,', energy, 'J since the start');
 */
export class Residuals implements Observer {
  readonly bonds: readonly BondResidual[];
  readonly columns: readonly Column[];

  constructor({ system, instances }: InnerView) {
    this.bonds = system.bonds.map((bond) => new BondResidual(termsOf(bond, instances), orderOf(bond)));
    this.columns = system.bonds.flatMap((bond, i) => columnsOf(bond, this.bonds[i]));
  }

  visitState(state: StateVisitor): void {
    visitAll(this.bonds, state);
  }
}

function columnsOf({ name, unit }: Bond, { values }: BondResidual): Column[] {
  return Object.entries(bondUnits(unit)).map(([quantity, unit], at) => ({
    name: `${name}.${quantity}`,
    unit,
    read: () => values[at],
    place: { view: values, at },
  }));
}

function termsOf(bond: Bond, instances: readonly Instance[]): ResidualTerm[] {
  const place = (port: Port): { view: Float64Array; offset: number } => {
    const { view, offset } = instances[port.unit].view(port.variable);
    return { view: view as Float64Array, offset };
  };
  return bond.terms.flatMap(({ effort, flow, weight }) => {
    const [e, eIn, f, fIn] = [effort.from, effort.to, flow.from, flow.to].map(place);
    const flows = connectedElements(flow);
    const terms = connectedElements(effort).map(([from, to], i) => ({
      weight,
      effort: e.view,
      effortAt: e.offset + from,
      effortInput: eIn.view,
      effortInputAt: eIn.offset + to,
      flow: f.view,
      flowAt: f.offset + flows[i][0],
      flowInput: fIn.view,
      flowInputAt: fIn.offset + flows[i][1],
    }));
    return signOf(effort) === signOf(flow) ? terms : terms.flatMap(mirrored);
  });
}

const signOf = ({ conversion }: Connection): number => Math.sign(conversion?.factor ?? 1);

/** Splits w (−e f̃ − ẽ f) into −w (e f̃ − 0) and w (0 − ẽ f), because a value changes its sign. */
function mirrored(term: ResidualTerm): [ResidualTerm, ResidualTerm] {
  return [
    { ...term, weight: -term.weight, effortInput: zero, effortInputAt: 0, flow: zero, flowAt: 0 },
    { ...term, effort: zero, effortAt: 0, flowInput: zero, flowInputAt: 0 },
  ];
}

const zero: Float64Array = new Float64Array(1);

function orderOf({ terms }: Bond): number {
  const orders = terms.flatMap(({ effort, flow }) =>
    [effort, flow].map(({ order, extrapolation }) =>
      // Only the Lagrange polynomials have an order. The others are at least linear.
      extrapolation === undefined ? order : Math.max(order, 1),
    ),
  );
  return Math.max(...orders);
}
