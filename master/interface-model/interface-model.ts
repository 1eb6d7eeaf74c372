/**
 * Reduced interface model: the mechanism as seen from the interface. It is integrated together with
 * the fast units inside a macro step, with the effective mass and force of t_n:
 *
 *   M_eff ẇ = Q_eff + λ      (M_eff: p × p, w: p interface velocities, λ: p forces of fast units)
 *
 * The integration is explicit with the internal step h of the fast units: w ← w + h ẇ, s ← s + h w
 * + ½ h² ẇ. Between communication points the off-diagonal of M_eff couples several fast units.
 *
 * Source: Peiret, González, Kövecses, Teichmann 2018, Rahikainen et al. 2020, Eqs. (10)–(15) and
 * Fig. 3.
 */
export class ReducedModel {
  /** Interface positions s [m]. */
  readonly position: Float64Array;
  /** Interface velocities w [m/s]. */
  readonly velocity: Float64Array;
  /** Interface accelerations ẇ [m/s²] under the forces last given to `accelerate`. */
  readonly acceleration: Float64Array;
  /** Forces λ of the fast units on the interface [N], written by the caller before `accelerate`. */
  readonly lambda: Float64Array;
  private readonly inverse: Float64Array;
  private readonly force: Float64Array;
  private readonly work: Float64Array;

  constructor(readonly p: number) {
    this.position = new Float64Array(p);
    this.velocity = new Float64Array(p);
    this.acceleration = new Float64Array(p);
    this.lambda = new Float64Array(p);
    this.inverse = new Float64Array(p * p);
    this.force = new Float64Array(p);
    this.work = new Float64Array(p * p);
  }

  /**
   * Sets M_eff (p × p, row-major, at index `m` of `mass`) and Q_eff (at index `f` of `force`) for
   * the macro step.
   */
  freeze(mass: Float64Array, m: number, force: Float64Array, f: number): void {
    const { p, work } = this;
    for (let i = 0; i < p * p; i++) work[i] = mass[m + i];
    for (let i = 0; i < p; i++) this.force[i] = force[f + i];
    invert(work, this.inverse, p);
  }

  /** Computes ẇ = M_eff⁻¹ (Q_eff + λ). */
  accelerate(): void {
    const { p, inverse, force, lambda, acceleration } = this;
    for (let i = 0; i < p; i++) {
      let sum = 0;
      for (let j = 0; j < p; j++) sum += inverse[i * p + j] * (force[j] + lambda[j]);
      acceleration[i] = sum;
    }
  }

  /** Advances position and velocity by h [s] with the present acceleration. */
  advance(h: number): void {
    for (let i = 0; i < this.p; i++) {
      this.position[i] += h * this.velocity[i] + 0.5 * h * h * this.acceleration[i];
      this.velocity[i] += h * this.acceleration[i];
    }
  }
}

/**
 * Computes the Gauss–Jordan inverse of the symmetric positive definite `a` (overwritten), both p ×
 * p row-major.
 */
function invert(a: Float64Array, inverse: Float64Array, p: number): void {
  for (let i = 0; i < p * p; i++) inverse[i] = 0;
  for (let i = 0; i < p; i++) inverse[i * p + i] = 1;
  for (let k = 0; k < p; k++) {
    const pivot = 1 / a[k * p + k];
    for (let j = 0; j < p; j++) {
      a[k * p + j] *= pivot;
      inverse[k * p + j] *= pivot;
    }
    for (let i = 0; i < p; i++) {
      if (i === k) continue;
      const factor = a[i * p + k];
      for (let j = 0; j < p; j++) {
        a[i * p + j] -= factor * a[k * p + j];
        inverse[i * p + j] -= factor * inverse[k * p + j];
      }
    }
  }
}
