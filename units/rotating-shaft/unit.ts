import { Run, startRun, stepRun } from '../flexible/run-parameters';
import { Shaft } from '../flexible/shaft';
import { placeShaft, readShaft, refuseShaft } from '../flexible/shaft-unit';
import { RotatingShaftVariables } from './variables';

/** Shaft with an unbalanced disk, driven through its critical speed: see README.md. */
export class RotatingShaft extends RotatingShaftVariables {
  private shaft: Shaft = new Shaft(512);
  private run: Run = new Run(this.shaft.mechanism);

  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    this.shaft.speed.configure<RotatingShaft>(this);
    placeShaft<RotatingShaft>(this, this.shaft, true);
    this.shaft.mechanism.close();
    startRun<RotatingShaft>(this, this.run);
    this.read();
  }

  doStep(t: f64, h: f64): void {
    refuseShaft<RotatingShaft>(this);
    this.shaft.speed.refuse();
    stepRun<RotatingShaft>(this, this.run, t, h);
    this.read();
  }

  private read(): void {
    readShaft<RotatingShaft>(this, this.shaft, this.run);
    this.torque = this.shaft.torque();
  }
}
