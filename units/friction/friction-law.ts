import { FrictionParameters } from './parameters';

/** Most states that a law of this folder has. */
export const maxFrictionStates: i32 = 2;

/**
 * Base class of friction laws. The force F_μ [N] resists a sliding velocity v [m/s], with F_μ v ≥ 0
 * in steady sliding. A dynamic law has states y with ẏ = f(v, y). The force on the sliding body is
 * −F_μ.
 *
 * A law writes into arrays of its caller, so that an implicit method puts the states beside its own
 * unknowns. The states are x[at] … x[at + states − 1], all 0 in an unloaded contact at rest. Order
 * of calls: set the parameters, `prepare`, then any other method.
 */
export abstract class FrictionLaw {
  constructor(
    readonly p: FrictionParameters,
    /** Number of states, 0 for a static law. */
    readonly states: i32,
  ) {}

  /**
   * Keeps the branch of the last evaluation if `true`. This holds for Bengisu and Akay's regime and
   * the time constant of the film. Newton's iteration needs it when it alternates between two
   * branches.
   */
  held: bool = false;

  /** Computes from the parameters what does not change in a run. */
  prepare(): void {}

  /** Returns F_μ(v, y) [N], and sets dx[at + i] ← ẏ_i. */
  abstract force(v: f64, x: StaticArray<f64>, dx: StaticArray<f64>, at: i32): f64;

  /**
   * Advances the states alone by h [s], while the velocity moves linearly from v0 to v1 [m/s].
   * Order 2, stable for every h, and never out of the bounds of the exact states.
   */
  advance(h: f64, v0: f64, v1: f64, x: StaticArray<f64>, at: i32): void {}

  /** Force of steady sliding with v [N]: the Stribeck curve. */
  abstract steadyForce(v: f64): f64;

  /** Energy that the bristles hold [J]. With ẏ in dx, the rate of it [W]. */
  storedEnergy(x: StaticArray<f64>, at: i32): f64 {
    return 0.0;
  }

  storedPower(x: StaticArray<f64>, dx: StaticArray<f64>, at: i32): f64 {
    return 0.0;
  }
}

/** sgn(v), 0 at rest. */
export function sign(v: f64): f64 {
  if (v > 0.0) return 1.0;
  if (v < 0.0) return -1.0;
  return 0.0;
}
