import { fail } from 'fmukit/author';
import { CoupledModel } from '../multibody/coupled-model';
import { StraightActuator } from './straight-actuator';

/**
 * The two-link crane (Rahikainen et al. 2020, Sect. 3.1) with q = (x_P, y_P, θ₁, x_R, y_R).
 *
 * P is the middle and Q = 2P the tip of link 1, a homogeneous rod of mass m and length L about O. R
 * is the tip of the massless link 2 of length L_h. Point masses are m_p at Q and m_h at R.
 *
 *     Φ₁ = x_P − L/2 cos θ₁,  Φ₂ = y_P − L/2 sin θ₁,  Φ₃ = (|R − Q|² − L_h²)/(2 L_h)
 *
 * Φ₃ is scaled so that it is a length like the others. Actuator 1 lies between B and P (s₁ = |P −
 * B|). Actuator 2 lies between P and the middle of link 2 (s₂ = |R|/2). The constant mass matrix is
 * diagonal.
 */
export class CraneMechanism extends CoupledModel {
  L: f64 = 1.0;
  Lh: f64 = 0.5;
  g: f64 = 9.81;
  readonly actuator1: StraightActuator = new StraightActuator(0, 1.0);
  readonly actuator2: StraightActuator = new StraightActuator(3, 0.5);
  /** L/2 cos θ₁, L/2 sin θ₁ [m] at the last call of `constraints`. */
  private cosine: f64 = 0.0;
  private sine: f64 = 0.0;

  /**
   * @param actuators 1 or 2
   * @param states    first-order states of a coupled model that extends this one
   */
  constructor(
    readonly actuators: i32,
    states: i32,
  ) {
    super(5, 3, states);
    this.J[0] = 1.0;
    this.J[6] = 1.0;
  }

  /** Masses [kg], lengths [m], anchor B on the x axis [m], gravity [m/s²]. */
  setParameters(m: f64, mp: f64, mh: f64, L: f64, Lh: f64, xB: f64, g: f64): void {
    if (!(L > 0.0) || !(Lh > 0.0)) fail('crane: the lengths L and L_h [m] of its links must be above 0');
    this.L = L;
    this.Lh = Lh;
    this.g = g;
    this.actuator1.ax = xB;
    this.M[0] = m + 4.0 * mp;
    this.M[6] = m + 4.0 * mp;
    this.M[12] = (m * L * L) / 12.0;
    this.M[18] = mh;
    this.M[24] = mh;
    this.weightP = -(m + 2.0 * mp) * g;
    this.weightR = -mh * g;
  }
  /** Generalized gravity forces along y_P and y_R [N]. */
  private weightP: f64 = 0.0;
  private weightR: f64 = 0.0;

  /** q at the absolute angles θ₁, θ₂ [rad]. */
  place(q: StaticArray<f64>, theta1: f64, theta2: f64): void {
    q[0] = 0.5 * this.L * Math.cos(theta1);
    q[1] = 0.5 * this.L * Math.sin(theta1);
    q[2] = theta1;
    q[3] = 2.0 * q[0] + this.Lh * Math.cos(theta2);
    q[4] = 2.0 * q[1] + this.Lh * Math.sin(theta2);
  }

  constraints(q: StaticArray<f64>): void {
    const theta: f64 = unchecked(q[2]);
    const half: f64 = 0.5 * this.L;
    const c: f64 = half * Math.cos(theta);
    const s: f64 = half * Math.sin(theta);
    const dx: f64 = unchecked(q[3]) - 2.0 * unchecked(q[0]);
    const dy: f64 = unchecked(q[4]) - 2.0 * unchecked(q[1]);
    const inverse: f64 = 1.0 / this.Lh;
    this.cosine = c;
    this.sine = s;
    unchecked((this.Phi[0] = q[0] - c));
    unchecked((this.Phi[1] = q[1] - s));
    unchecked((this.Phi[2] = 0.5 * (dx * dx + dy * dy) * inverse - 0.5 * this.Lh));
    const J: StaticArray<f64> = this.J;
    unchecked((J[2] = s));
    unchecked((J[7] = -c));
    unchecked((J[10] = -2.0 * dx * inverse));
    unchecked((J[11] = -2.0 * dy * inverse));
    unchecked((J[13] = dx * inverse));
    unchecked((J[14] = dy * inverse));
  }

  jacobianRate(q: StaticArray<f64>, v: StaticArray<f64>): void {
    const rate: f64 = unchecked(v[2]) * unchecked(v[2]);
    const vx: f64 = unchecked(v[3]) - 2.0 * unchecked(v[0]);
    const vy: f64 = unchecked(v[4]) - 2.0 * unchecked(v[1]);
    unchecked((this.gamma[0] = this.cosine * rate));
    unchecked((this.gamma[1] = this.sine * rate));
    unchecked((this.gamma[2] = (vx * vx + vy * vy) / this.Lh));
  }

  forces(t: f64, q: StaticArray<f64>, v: StaticArray<f64>): void {
    const Q: StaticArray<f64> = this.Q;
    this.weights(Q);
    this.actuator1.evaluate(q, v);
    this.actuator1.addForce(Q);
    if (this.actuators > 1) {
      this.actuator2.evaluate(q, v);
      this.actuator2.addForce(Q);
    }
  }

  /** Q ← the forces without the actuator forces. */
  weights(Q: StaticArray<f64>): void {
    unchecked((Q[0] = 0.0));
    unchecked((Q[1] = this.weightP));
    unchecked((Q[2] = 0.0));
    unchecked((Q[3] = 0.0));
    unchecked((Q[4] = this.weightR));
  }

  override tangents(q: StaticArray<f64>, v: StaticArray<f64>, mu: StaticArray<f64>): void {
    const K: StaticArray<f64> = this.K;
    const third: f64 = unchecked(mu[2]) / this.Lh;
    unchecked((K[0] = 4.0 * third));
    unchecked((K[1] = 0.0));
    unchecked((K[5] = 0.0));
    unchecked((K[6] = 4.0 * third));
    unchecked((K[12] = mu[0] * this.cosine + mu[1] * this.sine));
    unchecked((K[3] = -2.0 * third));
    unchecked((K[9] = -2.0 * third));
    unchecked((K[15] = -2.0 * third));
    unchecked((K[21] = -2.0 * third));
    unchecked((K[18] = third));
    unchecked((K[19] = 0.0));
    unchecked((K[23] = 0.0));
    unchecked((K[24] = third));
    this.actuator1.tangents(5, this.C, K);
    if (this.actuators > 1) this.actuator2.tangents(5, this.C, K);
  }

  override holdBranches(hold: bool): void {
    this.actuator1.cylinder.held = hold;
    this.actuator2.cylinder.held = hold;
  }

  /** No states here. */
  rates(t: f64, q: StaticArray<f64>, v: StaticArray<f64>): void {}

  /** ½ q̇ᵀ M q̇ [J]. */
  kineticEnergy(v: StaticArray<f64>): f64 {
    let sum: f64 = 0.0;
    for (let i: i32 = 0; i < 5; i++) sum += this.M[i * 6] * v[i] * v[i];
    return 0.5 * sum;
  }

  /** Gravity's energy [J], zero with both links on the x axis. */
  potentialEnergy(q: StaticArray<f64>): f64 {
    return -this.weightP * q[1] - this.weightR * q[4];
  }

  /** Largest |Φ_i| [m] of the last evaluation. */
  positionError(): f64 {
    const phi: StaticArray<f64> = this.Phi;
    return Math.max(Math.max(Math.abs(phi[0]), Math.abs(phi[1])), Math.abs(phi[2]));
  }

  /** Largest |Φ̇_i| [m/s] at the Jacobian of the last evaluation. */
  velocityError(v: StaticArray<f64>): f64 {
    let largest: f64 = 0.0;
    for (let k: i32 = 0; k < 3; k++) {
      let sum: f64 = 0.0;
      for (let i: i32 = 0; i < 5; i++) sum += this.J[k * 5 + i] * v[i];
      largest = Math.max(largest, Math.abs(sum));
    }
    return largest;
  }

  /** Absolute angle of link 2 [rad], in (−π, π]. */
  theta2(q: StaticArray<f64>): f64 {
    return Math.atan2(q[4] - 2.0 * q[1], q[3] - 2.0 * q[0]);
  }
}
