import { Friction } from '../friction/friction-force';
import { FrictionLaw, maxFrictionStates } from '../friction/friction-law';
import { Circuit } from '../hydraulics/circuit';
import { Cylinder } from '../hydraulics/cylinder';
import { Drive } from '../multibody/semirecursive/joints/driven-joint';

/**
 * A hydraulic cylinder with its circuit and friction as the drive of a mechanism (Jaiswal et al.
 * 2021a, Sect. 3; 2021b, Sect. 3):
 *
 *     F = p₁ A₁ − p₂ A₂ − F_μ(ṡ),    y = (p₁, p₂, p₃ [, friction's states])
 *
 * numbered as in `hydraulics/circuit.ts`: 1 piston chamber, 2 rod chamber, 3 line between
 * directional valve and throttle. Both papers count 2, 3, 1.
 */
export class HydraulicDrive extends Drive {
  readonly circuit: Circuit = new Circuit();
  readonly cylinder: Cylinder = new Cylinder();
  readonly friction: Friction = new Friction();
  law: FrictionLaw = this.friction.select(2);
  /** Spool position [V] at the time that is evaluated. */
  U: f64 = 0.0;
  /** F_μ [N] at the last evaluation. */
  resistance: f64 = 0.0;

  constructor() {
    super(1, 3 + maxFrictionStates);
    for (let i: i32 = 0; i < 3; i++) this.tolerance[i] = 1e-2;
    for (let i: i32 = 3; i < this.most; i++) this.tolerance[i] = 1e-7;
  }

  /** Chooses the friction law by number, once its parameters are set. */
  select(law: i32): void {
    this.law = this.friction.select(law);
    this.states = 3 + this.law.states;
  }

  evaluate(t: f64, s: StaticArray<f64>, sDot: StaticArray<f64>): void {
    const rate: f64 = unchecked(sDot[0]);
    this.cylinder.evaluate(unchecked(s[0]), rate, unchecked(this.y[0]), unchecked(this.y[1]));
    this.circuit.capacitances(this.cylinder.l1, this.cylinder.l2);
    this.resistance = this.law.force(rate, this.y, this.yDot, 3);
    this.pressures(rate);
  }

  /** Friction does not feel the pressures, nor the chambers any state. */
  override evaluateState(i: i32, t: f64, s: StaticArray<f64>, sDot: StaticArray<f64>): void {
    const rate: f64 = unchecked(sDot[0]);
    this.cylinder.evaluate(unchecked(s[0]), rate, unchecked(this.y[0]), unchecked(this.y[1]));
    if (i > 2) this.resistance = this.law.force(rate, this.y, this.yDot, 3);
    this.pressures(rate);
  }

  /** F and ṗ, after cylinder, capacitances and friction. */
  private pressures(rate: f64): void {
    const y: StaticArray<f64> = this.y;
    unchecked((this.F[0] = this.cylinder.force - this.resistance));
    this.circuit.flows(unchecked(y[0]), unchecked(y[1]), unchecked(y[2]), this.U);
    this.circuit.pressureRates(rate, this.yDot, 0);
  }

  override holdBranches(hold: bool): void {
    this.law.held = hold;
    this.cylinder.held = hold;
  }
}
