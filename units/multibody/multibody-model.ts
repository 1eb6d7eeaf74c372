/**
 * A mechanical system in n dependent coordinates q under m holonomic, scleronomic constraints
 * (Rahikainen et al. 2020, eq. 1):
 *
 *     M(q) q̈ + Φ_qᵀ λ = Q(t, q, q̇),    Φ(q) = 0
 *
 * Q is the applied forces less the velocity-dependent inertia forces. Velocities are q̇. A
 * formulation (ali1.ts, ali3p.ts) calls the methods, which leave their results in the arrays below.
 * All matrices are row-major. M, C and K are symmetric: Newton's iteration handles the skew part of
 * −∂Q/∂q.
 */
export abstract class MultibodyModel {
  /** Mass matrix M, n×n. */
  readonly M: StaticArray<f64>;
  /** Generalized forces Q, n. */
  readonly Q: StaticArray<f64>;
  /** Constraints Φ, m. */
  readonly Phi: StaticArray<f64>;
  /** Jacobian Φ_q, m×n. */
  readonly J: StaticArray<f64>;
  /** Φ̇_q q̇, m: the constraints' acceleration is Φ_q q̈ + Φ̇_q q̇. */
  readonly gamma: StaticArray<f64>;
  /** Damping C = −∂Q/∂q̇, n×n. */
  readonly C: StaticArray<f64>;
  /** Stiffness K = −∂Q/∂q (+ Σ μ_i ∂²Φ_i/∂q², where the model gives it), n×n. */
  readonly K: StaticArray<f64>;

  constructor(
    readonly n: i32,
    readonly m: i32,
  ) {
    this.M = new StaticArray<f64>(n * n);
    this.Q = new StaticArray<f64>(n);
    this.Phi = new StaticArray<f64>(m);
    this.J = new StaticArray<f64>(m * n);
    this.gamma = new StaticArray<f64>(m);
    this.C = new StaticArray<f64>(n * n);
    this.K = new StaticArray<f64>(n * n);
  }

  /** M ← M(q). A constant mass matrix is filled once, in the constructor. */
  mass(q: StaticArray<f64>): void {}

  /** Φ and J at q. */
  abstract constraints(q: StaticArray<f64>): void;

  /** gamma ← Φ̇_q q̇. Called after `constraints` at the same q. */
  abstract jacobianRate(q: StaticArray<f64>, v: StaticArray<f64>): void;

  /** Q ← Q(t, q, q̇). */
  abstract forces(t: f64, q: StaticArray<f64>, v: StaticArray<f64>): void;

  /**
   * C and K at the arguments of the last call of `constraints` and `forces`, if the forces are
   * stiff. K may contain the stiffness Σ μ_i ∂²Φ_i/∂q² of the constraint forces Φ_qᵀ μ.
   */
  tangents(q: StaticArray<f64>, v: StaticArray<f64>, mu: StaticArray<f64>): void {}

  /**
   * Makes switching forces (contacts) keep the branch of their last evaluation, until a call with
   * `false`. An implicit method uses it when Newton's iteration alternates between two branches.
   */
  holdBranches(hold: bool): void {}
}
