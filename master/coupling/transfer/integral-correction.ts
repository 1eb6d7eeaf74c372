import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { ScalarConnections } from './scalar-connections.ts';

/**
 * Corrects the time integral of inputs. The deficit grows by D ← D + ∫ (u − ũ) over a step, with u
 * by the trapezoidal rule from its ends. The next ũ is raised by D / h, so that inputs finally get
 * the integral of the outputs (Benedikt et al. 2013).
 *
 * Call order in a step: `scalarConnections.begin` → `begin` → for each scalar connection
 * `scalarConnections.extrapolate` → `correct` → the units step.
 */
export class IntegralCorrection implements Stateful {
  /** Deficit D of each scalar connection, in the input's unit of measure times second. */
  private readonly deficits: Float64Array;
  /** D / h of each input. */
  private readonly offsets: Float64Array;
  /** ∫ ũ over the last step. */
  private readonly integrals: Float64Array;
  /** 1 for each scalar connection whose values are not continuous. These are not corrected. */
  private readonly discontinuous: Uint8Array;
  /** Size of the last step [s]. 0 before the first step. */
  private readonly last = new Float64Array(1);

  constructor(
    private readonly scalarConnections: ScalarConnections,
    private readonly gain: number,
  ) {
    this.deficits = new Float64Array(scalarConnections.size);
    this.offsets = new Float64Array(scalarConnections.size);
    this.discontinuous = Uint8Array.from(this.deficits, (_, i) => Number(!scalarConnections.isContinuous(i)));
    this.integrals = new Float64Array(scalarConnections.size);
  }

  /** Begins a step of h [s] and adds the deficit of the previous one. */
  begin(h: number): void {
    const { scalarConnections, deficits, integrals, last } = this;
    if (last[0] > 0)
      for (let i = 0; i < deficits.length; i++)
        deficits[i] +=
          0.5 * last[0] * (scalarConnections.before[i] + scalarConnections.now[i]) - integrals[i];
    last[0] = h;
  }

  /** Adds the deficit of input i to its polynomial. */
  correct(i: number, h: number): void {
    const { scalarConnections, offsets } = this;
    if (this.discontinuous[i] !== 0) return;
    offsets[i] = (this.gain / h) * this.deficits[i];
    scalarConnections.addOffset(i, offsets);
    scalarConnections.integrate(i, h, this.integrals);
  }

  visitState(state: StateVisitor): void {
    state.array('deficits', this.deficits);
    state.array('integrals', this.integrals);
    state.array('last', this.last);
  }
}
