import { Bodies } from '../bodies';
import { Subassembly } from '../subassembly-variables';

/**
 * One body, with its normalization Φ_N = pᵀp − 1 (eqs. 9, 10, 48, 49, 64, 65):
 *
 *     (M + α Φ_Nᵀ Φ_N) δ = R − α Φ_Nᵀ c_N,    δλ_N = α (Φ_N δ + c_N)
 *
 * R is the residual of its equations of motion, c_N the violation of the constraint.
 */
export class Leaf extends Subassembly {
  constructor(
    readonly bodies: Bodies,
    readonly body: i32,
  ) {
    super(true, body, body);
  }

  assemble(alpha: f64): void {
    this.bodies.leading(this.body, alpha, this.M11);
  }

  load(alpha: f64): void {
    const at: i32 = 7 * this.body;
    const force: f64 = 2.0 * alpha * this.bodies.violation[this.body];
    for (let k: i32 = 0; k < 7; k++) this.Q1[k] = this.bodies.residual[at + k];
    for (let k: i32 = 3; k < 7; k++) this.Q1[k] -= force * this.bodies.q[at + k];
  }

  disassemble(alpha: f64): void {
    const at: i32 = 7 * this.body;
    let sum: f64 = this.bodies.violation[this.body];
    for (let k: i32 = 0; k < 7; k++) this.bodies.increment[at + k] = this.delta1[k];
    for (let k: i32 = 3; k < 7; k++) sum += 2.0 * this.bodies.q[at + k] * this.delta1[k];
    this.bodies.lambda[this.body] += alpha * sum;
  }
}
