/** Stiffness and inertia of a beam's cross-section, axis 1 along the beam. */
export class Section {
  /** EA, GA_y, GA_z [N], GJ, EI_y, EI_z [N m²]. */
  readonly stiffness: StaticArray<f64> = new StaticArray<f64>(6);
  /** Mass per length [kg/m]; inertias J₁, J₂, J₃ per length [kg m]. */
  mass: f64 = 0.0;
  readonly inertia: StaticArray<f64> = new StaticArray<f64>(3);

  /** @param values EA, GA_y, GA_z, GJ, EI_y, EI_z, m, J₁, J₂, J₃ */
  set(values: StaticArray<f64>): void {
    for (let k: i32 = 0; k < 6; k++) this.stiffness[k] = values[k];
    this.mass = values[6];
    for (let k: i32 = 0; k < 3; k++) this.inertia[k] = values[7 + k];
  }
}
