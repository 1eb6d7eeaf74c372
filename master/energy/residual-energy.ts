import type { ResidualTerm } from '../../fmu-sdk/host/fast-path/multi-step-loop.ts';
import type { Stateful, StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';

/**
 * Residual energy of a power bond, which the coupling creates or removes (Benedikt et al. 2013,
 * Rahikainen et al. 2020, Eqs. (16)–(24)).
 *
 * An effort e goes from unit 2 to unit 1, and a flow f goes from unit 1 to unit 2. At t_{n+1} unit
 * 1 received the extrapolated effort ẽ and gave f. Unit 2 received the extrapolated flow f̃ and
 * gave e. The powers into the units are P₁ = ẽ f and P₂ = −e f̃, and the residual power is
 *
 *   δP(t_{n+1}) = −ũᵀ y = −(P₁ + P₂) = Σ weight (e f̃ − ẽ f)     [W, or a generalized power]
 *
 * The residual energy of a step follows by the rectangle rule for order 0 and the trapezoidal rule
 * above:
 *
 *   δE = H δP(t_{n+1})   or   δE = H/2 (δP(t_n) + δP(t_{n+1})).
 *
 * If the units together receive more than they give, the coupling adds energy to the system and δE
 * is negative. (The paper prints Eq. (24) with a second minus sign, which would contradict (22) and
 * (23).)
 *
 * @example
 * const bonds: readonly BondResidual[] = session.residuals.bonds;
 * for (const { energy, magnitude } of bonds) console.log(energy, 'J of', magnitude, 'J');
 */
export class BondResidual implements Stateful {
  /**
   * δP at the last communication point [W], Σ δE and Σ |δE| since the start [J], in an array that
   * recorders read.
   */
  readonly values: Float64Array = new Float64Array(3);
  readonly terms: readonly ResidualTerm[];
  readonly trapezoidal: boolean;

  constructor(terms: readonly ResidualTerm[], order: number) {
    this.terms = terms;
    this.trapezoidal = order > 0;
  }

  /** δP at the last communication point [W]. */
  get power(): number {
    return this.values[0];
  }

  /** Σ δE since the start [J]. */
  get energy(): number {
    return this.values[1];
  }

  /** Σ |δE| since the start [J]. */
  get magnitude(): number {
    return this.values[2];
  }

  /** Updates the residuals with the values at t_{n+1}, after a step of H [s]. */
  step(H: number): void {
    const { terms, values } = this;
    let power = 0;
    for (let i = 0; i < terms.length; i++) {
      const t = terms[i];
      power +=
        t.weight *
        (t.effort[t.effortAt] * t.flowInput[t.flowInputAt] -
          t.effortInput[t.effortInputAt] * t.flow[t.flowAt]);
    }
    const energy = this.trapezoidal ? 0.5 * H * (values[0] + power) : H * power;
    values[0] = power;
    values[1] += energy;
    values[2] += Math.abs(energy);
  }

  /** Writes |P| to index k. P is the mean of the powers of both sides: ½ Σ weight (e f̃ + ẽ f). */
  transmittedPower(into: Float64Array, k: number): void {
    const { terms } = this;
    let power = 0;
    for (let i = 0; i < terms.length; i++) {
      const t = terms[i];
      power +=
        0.5 *
        t.weight *
        (t.effort[t.effortAt] * t.flowInput[t.flowInputAt] +
          t.effortInput[t.effortInputAt] * t.flow[t.flowAt]);
    }
    into[k] = Math.abs(power);
  }

  /** Returns Σ |weight| (|e| + |f|), by which one factor of the power compares with the other. */
  factors(): number {
    const { terms } = this;
    let sum = 0;
    for (let i = 0; i < terms.length; i++) {
      const t = terms[i];
      sum += Math.abs(t.weight) * (Math.abs(t.effort[t.effortAt]) + Math.abs(t.flow[t.flowAt]));
    }
    return sum;
  }

  visitState(state: StateVisitor): void {
    state.array('values', this.values);
  }
}
