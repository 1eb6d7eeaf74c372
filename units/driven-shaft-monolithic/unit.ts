import { DriveLine } from '../flexible/drive-line';
import { Run, startRun, stepRun } from '../flexible/run-parameters';
import { Shaft } from '../flexible/shaft';
import { placeShaft, readShaft, refuseShaft } from '../flexible/shaft-unit';
import { Joint } from '../multibody/absolute/absolute-joint';
import { pin } from '../multibody/absolute/absolute-joints';
import { Nodes } from '../multibody/absolute/nodes';
import { DrivenShaftMonolithicVariables } from './variables';

/** Shaft and drive in one Newton iteration: see README.md. */
export class DrivenShaftMonolithic extends DrivenShaftMonolithicVariables {
  private shaft: Shaft = new Shaft(512, 1);
  private run: Run = new Run(this.shaft.mechanism);
  private line: DriveLine = new DriveLine();
  private bearing: Joint = new Joint('bearing of the rotor');
  private rotor: i32 = 0;

  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    const shaft: Shaft = this.shaft;
    const nodes: Nodes = shaft.mechanism.nodes;
    this.line.drive.configure<DrivenShaftMonolithic>(this);
    placeShaft<DrivenShaftMonolithic>(this, shaft, false);
    shaft.addHub(this.J_hub);
    this.rotor = nodes.addPlanarNode(
      "rotor: Newton's iteration did not converge; shorten the step h, or choose a method with more dissipation",
      0.0,
      0.0,
      0.0,
    );
    // The bearing holds its mass, so that any will do.
    nodes.addMass(this.rotor, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, this.J_rotor);
    pin(shaft.mechanism, this.bearing, shaft.ground, this.rotor, 0.0, 0.0);
    this.line.between(this.rotor, shaft.bar.first);
    shaft.mechanism.add(this.line);
    shaft.mechanism.close();
    startRun<DrivenShaftMonolithic>(this, this.run);
    this.read();
  }

  doStep(t: f64, h: f64): void {
    refuseShaft<DrivenShaftMonolithic>(this);
    this.line.drive.speed.refuse();
    stepRun<DrivenShaftMonolithic>(this, this.run, t, h);
    this.read();
  }

  private read(): void {
    readShaft<DrivenShaftMonolithic>(this, this.shaft, this.run);
    this.torque = this.line.torque;
    this.twist = this.line.twist;
    this.omega_rotor = this.shaft.mechanism.nodes.w[3 * this.rotor + 2];
    this.T_motor = this.line.drive.motor;
  }
}
