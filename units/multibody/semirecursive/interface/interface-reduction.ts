/**
 * A mechanism as its actuators see it, w = ṡ (Rahikainen et al. 2020, eqs. 12–15;
 * ../interface-model.ts):
 *
 *     M_eff s̈ = Q_eff + F
 *
 * for the actuators' forces F. One class for each closed-loop formulation.
 */
export abstract class Interface {
  /** M_eff [kg], p × p, and Q_eff [N], p. */
  readonly Meff: StaticArray<f64>;
  readonly Qeff: StaticArray<f64>;

  /** @param p number of actuators */
  constructor(readonly p: i32) {
    this.Meff = new StaticArray<f64>(p * p);
    this.Qeff = new StaticArray<f64>(p);
  }

  /** M_eff and Q_eff where the solver's step, or its start, left the mechanism. */
  abstract evaluate(): void;
}
