import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Coupling, CouplingContext, CouplingScheme } from '../coupling.ts';
import { Handover } from '../transfer/handover.ts';
import type { ScalarConnections } from '../transfer/scalar-connections.ts';
import { loopNeeds, loopOptions } from './shared/algebraic-loop.ts';

/**
 * Jacobi that returns the energy it has created (González, Arbatani, Mohtat & Kövecses 2019,
 * Rodríguez et al. 2022). Within a step the residual power of a bond grows from zero to δP at its
 * end as τ^{m+1}, where m is the order of the extrapolation. The step has created −δE,
 *
 *     δE = H δP / (m + 2),
 *
 * and E is the sum of all energy that has not been returned yet. At flows f, the efforts over the
 * next step are raised by
 *
 *     Δẽ_i = share · E w_i f_i / (H F²),   F² = max(Σ_j (w_j f_j)², floor² · its recent maximum),
 *
 * a force along the flow, like that of a damper. It returns share · E, and less at small flows. A
 * lasting excess is not returned.
 */
export const energyCorrection: CouplingScheme = {
  name: 'energy-correction',
  traits: { order: 'extrapolation', implicit: false, interfaceModels: false, needs: [] },
  options: {
    share: {
      what: 'Share of the residual energy that the next step returns',
      default: 1,
      least: 0,
      most: 1,
    },
    floor: {
      what: 'Least flow, relative to the largest of the last steps',
      default: 0.5,
      least: 0.01,
      most: 1,
    },
    ...loopOptions,
  },
  alsoNeeds: loopNeeds,
  couple: (context) => new EnergyCorrection(context),
};

/** Share by which the square of the largest flow decays in a step. */
const forgotten = 0.02;
/** Limit of the step count. Polynomials do not look further back. */
const most = 10;

/** Pairs of scalar connections of a bond. */
interface Pairs {
  efforts: Int32Array;
  flows: Int32Array;
  weights: Float64Array;
}

class EnergyCorrection implements Coupling {
  private readonly scalarConnections: ScalarConnections;
  private readonly handover: Handover;
  private readonly pairs: Pairs[];
  /** Order of the extrapolation. */
  private readonly order: number;
  private readonly share: number;
  private readonly floor: number;
  private readonly changes: Float64Array;
  /** E and the largest F² of each bond. */
  private readonly debts: Float64Array;
  private readonly largest: Float64Array;
  /** Size of the last step [s]. 0 before the first step. */
  private readonly last = new Float64Array(1);
  /** Number of steps so far, up to the limit. */
  private count = 0;

  constructor(private readonly context: CouplingContext) {
    const { system, options, bonds } = context;
    if (bonds.length === 0)
      throw new UserError(
        `run ${system.name}: energy-correction needs power bonds, but the system does not have any. Declare "bonds", or choose another scheme.`,
      );
    this.handover = new Handover(context);
    this.scalarConnections = this.handover.scalarConnections;
    this.order = this.scalarConnections.highest;
    this.share = Number(options.share);
    this.floor = Number(options.floor);
    this.changes = new Float64Array(this.scalarConnections.size);
    this.pairs = system.bonds.map(({ terms }) => {
      const termPairs = terms.flatMap(({ effort, flow, weight }) => {
        const flows = this.scalarConnections.indexesOf(flow);
        const efforts = this.scalarConnections.indexesOf(effort);
        // The value at an input may have the opposite sign of the flow.
        const signed = weight * Math.sign(flow.conversion?.factor ?? 1);
        return flows.length === efforts.length
          ? efforts.map((i, j) => ({ i, j: flows[j], weight: signed }))
          : [];
      });
      return {
        efforts: Int32Array.from(termPairs, ({ i }) => i),
        flows: Int32Array.from(termPairs, ({ j }) => j),
        weights: Float64Array.from(termPairs, ({ weight }) => weight),
      };
    });
    [this.debts, this.largest] = [0, 1].map(() => new Float64Array(this.pairs.length));
  }

  get notes(): readonly string[] {
    const { debts } = this;
    const { bonds } = this.context.system;
    const all = bonds.map(({ name, unit }, k) => `${name} ${Number(debts[k].toPrecision(3))} ${unit}`);
    return [`Energy that was not returned at the end: ${all.join(', ')}.`, ...this.handover.notes];
  }

  settle(): boolean {
    return this.handover.settle();
  }

  step(n: number, t: number, H: number): void {
    const { scalarConnections, pairs, changes, last, context } = this;
    this.handover.begin(n, t, H);
    // First steps create more energy than later ones, while flows may still be small.
    this.count = Math.min(this.count + 1, most);
    if (last[0] > 0 && this.count > this.order + 1) for (let k = 0; k < pairs.length; k++) this.updateDebt(k);
    last[0] = H;
    changes.fill(0);
    for (let i = 0; i < scalarConnections.size; i++) scalarConnections.extrapolate(i);
    for (let k = 0; k < pairs.length; k++) this.correct(k, H);
    for (let i = 0; i < scalarConnections.size; i++) scalarConnections.addOffset(i, changes);
    for (let k = 0; k < context.instances.length; k++) context.advance(k, t, H);
  }

  /**
   * Updates the debt of bond k after the last step: created energy minus energy returned by
   * corrections.
   */
  private updateDebt(k: number): void {
    const { scalarConnections, changes, debts, last, context } = this;
    const { efforts, flows, weights } = this.pairs[k];
    const { order } = this;
    let residual = context.bonds[k].power;
    let returnedEnergy = 0;
    for (let j = 0; j < flows.length; j++) {
      const change = weights[j] * changes[efforts[j]];
      residual += change * scalarConnections.now[flows[j]];
      returnedEnergy += 0.5 * change * (scalarConnections.now[flows[j]] + scalarConnections.before[flows[j]]);
    }
    debts[k] += last[0] * (residual / (order + 2) - returnedEnergy);
  }

  /** Computes the changes of the efforts of bond k. */
  private correct(k: number, H: number): void {
    const { scalarConnections, changes, share, floor, debts, largest } = this;
    const { efforts, flows, weights } = this.pairs[k];
    let square = 0;
    for (let j = 0; j < flows.length; j++) square += (weights[j] * scalarConnections.now[flows[j]]) ** 2;
    largest[k] = Math.max(square, (1 - forgotten) * largest[k]);
    if (!(largest[k] > 0)) return;
    const gain = (share * debts[k]) / (H * Math.max(square, floor * floor * largest[k]));
    for (let j = 0; j < efforts.length; j++)
      changes[efforts[j]] += gain * weights[j] * scalarConnections.now[flows[j]];
  }

  visitState(state: StateVisitor): void {
    this.handover.visitState(state);
    state.array('changes', this.changes);
    state.array('debts', this.debts);
    state.array('largest', this.largest);
    state.array('last', this.last);
    this.count = state.number('count', this.count);
  }
}
