import { Cylinder } from '../hydraulics/cylinder';

/**
 * A cylinder between a fixed anchor a and the moving point κ r, where r = (q[index], q[index + 1]):
 *
 *     d = κ r − a,  s = |d|,  ṡ = g·ṙ  with g = κ d/s
 *     s̈ = g·r̈ + (κ² |ṙ|² − ṡ²)/s,  ∂²s/∂r² = (κ² I − g gᵀ)/s
 *
 * Its force F along s is given, or comes from the cylinder's pressures (Rahikainen et al. 2020, eq.
 * 33).
 */
export class StraightActuator {
  readonly cylinder: Cylinder = new Cylinder();
  /** The force is `force`. Else that of the cylinder at p1, p2. */
  given: bool = true;
  /** Force on the mechanism, positive in compression of the actuator [N]. */
  force: f64 = 0.0;
  /** Chamber pressures [Pa]. */
  p1: f64 = 0.0;
  p2: f64 = 0.0;
  /** Anchor [m]. */
  ax: f64 = 0.0;
  ay: f64 = 0.0;

  /** Length [m], rate [m/s], gradient g [1]. */
  s: f64 = 0.0;
  sDot: f64 = 0.0;
  gx: f64 = 0.0;
  gy: f64 = 0.0;

  constructor(
    readonly index: i32,
    readonly kappa: f64,
  ) {}

  /** Length, rate and force at q, q̇. */
  evaluate(q: StaticArray<f64>, v: StaticArray<f64>): void {
    const i: i32 = this.index;
    const dx: f64 = this.kappa * unchecked(q[i]) - this.ax;
    const dy: f64 = this.kappa * unchecked(q[i + 1]) - this.ay;
    const s: f64 = Math.sqrt(dx * dx + dy * dy);
    const scale: f64 = this.kappa / s;
    this.s = s;
    this.gx = scale * dx;
    this.gy = scale * dy;
    this.sDot = this.gx * unchecked(v[i]) + this.gy * unchecked(v[i + 1]);
    if (!this.given) {
      this.cylinder.evaluate(s, this.sDot, this.p1, this.p2);
      this.force = this.cylinder.force;
    }
  }

  /** s̈ at zero q̈: the part of the acceleration that the motion itself makes [m/s²]. */
  bias(v: StaticArray<f64>): f64 {
    const vx: f64 = unchecked(v[this.index]);
    const vy: f64 = unchecked(v[this.index + 1]);
    return (this.kappa * this.kappa * (vx * vx + vy * vy) - this.sDot * this.sDot) / this.s;
  }

  /** Q += F g. */
  addForce(Q: StaticArray<f64>): void {
    unchecked((Q[this.index] += this.force * this.gx));
    unchecked((Q[this.index + 1] += this.force * this.gy));
  }

  /** Adds K += −∂F/∂s g gᵀ − F ∂²s/∂r², and sets C ← −∂F/∂ṡ g gᵀ, in the block of r. */
  tangents(n: i32, C: StaticArray<f64>, K: StaticArray<f64>): void {
    const gx: f64 = this.gx;
    const gy: f64 = this.gy;
    const pull: f64 = this.force / this.s;
    const stiffness: f64 = (this.given ? 0.0 : this.cylinder.stiffness) + pull;
    const damping: f64 = this.given ? 0.0 : this.cylinder.damping;
    const isotropic: f64 = pull * this.kappa * this.kappa;
    const xx: i32 = this.index * (n + 1);
    const yy: i32 = xx + n + 1;
    unchecked((C[xx] = damping * gx * gx));
    unchecked((C[xx + 1] = damping * gx * gy));
    unchecked((C[yy - 1] = damping * gx * gy));
    unchecked((C[yy] = damping * gy * gy));
    unchecked((K[xx] += stiffness * gx * gx - isotropic));
    unchecked((K[xx + 1] += stiffness * gx * gy));
    unchecked((K[yy - 1] += stiffness * gx * gy));
    unchecked((K[yy] += stiffness * gy * gy - isotropic));
  }
}
