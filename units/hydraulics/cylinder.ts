/**
 * Parameters of a unit that includes cylinder.json, except l1_0 and s_0, whose number depends on
 * the cylinders.
 */
export interface CylinderVariables {
  d_piston: f64;
  d_rod: f64;
  c: f64;
  k_d: f64;
  c_d: f64;
  l_d: f64;
  l: f64;
}

/**
 * Force of a double-acting cylinder with viscous friction and end dampers (Rahikainen et al. 2020,
 * eqs. 33, 34):
 *
 *     F_s = p₁ A₁ − p₂ A₂ − c ṡ + F_d,
 *     F_d = k_d (l_d − l₁) − c_d ṡ     l₁ ≤ l_d
 *         = −k_d (l_d − l₂) − c_d ṡ    l₂ ≤ l_d
 *         = 0                          otherwise
 *
 * with l₁ = l₁₀ + s − s₀ and l₂ = l − l₁. The paper prints −F_d in (33). With (34) as printed only
 * +F_d dampens.
 */
export class Cylinder {
  /** Piston-side and rod-side area [m²]. */
  A1: f64 = 0.0;
  A2: f64 = 0.0;
  /** Viscous coefficient [N s/m]. */
  c: f64 = 0.0;
  /** Stiffness [N/m], damping [N s/m] and length [m] of the end dampers. */
  kd: f64 = 0.0;
  cd: f64 = 0.0;
  ld: f64 = 0.0;
  /** Total length of both chambers [m]. */
  l: f64 = 0.0;
  /** Length of the piston chamber [m] at the actuator length s0 [m]. */
  l1At0: f64 = 0.0;
  s0: f64 = 0.0;

  /** F_s [N], −∂F_s/∂s [N/m] and −∂F_s/∂ṡ [N s/m] of the last evaluation. */
  force: f64 = 0.0;
  stiffness: f64 = 0.0;
  damping: f64 = 0.0;
  /** Lengths of the chambers [m] at the last evaluation. */
  l1: f64 = 0.0;
  l2: f64 = 0.0;
  /**
   * State of the dampers: −1 on the lower damper, 1 on the upper, 0 without contact. With `held` it
   * stays constant.
   */
  contact: i32 = 0;
  held: bool = false;

  /** A unit's parameters. The piston chamber is l1_0 [m] long at the actuator length s_0 [m]. */
  configure<U extends CylinderVariables>(unit: U, l1_0: f64, s_0: f64): void {
    this.setDiameters(unit.d_piston, unit.d_rod);
    this.c = unit.c;
    this.kd = unit.k_d;
    this.cd = unit.c_d;
    this.ld = unit.l_d;
    this.l = unit.l;
    this.l1At0 = l1_0;
    this.s0 = s_0;
  }

  /** @param D diameter of the piston [m] @param d diameter of the rod [m] */
  setDiameters(D: f64, d: f64): void {
    this.A1 = 0.25 * Math.PI * D * D;
    this.A2 = 0.25 * Math.PI * (D * D - d * d);
  }

  evaluate(s: f64, sDot: f64, p1: f64, p2: f64): void {
    const l1: f64 = this.l1At0 + s - this.s0;
    const l2: f64 = this.l - l1;
    this.l1 = l1;
    this.l2 = l2;
    if (!this.held) {
      if (l1 <= this.ld) this.contact = -1;
      else if (l2 <= this.ld) this.contact = 1;
      else this.contact = 0;
    }
    let force: f64 = p1 * this.A1 - p2 * this.A2;
    if (this.contact == 0) {
      this.stiffness = 0.0;
      this.damping = this.c;
    } else {
      const depth: f64 = this.contact < 0 ? this.ld - l1 : l2 - this.ld;
      force += this.kd * depth;
      this.stiffness = this.kd;
      this.damping = this.c + this.cd;
    }
    this.force = force - this.damping * sDot;
  }

  /** Elastic energy of the dampers [J] at the last evaluation: ½ k_d (l_d − l_i)². */
  elasticEnergy(): f64 {
    if (this.contact == 0) return 0.0;
    const depth: f64 = this.contact < 0 ? this.ld - this.l1 : this.ld - this.l2;
    return 0.5 * this.kd * depth * depth;
  }

  /** ∂(elastic energy)/∂s [N] at the last evaluation. */
  elasticSlope(): f64 {
    if (this.contact == 0) return 0.0;
    return this.contact < 0 ? -this.kd * (this.ld - this.l1) : this.kd * (this.ld - this.l2);
  }

  /** Power that friction and dampers dissipate [W] at the last evaluation: (c + c_d) ṡ². */
  lostPower(sDot: f64): f64 {
    return this.damping * sDot * sDot;
  }
}
