import { fail } from 'fmukit/author';
import { centreLine } from '../flexible/bar';
import { Run, startRun, stepRun } from '../flexible/run';
import { Shaft } from '../flexible/shaft';
import { Nodes } from '../multibody/absolute/nodes';
import { RotatingShaftVariables } from './variables';

/** Shaft with an unbalanced disk, driven through its critical speed: see README.md. */
export class RotatingShaft extends RotatingShaftVariables {
  private shaft: Shaft = new Shaft(512);
  private run: Run = new Run(this.shaft.mechanism);

  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    const shaft: Shaft = this.shaft;
    shaft.bar.section.set(this.stiffness, this.mass, this.inertia[0], this.inertia[1], this.inertia[2]);
    shaft.speed.a1 = this.A[0] * this.omega;
    shaft.speed.a2 = this.A[1] * this.omega;
    shaft.speed.t1 = this.T[0];
    shaft.speed.t2 = this.T[1];
    shaft.speed.t3 = this.T[2];
    shaft.damper.d = this.d_rod;
    shaft.setDisk(this.m_disk, this.offset, this.J_disk[0], this.J_disk[1]);
    shaft.build(this.beams, this.L, this.g, this.t_0, this.settling);
    startRun<RotatingShaft>(this, this.run);
    this.read();
  }

  doStep(t: f64, h: f64): void {
    this.refuse();
    stepRun<RotatingShaft>(this, this.run, t, h);
    this.read();
  }

  /** Said at the first step and not in `initialize`, after whose failure an importer could not reset the unit. */
  private refuse(): void {
    if (this.beams % 2 == 1)
      fail('rotating-shaft: beams is odd, but the disk stands between two; choose an even number');
    if (!(this.T[0] > 0.0 && this.T[1] >= this.T[0] && this.T[2] > this.T[1]))
      fail('rotating-shaft: the times T do not grow; give 0 < T[0] <= T[1] < T[2]');
  }

  /** State to the outputs. */
  private read(): void {
    const nodes: Nodes = this.shaft.mechanism.nodes;
    const middle: i32 = this.shaft.bar.middle();
    nodes.accelerationOf(middle, this.run.integrator.ydot, this.a);
    for (let k: i32 = 0; k < 3; k++) {
      this.u[k] = nodes.x[3 * middle + k] - (k == 0 ? 0.5 * this.L : 0.0);
      this.v[k] = nodes.v[3 * middle + k];
    }
    this.Omega = nodes.w[3 * this.shaft.bar.first];
    this.torque = this.shaft.torque();
    centreLine(nodes, this.shaft.bar, this.centre_x, this.centre_y, this.centre_z, 0, 17);
  }
}
