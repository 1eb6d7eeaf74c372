import { Drive } from '../flexible/shaft-torque';
import { Ode } from '../numerics/ode';
import { RK4 } from '../numerics/rk4';
import { ShaftDriveVariables } from './variables';

/** x = (δ, φ, ω), with the shaft's angular velocity as it moves over the communication step. */
class DriveOde extends Ode {
  constructor(readonly unit: ShaftDrive) {
    super(3);
  }

  rhs(t: f64, x: StaticArray<f64>, dx: StaticArray<f64>): void {
    const drive: Drive = this.unit.drive;
    this.unit.inputsAt(t);
    const omega: f64 = x[2];
    const rate: f64 = omega - this.unit.Omega;
    drive.evaluate(t, x[1], omega);
    dx[0] = rate;
    dx[1] = omega;
    dx[2] = (drive.motor - drive.coupling(x[0], rate)) / drive.J;
  }
}

/** Speed-controlled induction motor with rotor and elastic coupling: see README.md. */
export class ShaftDrive extends ShaftDriveVariables {
  readonly drive: Drive = new Drive();
  private rk4: RK4 = new RK4(new DriveOde(this));
  private x: StaticArray<f64> = new StaticArray<f64>(3);
  private lost: f64 = 0.0;
  private gain: f64 = 0.0;

  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    this.drive.configure<ShaftDrive>(this);
    this.x.fill(0.0);
    this.E_dissipated = 0.0;
    this.E_supplied = 0.0;
    this.evaluate(this.time);
  }

  doStep(t: f64, h: f64): void {
    this.drive.speed.refuse();
    // At a communication point the input may have jumped.
    if (t == this.stepStart) this.evaluate(t);
    const lost: f64 = this.lost;
    const gain: f64 = this.gain;
    this.rk4.step(t, h, this.x);
    this.inputsAt(t + h);
    this.evaluate(t + h);
    this.E_dissipated += 0.5 * h * (lost + this.lost);
    this.E_supplied += 0.5 * h * (gain + this.gain);
  }

  /** Outputs at the state and the input as they stand. */
  private evaluate(t: f64): void {
    const drive: Drive = this.drive;
    const omega: f64 = this.x[2];
    const rate: f64 = omega - this.Omega;
    drive.evaluate(t, this.x[1], omega);
    this.twist = this.x[0];
    this.omega_rotor = omega;
    this.T_motor = drive.motor;
    this.torque = drive.coupling(this.twist, rate);
    this.E_kinetic = 0.5 * drive.J * omega * omega;
    this.E_stored = 0.5 * drive.k * this.twist * this.twist;
    this.lost = drive.d * rate * rate;
    this.gain = drive.motor * omega;
  }
}
