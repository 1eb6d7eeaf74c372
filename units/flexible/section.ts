/** Stiffness and inertia of a beam's cross-section, axis 1 along the beam. */
export class Section {
  /** EA, GA_y, GA_z [N], GJ, EI_y, EI_z [N m²]. */
  readonly stiffness: StaticArray<f64> = new StaticArray<f64>(6);
  /** Mass per length [kg/m]. Inertias J₁, J₂, J₃ per length [kg m]. */
  mass: f64 = 0.0;
  readonly inertia: StaticArray<f64> = new StaticArray<f64>(3);

  /** @param stiffness EA, GA_y, GA_z, GJ, EI_y, EI_z */
  set(stiffness: StaticArray<f64>, mass: f64, J1: f64, J2: f64, J3: f64): void {
    for (let k: i32 = 0; k < 6; k++) this.stiffness[k] = stiffness[k];
    this.mass = mass;
    this.inertia[0] = J1;
    this.inertia[1] = J2;
    this.inertia[2] = J3;
  }
}
