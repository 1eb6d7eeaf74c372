import { CrankBeam } from '../flexible/crank-beam';
import { centreLine, middleForces, rotationAboutX } from '../flexible/elastic-bar';
import { Run, startRun, stepRun } from '../flexible/run-parameters';
import { Nodes } from '../multibody/absolute/nodes';
import { LateralBucklingVariables } from './variables';

/** Thin beam lifted by a crank until it buckles: see README.md. */
export class LateralBuckling extends LateralBucklingVariables {
  private system: CrankBeam = new CrankBeam(64, 8);
  private run: Run = new Run(this.system.mechanism);
  private first: StaticArray<f64> = new StaticArray<f64>(9);
  private work: StaticArray<f64> = new StaticArray<f64>(9);

  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    const system: CrankBeam = this.system;
    const J: StaticArray<f64> = this.inertia;
    const Jl: StaticArray<f64> = this.inertia_link;
    const Jc: StaticArray<f64> = this.inertia_crank;
    system.beam.section.set(this.stiffness, this.mass, J[0], J[1], J[2]);
    system.link.section.set(this.stiffness_link, this.mass_link, Jl[0], Jl[1], Jl[2]);
    system.crank.section.set(this.stiffness_crank, this.mass_crank, Jc[0], Jc[1], Jc[2]);
    system.angle.a = this.phi_end;
    system.angle.duration = this.T;
    system.build(this.beams, this.few, this.L, this.L_link, this.L_crank, this.d);
    const R: i32 = 9 * system.beam.middle();
    for (let q: i32 = 0; q < 9; q++) this.first[q] = system.mechanism.nodes.R[R + q];
    startRun<LateralBuckling>(this, this.run);
    this.read();
  }

  doStep(t: f64, h: f64): void {
    stepRun<LateralBuckling>(this, this.run, t, h);
    this.read();
  }

  /** State to the outputs. */
  private read(): void {
    const system: CrankBeam = this.system;
    const nodes: Nodes = system.mechanism.nodes;
    const middle: i32 = system.beam.middle();
    this.theta = rotationAboutX(nodes, middle, this.first, this.work);
    for (let k: i32 = 0; k < 3; k++) {
      this.omega[k] = nodes.w[3 * middle + k];
      this.r[k] = nodes.x[3 * middle + k];
    }
    middleForces(system.link, this.F_link, this.M);
    middleForces(system.beam, this.F, this.M);
    this.phi = system.angle.value;
    this.torque = system.torque();
    centreLine(nodes, system.beam, this.centre_x, this.centre_y, this.centre_z, 0, 21);
    centreLine(nodes, system.link, this.centre_x, this.centre_y, this.centre_z, 21, 3);
    centreLine(nodes, system.crank, this.centre_x, this.centre_y, this.centre_z, 24, 3);
  }
}
