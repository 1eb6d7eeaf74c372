import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { Coupling, CouplingContext, CouplingScheme } from '../coupling.ts';
import { Handover } from '../transfer/handover.ts';
import type { ScalarConnections } from '../transfer/scalar-connections.ts';
import { loopNeeds, loopOptions } from './shared/algebraic-loop.ts';
import { sequenceOf } from './shared/step-sequence.ts';

/**
 * Non-iterative Gauss–Seidel scheme: the units step one after another. Inputs from units that have
 * already stepped meet their new outputs. Other inputs are extrapolated as in Jacobi (Kübler &
 * Schiehlen 2000, Gomes et al. 2018, Section 4.1).
 */
export const gaussSeidel: CouplingScheme = {
  name: 'gauss-seidel',
  traits: { order: 'extrapolation', implicit: false, interfaceModels: false, needs: [] },
  options: loopOptions,
  alsoNeeds: loopNeeds,
  couple: (context) => new GaussSeidel(context),
};

class GaussSeidel implements Coupling {
  private readonly sequenceNote: string;
  private readonly scalarConnections: ScalarConnections;
  private readonly handover: Handover;
  private readonly sequence: Int32Array;
  /** Scalar connections into each unit, in the sequence. */
  private readonly into: Int32Array[];
  /** 1 for each scalar connection from a unit that steps before its target. */
  private readonly fresh: Uint8Array;
  /** New values of outputs. */
  private readonly ends: Float64Array;

  constructor(private readonly context: CouplingContext) {
    const { units, reason } = sequenceOf(context.system);
    this.sequenceNote = `Sequence of the units: ${reason}.`;
    this.handover = new Handover(context);
    this.scalarConnections = this.handover.scalarConnections;
    this.sequence = Int32Array.from(units);
    const { size, from, to } = this.scalarConnections;
    this.ends = new Float64Array(size);
    const indexes = Array.from({ length: size }, (_, i) => i);
    this.into = units.map((unit) => Int32Array.from(indexes.filter((i) => to[i] === unit)));
    this.fresh = Uint8Array.from(indexes, (i) => Number(units.indexOf(from[i]) < units.indexOf(to[i])));
  }

  get notes(): readonly string[] {
    return [this.sequenceNote, ...this.handover.notes];
  }

  settle(): boolean {
    return this.handover.settle();
  }

  step(n: number, t: number, H: number): void {
    const { sequence, into, context } = this;
    this.handover.begin(n, t, H);
    for (let k = 0; k < sequence.length; k++) {
      if (!this.give(into[k], H)) context.refuseInvalid();
      context.advance(sequence[k], t, H);
    }
  }

  /** Sets the inputs of one unit. Returns false if a value is not finite. */
  private give(list: Int32Array, H: number): boolean {
    const { scalarConnections, fresh, ends } = this;
    let finite = 0;
    for (let j = 0; j < list.length; j++) {
      const i = list[j];
      if (fresh[i] === 0) scalarConnections.extrapolate(i);
      else {
        scalarConnections.readOutput(i, ends);
        finite += ends[i] * 0;
        scalarConnections.interpolateTo(i, ends, H);
      }
    }
    return finite === 0;
  }

  visitState(state: StateVisitor): void {
    this.handover.visitState(state);
  }
}
