import type { Coupling, CouplingContext, CouplingScheme } from './coupling.ts';
import { isLane, Lanes } from './lanes.ts';
import { sequenceOf } from './sequence.ts';

/**
 * Non-iterative Gauss–Seidel scheme: the units step one after another. What a unit gets from one that has stepped already meets that
 * unit's new output; the rest is extrapolated, as by Jacobi (Kübler & Schiehlen 2000; Gomes et al. 2018, Section 4.1).
 */
export const gaussSeidel: CouplingScheme = {
  name: 'gauss-seidel',
  traits: { order: 'extrapolation', implicit: false, interfaceModels: false, needs: [] },
  couple: (context) => new GaussSeidel(context),
};

class GaussSeidel implements Coupling {
  readonly notes: readonly string[];
  private readonly lanes: Lanes;
  private readonly exchange: ReturnType<CouplingContext['exchange']>;
  private readonly all: ReturnType<CouplingContext['exchange']>;
  private readonly context: CouplingContext;
  private readonly sequence: Int32Array;
  /** Lanes into each unit, in the sequence. */
  private readonly into: Int32Array[];
  /** Whether a lane comes from a unit that has stepped before the one it goes to. */
  private readonly fresh: Uint8Array;
  /** New values of outputs. */
  private readonly ends: Float64Array;

  constructor(context: CouplingContext) {
    const { system, instances } = context;
    const { units, reason } = sequenceOf(system);
    this.notes = [`Sequence of the units: ${reason}.`];
    this.context = context;
    this.lanes = new Lanes(system.connections.filter(isLane), instances);
    this.exchange = context.exchange(system.connections.filter((c) => !isLane(c)));
    this.all = context.exchange(system.connections);
    this.sequence = Int32Array.from(units);
    const { size, from, to } = this.lanes;
    this.ends = new Float64Array(size);
    const indexes = Array.from({ length: size }, (_, i) => i);
    this.into = units.map((unit) => Int32Array.from(indexes.filter((i) => to[i] === unit)));
    this.fresh = Uint8Array.from(indexes, (i) => Number(units.indexOf(from[i]) < units.indexOf(to[i])));
  }

  settle(): boolean {
    return this.all.settle();
  }

  step(n: number, t: number, H: number): void {
    const { lanes, sequence, into, context } = this;
    const finite = lanes.begin(H);
    if (this.exchange.transfer(n) !== 0 || !finite) context.refuseInvalid();
    for (let k = 0; k < sequence.length; k++) {
      if (!this.give(into[k], H)) context.refuseInvalid();
      context.advance(sequence[k], t, H);
    }
  }

  /** Hands over what goes into one unit; false when it is not finite. */
  private give(list: Int32Array, H: number): boolean {
    const { lanes, fresh, ends } = this;
    let finite = 0;
    for (let j = 0; j < list.length; j++) {
      const i = list[j];
      if (fresh[i] === 0) lanes.extrapolate(i);
      else {
        lanes.read(i, ends);
        finite += ends[i] * 0;
        lanes.meet(i, ends, H);
      }
    }
    return finite === 0;
  }
}
