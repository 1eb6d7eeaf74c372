import { TranslationalCut } from '../multibody/semirecursive/cuts/translational-cut';
import { Axis } from '../multibody/semirecursive/joints/axis';
import { Drive } from '../multibody/semirecursive/joints/driven-joint';
import { Revolute } from '../multibody/semirecursive/joints/revolute';
import { LineActuator } from '../multibody/semirecursive/line-actuator';
import { Tree } from '../multibody/semirecursive/tree';
import { Mechanism } from '../multibody/semirecursive/tree-mechanism';

const X: Axis = new Axis(1.0, 0.0, 0.0);
const Z: Axis = new Axis(0.0, 0.0, 1.0);

/**
 * Quick-return mechanism in the plane z = 0 (Jaiswal et al. 2021a, Fig. 5). Rod 1 turns about O,
 * rod 2 about H at its end, slider 3 about I at the end of rod 2. Crank 4 turns about K on the
 * ground, slider 5 about L at its end: z₁ … z₅. Two translational joints are cut: slider 3 moves
 * along y = y_J on the ground, slider 5 along rod 1. The cylinder pushes from Q on the ground to
 * the middle of the crank.
 */
export class QuickReturn extends Mechanism {
  private h: Revolute = new Revolute(Z);
  private i: Revolute = new Revolute(Z);
  private k: Revolute = new Revolute(Z);
  private l: Revolute = new Revolute(Z);
  private guide: TranslationalCut = new TranslationalCut(3, 0, X, Z, false);
  private rocker: TranslationalCut = new TranslationalCut(5, 1, X, Z, false);
  private cylinder: LineActuator = new LineActuator(4, 0);

  constructor(drive: Drive) {
    super(new Tree(5, 5), 4, drive);
    this.tree.add(0, new Revolute(Z));
    this.tree.add(1, this.h);
    this.tree.add(2, this.i);
    this.tree.add(0, this.k);
    this.tree.add(4, this.l);
    this.close(this.guide);
    this.close(this.rocker);
    this.actuate(this.cylinder);
  }

  /** Masses [kg] and lengths [m] of the five bodies: 1, 2, 4 are rods, 3 and 5 are cubes. */
  setBodies(m: StaticArray<f64>, L: StaticArray<f64>): void {
    for (let j: i32 = 1; j <= 5; j++) {
      const mass: f64 = m[j - 1];
      const length: f64 = L[j - 1];
      if (j == 3 || j == 5) this.tree.inertia.setCube(j, mass, length);
      else this.tree.inertia.setRod(j, mass, length);
    }
    this.h.at(L[0], 0.0, 0.0);
    this.i.at(L[1], 0.0, 0.0);
    this.l.at(L[3], 0.0, 0.0);
    this.cylinder.span.setP(0.5 * L[3], 0.0, 0.0);
  }

  /** K, the height y_J of the guide, and Q [m]. */
  setGround(xK: f64, yK: f64, yJ: f64, xQ: f64, yQ: f64): void {
    this.k.at(xK, yK, 0.0);
    this.guide.span.setQ(0.0, yJ, 0.0);
    this.cylinder.span.setQ(xQ, yQ, 0.0);
  }
}
