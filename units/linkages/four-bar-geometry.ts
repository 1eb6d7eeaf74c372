import { RevoluteCut } from '../multibody/semirecursive/cuts/revolute-cut';
import { Axis } from '../multibody/semirecursive/joints/axis';
import { Drive } from '../multibody/semirecursive/joints/driven-joint';
import { Revolute } from '../multibody/semirecursive/joints/revolute';
import { LineActuator } from '../multibody/semirecursive/line-actuator';
import { Tree } from '../multibody/semirecursive/tree';
import { Mechanism } from '../multibody/semirecursive/tree-mechanism';

const Z: Axis = new Axis(0.0, 0.0, 1.0);

/**
 * Four-bar mechanism in the plane z = 0 (Jaiswal et al. 2021a, Fig. 4; 2021b, Fig. 6).
 *
 * Rods 1, 2, 3 go from O to E. Revolute joints are z₁ at O, z₂ at C, z₃ at D, and a cut revolute
 * joint at E. C lies on rod 1, D at the end of rod 2, E at the end of rod 3. The cylinder pushes
 * from G on the ground to the middle of rod 3 (Jaiswal et al. 2021a) or rod 1 (Jaiswal et al.
 * 2021b).
 */
export class FourBar extends Mechanism {
  private c: Revolute = new Revolute(Z);
  private d: Revolute = new Revolute(Z);
  private cut: RevoluteCut = new RevoluteCut(3, 0, Z, Z, false);
  private cylinder: LineActuator = new LineActuator(3, 0);

  constructor(drive: Drive) {
    super(new Tree(3, 3), 2, drive);
    this.tree.add(0, new Revolute(Z));
    this.tree.add(1, this.c);
    this.tree.add(2, this.d);
    this.close(this.cut);
    this.actuate(this.cylinder);
  }

  /** Masses [kg] and lengths [m] of the three rods, and the distance of C from O on rod 1 [m]. */
  setRods(m: StaticArray<f64>, L: StaticArray<f64>, c: f64): void {
    for (let j: i32 = 0; j < 3; j++) this.tree.inertia.setRod(j + 1, m[j], L[j]);
    this.c.at(c, 0.0, 0.0);
    this.d.at(L[1], 0.0, 0.0);
    this.cut.span.setP(L[2], 0.0, 0.0);
  }

  /**
   * Sets the rod that the cylinder pushes at its middle (1 or 3) from G, and E and G on the ground
   * [m].
   */
  setGround(rod: i32, L: StaticArray<f64>, xE: f64, yE: f64, xG: f64, yG: f64): void {
    this.cut.span.setQ(xE, yE, 0.0);
    this.cylinder.push(rod);
    this.cylinder.span.setP(0.5 * L[rod - 1], 0.0, 0.0);
    this.cylinder.span.setQ(xG, yG, 0.0);
  }
}
