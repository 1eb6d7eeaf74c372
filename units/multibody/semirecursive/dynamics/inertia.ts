/** Masses of the bodies of a tree, in their own frames. Body 0 is the ground. */
export class Inertia {
  /** Mass [kg]. */
  readonly mass: StaticArray<f64>;
  /** Centre of mass [m], 3 a body. */
  readonly centre: StaticArray<f64>;
  /** J̄ about the centre of mass [kg m²], 6 a body: xx, yy, zz, xy, xz, yz. */
  readonly J: StaticArray<f64>;

  constructor(bodies: i32) {
    this.mass = new StaticArray<f64>(bodies + 1);
    this.centre = new StaticArray<f64>(3 * (bodies + 1));
    this.J = new StaticArray<f64>(6 * (bodies + 1));
  }

  /** Mass [kg] ≥ 0 at a point of the body's frame [m]. */
  setMass(body: i32, mass: f64, x: f64, y: f64, z: f64): void {
    this.mass[body] = mass;
    this.centre[3 * body] = x;
    this.centre[3 * body + 1] = y;
    this.centre[3 * body + 2] = z;
  }

  /** Moments and products of inertia J_xy = −∫ x y dm about the centre of mass [kg m²]. */
  setMoments(body: i32, xx: f64, yy: f64, zz: f64, xy: f64, xz: f64, yz: f64): void {
    const i: i32 = 6 * body;
    this.J[i] = xx;
    this.J[i + 1] = yy;
    this.J[i + 2] = zz;
    this.J[i + 3] = xy;
    this.J[i + 4] = xz;
    this.J[i + 5] = yz;
  }

  /**
   * A thin homogeneous rod along the body's x axis, from its origin to (L, 0, 0): J_yy = J_zz = m
   * L²/12.
   */
  setRod(body: i32, mass: f64, length: f64): void {
    const J: f64 = (mass * length * length) / 12.0;
    this.setMass(body, mass, 0.5 * length, 0.0, 0.0);
    this.setMoments(body, 0.0, J, J, 0.0, 0.0, 0.0);
  }

  /** A homogeneous cube of this edge about the body's origin: J_xx = J_yy = J_zz = m L²/6. */
  setCube(body: i32, mass: f64, edge: f64): void {
    const J: f64 = (mass * edge * edge) / 6.0;
    this.setMass(body, mass, 0.0, 0.0, 0.0);
    this.setMoments(body, J, J, J, 0.0, 0.0, 0.0);
  }
}
