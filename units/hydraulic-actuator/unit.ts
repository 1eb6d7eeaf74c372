import { fail } from 'fmukit/author';
import { Circuit } from '../hydraulics/circuit';
import { Cylinder } from '../hydraulics/cylinder';
import { ForwardEuler } from '../numerics/forward-euler';
import { Ode } from '../numerics/ode';
import { RK4 } from '../numerics/rk4';
import { Trapezoidal } from '../numerics/trapezoidal';
import { Coupling, HydraulicActuatorVariables, Integrator } from './variables';

/** Value references, by the order in unit.json. */
const S: i32 = 1;
const S_DOT: i32 = 2;
const F_S: i32 = 4;
const L1: i32 = 9;
const L2: i32 = 10;
const E_STORED: i32 = 11;

/**
 * The circuit with the unit's inputs as they move over the communication step: x = (p₁, p₂, p₃, U).
 */
class ActuatorOde extends Ode {
  /** The next call of `rhs` is at the begin of a step: inputs and flows stand there already. */
  fresh: bool = true;
  /** Time at which the inputs and the capacitances stand [s]. */
  private at: f64 = 0.0;

  constructor(
    readonly unit: HydraulicActuator,
    readonly circuit: Circuit,
  ) {
    super(4);
  }

  rhs(t: f64, x: StaticArray<f64>, dx: StaticArray<f64>): void {
    const unit: HydraulicActuator = this.unit;
    const circuit: Circuit = this.circuit;
    const U: f64 = unchecked(x[3]);
    if (this.fresh) {
      this.fresh = false;
      this.at = t;
      unit.capacitances();
    } else {
      if (t != this.at) {
        this.at = t;
        unit.inputsAt(t);
        unit.capacitances();
      }
      circuit.flows(unchecked(x[0]), unchecked(x[1]), unchecked(x[2]), U);
    }
    circuit.pressureRates(unit.s_dot, dx, 0);
    unchecked((dx[3] = circuit.spoolRate(unit.U_ref, U)));
  }

  override jacobian(t: f64, x: StaticArray<f64>, jacobian: StaticArray<f64>): bool {
    this.unit.circuit.jacobian(unchecked(x[0]), unchecked(x[1]), unchecked(x[2]), unchecked(x[3]), jacobian);
    return true;
  }
}

/** Hydraulic actuator (Rahikainen et al. 2020, Sect. 3.2): see README.md. */
export class HydraulicActuator extends HydraulicActuatorVariables {
  readonly circuit: Circuit = new Circuit();
  private cylinder: Cylinder = new Cylinder();
  private x: StaticArray<f64> = new StaticArray<f64>(4);
  private ode: ActuatorOde = new ActuatorOde(this, this.circuit);
  private euler: ForwardEuler = new ForwardEuler(this.ode);
  private rk4: RK4 = new RK4(this.ode);
  private trapezoidal: Trapezoidal = new Trapezoidal(this.ode);
  /** Length at which the capacitances stand [m]. */
  private at: f64 = NaN;
  private lost: f64 = 0.0;
  private supplied: f64 = 0.0;

  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    const c: Cylinder = this.cylinder;
    c.configure<HydraulicActuator>(this, this.l1_0, this.s_0);
    this.circuit.configure<HydraulicActuator>(this, c.A1, c.A2, this.V_h1, this.V_h2, this.V_h3);
    this.x[0] = this.p1_0;
    this.x[1] = this.p2_0;
    this.x[2] = this.p3_0;
    this.x[3] = this.U_0;
    this.at = NaN;
    this.E_dissipated = 0.0;
    this.E_supplied = 0.0;
    // The pressures of Newton's iteration: 1e-10 of 1 MPa.
    this.trapezoidal.tolerance = 1e-10;
    this.evaluate();
  }

  doStep(t: f64, h: f64): void {
    // At a communication point the inputs may have jumped: flows do not depend on them, powers do.
    if (t == this.stepStart) this.powers();
    const lost: f64 = this.lost;
    const supplied: f64 = this.supplied;
    if (this.integrator == Integrator.rk4) this.rk4.step(t, h, this.x);
    else if (this.integrator == Integrator.trapezoidal) this.trapezoidal.step(t, h, this.x);
    else this.euler.step(t, h, this.x);
    this.inputsAt(t + h);
    this.evaluate();
    this.E_dissipated += 0.5 * h * (lost + this.lost);
    this.E_supplied += 0.5 * h * (supplied + this.supplied);
  }

  /** Evaluates all quantities at the present state and inputs. */
  private evaluate(): void {
    const x: StaticArray<f64> = this.x;
    const p1: f64 = unchecked(x[0]);
    const p2: f64 = unchecked(x[1]);
    const p3: f64 = unchecked(x[2]);
    const U: f64 = unchecked(x[3]);
    this.p1 = p1;
    this.p2 = p2;
    this.p3 = p3;
    this.U = U;
    this.circuit.flows(p1, p2, p3, U);
    this.ode.fresh = true;
    this.capacitances();
    if (!(this.circuit.C1 > 0.0 && this.circuit.C2 > 0.0)) {
      if (this.s == this.s)
        fail('hydraulic-actuator: s [m] is beyond the cylinder; check l, l1_0 and s_0 [m], or shorten H [s]');
    }
    this.powers();
    this.E_stored = this.circuit.storedEnergy(p1, p2, p3);
    // The force is always an output, because an interface model needs it. `coupling` decides who
    // counts its energies.
    this.F_s = this.cylinder.force;
    if (this.coupling == Coupling.velocityForce) this.E_stored += this.cylinder.elasticEnergy();
  }

  /** Chamber lengths, C₁ and C₂ at the length s, where it has changed. */
  capacitances(): void {
    const s: f64 = this.s;
    if (s == this.at) return;
    this.at = s;
    const l1: f64 = this.l1_0 + s - this.s_0;
    const l2: f64 = this.l - l1;
    this.l1 = l1;
    this.l2 = l2;
    this.circuit.capacitances(l1, l2);
  }

  private powers(): void {
    this.lost = this.circuit.lostPower(this.p1, this.p2, this.p3, this.U);
    this.supplied = this.circuit.suppliedPower(this.p1, this.p2, this.U, this.s_dot);
    this.cylinder.evaluate(this.s, this.s_dot, this.p1, this.p2);
    if (this.coupling == Coupling.velocityForce) this.lost += this.cylinder.lostPower(this.s_dot);
  }

  /**
   * Returns the direct feed-through: F_s on s and ṡ, l₁, l₂ and E_stored on s. It is exact on the
   * present branch of the dampers.
   */
  override partial(unknown: i32, i: i32, known: i32, k: i32): f64 {
    if (known == S_DOT) return unknown == F_S ? -this.cylinder.damping : 0.0;
    if (known != S) return 0.0;
    if (unknown == F_S) return -this.cylinder.stiffness;
    if (unknown == L1) return 1.0;
    if (unknown == L2) return -1.0;
    if (unknown != E_STORED) return 0.0;
    const oil: f64 = this.circuit.storedSlope(this.p1, this.p2);
    return this.coupling == Coupling.velocityForce ? oil + this.cylinder.elasticSlope() : oil;
  }
}
