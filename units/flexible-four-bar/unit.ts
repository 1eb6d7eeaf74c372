import { centreLine, middleForces, rotationAboutX } from '../flexible/elastic-bar';
import { FlexibleFourBar as Mechanism } from '../flexible/flexible-mechanism';
import { Run, startRun, stepRun } from '../flexible/run-parameters';
import { Nodes } from '../multibody/absolute/nodes';
import { FlexibleFourBarVariables } from './variables';

/** Four flexible bars with a misaligned joint: see README.md. */
export class FlexibleFourBar extends FlexibleFourBarVariables {
  private system: Mechanism = new Mechanism(32);
  private run: Run = new Run(this.system.mechanism);
  private first: StaticArray<f64> = new StaticArray<f64>(9);
  private work: StaticArray<f64> = new StaticArray<f64>(9);

  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    const system: Mechanism = this.system;
    const J: StaticArray<f64> = this.inertia_1;
    system.first.section.set(this.stiffness_1, this.mass_1, J[0], J[1], J[2]);
    system.second.section.set(this.stiffness_1, this.mass_1, J[0], J[1], J[2]);
    const J3: StaticArray<f64> = this.inertia_3;
    system.third.section.set(this.stiffness_3, this.mass_3, J3[0], J3[1], J3[2]);
    system.build(this.beams, this.L[0], this.L[1], this.tilt, this.Omega, this.time);
    const C: i32 = 9 * system.second.last;
    for (let q: i32 = 0; q < 9; q++) this.first[q] = system.mechanism.nodes.R[C + q];
    startRun<FlexibleFourBar>(this, this.run);
    this.read();
  }

  doStep(t: f64, h: f64): void {
    stepRun<FlexibleFourBar>(this, this.run, t, h);
    this.read();
  }

  /** State to the outputs. */
  private read(): void {
    const system: Mechanism = this.system;
    const nodes: Nodes = system.mechanism.nodes;
    const C: i32 = system.second.last;
    this.theta = rotationAboutX(nodes, C, this.first, this.work);
    for (let k: i32 = 0; k < 3; k++) {
      this.omega[k] = nodes.w[3 * C + k];
      this.r[k] = nodes.x[3 * C + k];
    }
    middleForces(system.second, this.F, this.M);
    this.torque = system.torque();
    centreLine(nodes, system.first, this.centre_x, this.centre_y, this.centre_z, 0, 11);
    centreLine(nodes, system.second, this.centre_x, this.centre_y, this.centre_z, 11, 11);
    centreLine(nodes, system.third, this.centre_x, this.centre_y, this.centre_z, 22, 11);
  }
}
