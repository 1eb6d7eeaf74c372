import { Circuit } from '../hydraulics/circuit';
import { ALI3PCoupled } from '../multibody/ali3p-coupled';
import { ConstrainedInverse } from '../multibody/constrained-inverse';
import { checkTimes, piecewiseLinear } from '../numerics/piecewise-linear';
import { CraneInterface } from './interface';
import { CraneMechanism } from './mechanism';
import { StraightActuator } from './straight-actuator';

/**
 * Joystick signal and spool of one circuit. The spool depends on nothing else, so it is integrated
 * by itself.
 */
export class Spool {
  times: StaticArray<f64>;
  values: StaticArray<f64>;
  count: i32 = 0;
  /** Addition to the signal at the beginning and at the end of a step [V]. */
  atBegin: f64 = 0.0;
  atEnd: f64 = 0.0;
  /** Spool position [V]. */
  U: f64 = 0.0;

  constructor(times: StaticArray<f64>, values: StaticArray<f64>) {
    this.times = times;
    this.values = values;
  }

  reference(t: f64): f64 {
    return piecewiseLinear(this.times, this.values, this.count, t);
  }
}

/**
 * The mechanism with one circuit for each actuator: states x = (p₁, p₂, p₃) of the first, then of
 * the second.
 */
export class HydraulicMechanism extends CraneMechanism {
  readonly circuit1: Circuit = new Circuit();
  readonly circuit2: Circuit = new Circuit();

  constructor(
    actuators: i32,
    readonly spool1: Spool,
    readonly spool2: Spool,
  ) {
    super(actuators, 3 * actuators);
    this.actuator1.given = false;
    this.actuator2.given = false;
  }

  override forces(t: f64, q: StaticArray<f64>, v: StaticArray<f64>): void {
    const x: StaticArray<f64> = this.x;
    this.actuator1.p1 = unchecked(x[0]);
    this.actuator1.p2 = unchecked(x[1]);
    if (this.actuators > 1) {
      this.actuator2.p1 = unchecked(x[3]);
      this.actuator2.p2 = unchecked(x[4]);
    }
    super.forces(t, q, v);
  }

  override rates(t: f64, q: StaticArray<f64>, v: StaticArray<f64>): void {
    this.circuitRates(this.circuit1, this.actuator1, this.spool1.U, 0);
    if (this.actuators > 1) this.circuitRates(this.circuit2, this.actuator2, this.spool2.U, 3);
  }

  private circuitRates(circuit: Circuit, actuator: StraightActuator, U: f64, at: i32): void {
    const x: StaticArray<f64> = this.x;
    circuit.capacitances(actuator.cylinder.l1, actuator.cylinder.l2);
    circuit.flows(unchecked(x[at]), unchecked(x[at + 1]), unchecked(x[at + 2]), U);
    circuit.pressureRates(actuator.sDot, this.dx, at);
  }
}

/** The monolithic crane: mechanism and hydraulics in one Newton iteration, with its energies. */
export class HydraulicCrane {
  readonly mechanism: HydraulicMechanism;
  readonly interface: CraneInterface;
  readonly solver: ALI3PCoupled;
  private exact: ConstrainedInverse;
  /** Newton iterations since the start. */
  totalIterations: f64 = 0.0;
  /** Energies since the start [J], by the trapezoidal rule. Energy stored now [J]. */
  dissipated: f64 = 0.0;
  supplied: f64 = 0.0;
  stored: f64 = 0.0;
  private lostPower: f64 = 0.0;
  private suppliedPower: f64 = 0.0;

  constructor(actuators: i32, spool1: Spool, spool2: Spool) {
    const mechanism: HydraulicMechanism = new HydraulicMechanism(actuators, spool1, spool2);
    this.mechanism = mechanism;
    this.interface = new CraneInterface(mechanism);
    this.solver = new ALI3PCoupled(mechanism);
    this.exact = new ConstrainedInverse(mechanism);
  }

  /**
   * Starts at rest at the absolute angles [rad], valves closed. The piston pressures keep the
   * actuators from accelerating: F_s = −Q_eff at rest, p₁ = (F_s + p₂ A₂ − F_d)/A₁, p₃ = p₁.
   */
  start(t: f64, theta1: f64, theta2: f64, p2First: f64, p2Second: f64): void {
    const m: HydraulicMechanism = this.mechanism;
    const solver: ALI3PCoupled = this.solver;
    checkTimes(m.spool1.times, m.spool1.count);
    checkTimes(m.spool2.times, m.spool2.count);
    m.place(solver.q, theta1, theta2);
    solver.v.fill(0.0);
    solver.a.fill(0.0);
    m.spool1.U = 0.0;
    m.spool2.U = 0.0;
    m.x.fill(0.0);
    m.x[1] = p2First;
    if (m.actuators > 1) m.x[4] = p2Second;
    this.interface.evaluate(t, solver.q, solver.v, solver.a);
    const Qeff: StaticArray<f64> = this.interface.model.Qeff;
    m.x[0] = (-Qeff[0] - m.actuator1.force) / m.actuator1.cylinder.A1;
    m.x[2] = m.x[0];
    if (m.actuators > 1) {
      m.x[3] = (-Qeff[1] - m.actuator2.force) / m.actuator2.cylinder.A1;
      m.x[5] = m.x[3];
    }
    this.exact.accelerations(t, solver.q, solver.v, solver.a);
    for (let k: i32 = 0; k < 3; k++) solver.lambda[k] = this.exact.lambda[k];
    m.rates(t, solver.q, solver.v);
    for (let i: i32 = 0; i < m.k; i++) solver.xDot[i] = m.dx[i];
    this.totalIterations = 0.0;
    this.dissipated = 0.0;
    this.supplied = 0.0;
    this.interface.evaluate(t, solver.q, solver.v, solver.a);
    this.powers();
  }

  step(t: f64, h: f64): void {
    const m: HydraulicMechanism = this.mechanism;
    this.advance(m.spool1, m.circuit1, t, h);
    if (m.actuators > 1) this.advance(m.spool2, m.circuit2, t, h);
    this.solver.step(t, h);
    this.totalIterations += f64(this.solver.iterations);
    this.interface.evaluate(t + h, this.solver.q, this.solver.v, this.solver.a);
    const lost: f64 = this.lostPower;
    const supplied: f64 = this.suppliedPower;
    this.powers();
    this.dissipated += 0.5 * h * (lost + this.lostPower);
    this.supplied += 0.5 * h * (supplied + this.suppliedPower);
  }

  private advance(spool: Spool, circuit: Circuit, t: f64, h: f64): void {
    const from: f64 = spool.reference(t) + spool.atBegin;
    const to: f64 = spool.reference(t + h) + spool.atEnd;
    spool.U = circuit.spoolTrapezoidal(spool.U, from, to, h);
  }

  private powers(): void {
    const m: HydraulicMechanism = this.mechanism;
    m.rates(0.0, this.solver.q, this.solver.v);
    this.lostPower = 0.0;
    this.suppliedPower = 0.0;
    this.stored = 0.0;
    this.account(m.circuit1, m.actuator1, m.spool1.U, 0);
    if (m.actuators > 1) this.account(m.circuit2, m.actuator2, m.spool2.U, 3);
  }

  private account(circuit: Circuit, actuator: StraightActuator, U: f64, at: i32): void {
    const x: StaticArray<f64> = this.mechanism.x;
    const sDot: f64 = actuator.sDot;
    this.lostPower += circuit.lostPower(x[at], x[at + 1], x[at + 2], U) + actuator.cylinder.lostPower(sDot);
    this.suppliedPower += circuit.suppliedPower(x[at], x[at + 1], U, sDot);
    this.stored += circuit.storedEnergy(x[at], x[at + 1], x[at + 2]) + actuator.cylinder.elasticEnergy();
  }
}
