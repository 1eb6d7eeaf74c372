import { fail, numberText } from 'fmukit/author';
import { Bodies } from '../bodies';
import { Joint } from '../divided-joint';
import { System } from '../system';

/** An increment of this share of what it is added to is rounding: no iteration makes it smaller. */
const rounding: f64 = 1e-15;

/** Factor of the tolerances up to which a solution is accepted at the iteration limit. */
const lenient: f64 = 1e3;

/**
 * Limits of iterations beyond it are not needed: each leaves 1/(1 + α Φ M⁻¹ Φᵀ) of what it
 * corrects.
 */
export const mostIterations: i32 = 20;

/**
 * Iteration of the multipliers at one level (positions, velocities or accelerations).
 *
 * From λ = 0 the unknowns x and λ gain δ and δλ until ‖δ‖ ≤ tolerance or the iteration limit. The
 * matrices are those of the last assembly. An iteration costs only vector operations.
 */
export abstract class Level {
  /**
   * Number of solutions that took 1, 2 … iterations, and the most that one took, since they were
   * set to zero.
   */
  readonly counts: StaticArray<f64> = new StaticArray<f64>(mostIterations);
  most: i32 = 0;
  tolerance: f64 = 1e-10;
  maxIterations: i32 = 10;
  /** Iterations of the last solution, and ‖δ‖ of the last of them. */
  iterations: i32 = 0;
  norm: f64 = 0.0;
  protected bodies: Bodies;

  /** @param name the level, in errors @param unit of what its constraints violate */
  constructor(
    readonly system: System,
    readonly x: StaticArray<f64>,
    readonly name: string,
    readonly unit: string,
  ) {
    this.bodies = system.bodies;
  }

  /**
   * Residuals R of the bodies, without multipliers, and violations c of joints and normalizations,
   * at x.
   */
  protected abstract evaluate(): void;

  /**
   * x from what it is, in at most `limit` iterations. False when the constraints are still violated
   * then.
   */
  solve(limit: i32): bool {
    const x: StaticArray<f64> = this.x;
    const delta: StaticArray<f64> = this.bodies.increment;
    const end: i32 = 7 * (this.bodies.count + 1);
    this.system.forget();
    for (let j: i32 = 1; j <= limit; j++) {
      this.lack();
      this.system.solve();
      let size: f64 = 0.0;
      let square: f64 = 0.0;
      for (let k: i32 = 7; k < end; k++) {
        unchecked((x[k] += delta[k]));
        size += unchecked(x[k] * x[k]);
        square += unchecked(delta[k] * delta[k]);
      }
      this.iterations = j;
      this.norm = Math.sqrt(square);
      if (this.norm > Math.max(this.tolerance, rounding * Math.sqrt(size))) continue;
      // A NaN comes here: it reaches the outputs, where the host names it.
      return this.count(j);
    }
    // Near a singular position the increments along what no motion can mend shrink slowly. What is
    // violated there is small all the same.
    return this.violation() <= lenient * this.tolerance ? this.count(limit) : false;
  }

  /** R and c at x and λ as they are. */
  lack(): void {
    this.evaluate();
    this.subtractMultipliers();
  }

  private count(iterations: i32): bool {
    this.counts[iterations - 1] += 1.0;
    if (iterations > this.most) this.most = iterations;
    return true;
  }

  /** Gives up, and names the joint that is violated most. @param advice what to try */
  giveUp(advice: string): void {
    let worst: i32 = 0;
    let most: f64 = -1.0;
    this.evaluate();
    for (let k: i32 = 0; k < this.system.joints; k++) {
      const joint: Joint = this.system.jointAt(k);
      let sum: f64 = 0.0;
      for (let i: i32 = 0; i < joint.rows; i++) sum += joint.violation[i] * joint.violation[i];
      if (sum > most || sum != sum) {
        most = sum;
        worst = k;
      }
    }
    const joint: Joint = this.system.jointAt(worst);
    fail(
      'divide and conquer: ' +
        this.name +
        ' do not comply with the constraints after ' +
        numberText(f64(this.iterations)) +
        ' iterations. Joint ' +
        numberText(f64(worst + 1)) +
        ', between bodies ' +
        numberText(f64(joint.A.body)) +
        ' and ' +
        numberText(f64(joint.B.body)) +
        ' (0: the ground), is violated most, by ' +
        numberText(Math.sqrt(most)) +
        ' ' +
        this.unit +
        '; the last increment has the norm ' +
        numberText(this.norm) +
        ', the tolerance is ' +
        numberText(this.tolerance) +
        ', alpha ' +
        numberText(this.system.alpha) +
        '. ' +
        advice,
    );
  }

  forgetCounts(): void {
    this.counts.fill(0.0);
    this.most = 0;
  }

  /** ‖c‖ over all joints and normalizations, as `evaluate` finds it at x. */
  violation(): f64 {
    this.evaluate();
    let sum: f64 = 0.0;
    for (let k: i32 = 0; k < this.system.joints; k++) {
      const c: StaticArray<f64> = this.system.jointAt(k).violation;
      for (let i: i32 = 0; i < this.system.jointAt(k).rows; i++) sum += c[i] * c[i];
    }
    for (let body: i32 = 1; body <= this.bodies.count; body++)
      sum += this.bodies.violation[body] * this.bodies.violation[body];
    return Math.sqrt(sum);
  }

  /** R ← R − Φ_qᵀ λ − Φ_Nᵀ λ_N. */
  private subtractMultipliers(): void {
    const bodies: Bodies = this.bodies;
    for (let k: i32 = 0; k < this.system.joints; k++) this.system.jointAt(k).subtractForces(bodies.residual);
    for (let body: i32 = 1; body <= bodies.count; body++)
      for (let k: i32 = 7 * body + 3; k < 7 * body + 7; k++)
        bodies.residual[k] -= 2.0 * bodies.q[k] * bodies.lambda[body];
  }
}

/**
 * A level at which x is corrected with the mass matrix as weight: minimum of ½ (x − x*)ᵀ M (x −
 * x*).
 */
export abstract class Projection extends Level {
  /** x*, and x − x*. */
  protected from: StaticArray<f64>;
  private moved: StaticArray<f64>;

  constructor(system: System, x: StaticArray<f64>, name: string, unit: string) {
    super(system, x, name, unit);
    this.from = new StaticArray<f64>(x.length);
    this.moved = new StaticArray<f64>(x.length);
  }

  override solve(limit: i32): bool {
    for (let k: i32 = 0; k < this.x.length; k++) this.from[k] = this.x[k];
    return super.solve(limit);
  }

  /** R ← −M (x − x*). */
  protected pull(): void {
    const R: StaticArray<f64> = this.bodies.residual;
    R.fill(0.0);
    for (let k: i32 = 0; k < this.x.length; k++) this.moved[k] = this.x[k] - this.from[k];
    for (let body: i32 = 1; body <= this.bodies.count; body++)
      this.bodies.subtractInertia(body, this.moved, R);
  }
}

/** pᵀx of a body, x in the places of its Euler parameters. */
export function alongParameters(bodies: Bodies, body: i32, x: StaticArray<f64>): f64 {
  let sum: f64 = 0.0;
  for (let k: i32 = 7 * body + 3; k < 7 * body + 7; k++) sum += bodies.q[k] * x[k];
  return sum;
}
