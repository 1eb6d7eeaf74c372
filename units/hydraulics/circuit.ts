import { fail } from 'fmukit/author';
import { orificeRoot, orificeSlope } from './orifice';

/**
 * Parameters of a unit that includes circuit.json, except the hoses, whose number depends on the
 * circuits.
 */
export interface CircuitVariables {
  p_P: f64;
  p_T: f64;
  B_oil: f64;
  B_hose: f64;
  B_cyl: f64;
  d_t: f64;
  C_d: f64;
  rho: f64;
  Q_n: f64;
  dp_n: f64;
  U_n: f64;
  dp_lam: f64;
  f_45: f64;
}

/**
 * Displacement below which a spool stops [V]. Processors are many times slower with subnormal
 * numbers.
 */
const settled: f64 = 1e-200;

/**
 * Three lumped volumes between a pump, a tank and a cylinder (Rahikainen et al. 2020, Sect. 3.2):
 * p₁ piston chamber, p₂ rod chamber, p₃ line between directional valve and throttle (eqs. 27–29).
 *
 *     C₁ ṗ₁ = Q₃₁ − A₁ ṡ,    C₂ ṗ₂ = A₂ ṡ − Q₂ᵥ,    C₃ ṗ₃ = Qᵥ₃ − Q₃₁,    U̇ = (U_ref − U)/τ
 *     Q₃₁ = C_t root(p₃ − p₁)
 *     U > 0:  Qᵥ₃ = C_v U root(p_P − p₃),  Q₂ᵥ = C_v U root(p₂ − p_T)
 *     U < 0:  Qᵥ₃ = C_v U root(p₃ − p_T),  Q₂ᵥ = C_v U root(p_P − p₂)
 *
 * C_i = V_i/B_ei [m³/Pa] is the capacitance of a volume V_i = V_hi + A_i l_i with the effective
 * bulk modulus (eq. 9). V_i cancels: C_i = V_hi (1/B_o + 1/B_h) + A_i l_i (1/B_o + 1/B_c).
 */
export class Circuit {
  /** Pump and tank pressure [Pa]. */
  pP: f64 = 0.0;
  pT: f64 = 0.0;
  private Ct: f64 = 0.0;
  private Cv: f64 = 0.0;
  private rate: f64 = 0.0;
  private laminar: f64 = 1.0;
  private inverseRoot: f64 = 1.0;
  /** Capacitance of the hoses [m³/Pa], and dC/dl of the chambers [m²/Pa]. */
  private hose1: f64 = 0.0;
  private hose2: f64 = 0.0;
  private chamber1: f64 = 0.0;
  private chamber2: f64 = 0.0;
  private A1: f64 = 0.0;
  private A2: f64 = 0.0;

  /** Capacitances C₁, C₂, C₃ [m³/Pa], and their inverses. */
  C1: f64 = 0.0;
  C2: f64 = 0.0;
  C3: f64 = 0.0;
  private inverse1: f64 = 0.0;
  private inverse2: f64 = 0.0;
  private inverse3: f64 = 0.0;
  /** Volume flows [m³/s] of the last call of `flows`. */
  Q31: f64 = 0.0;
  Q2V: f64 = 0.0;
  QV3: f64 = 0.0;

  /** A unit's parameters, with areas [m²] and hose volumes [m³]. */
  configure<U extends CircuitVariables>(unit: U, A1: f64, A2: f64, Vh1: f64, Vh2: f64, Vh3: f64): void {
    this.pP = unit.p_P;
    this.pT = unit.p_T;
    this.setLaws(unit.dp_lam, unit.f_45);
    this.setThrottle(unit.d_t, unit.C_d, unit.rho);
    this.setValve(unit.Q_n, unit.dp_n, unit.U_n);
    this.setVolumes(A1, A2, Vh1, Vh2, Vh3, unit.B_oil, unit.B_hose, unit.B_cyl);
  }

  /**
   * @param laminar Δp below which orifices are laminar [Pa] @param f45 frequency of 45° phase lag
   * [Hz]
   */
  setLaws(laminar: f64, f45: f64): void {
    if (!(laminar > 0.0)) fail('hydraulic circuit: dp_lam must be positive');
    this.laminar = laminar;
    this.inverseRoot = 1.0 / Math.sqrt(laminar);
    this.rate = 2.0 * Math.PI * f45;
  }

  /** C_t = C_d A_t √(2/ρ) [m³/(s √Pa)]. */
  setThrottle(diameter: f64, dischargeCoefficient: f64, density: f64): void {
    this.Ct = dischargeCoefficient * 0.25 * Math.PI * diameter * diameter * Math.sqrt(2.0 / density);
  }

  /**
   * C_v [m³/(s V √Pa)] from one operating point: flow [m³/s] at pressure drop [Pa] and voltage [V].
   */
  setValve(flow: f64, pressureDrop: f64, voltage: f64): void {
    this.Cv = flow / (voltage * Math.sqrt(pressureDrop));
  }

  /** Areas [m²], hose volumes [m³], bulk moduli of oil, hoses and cylinder [Pa]. */
  setVolumes(A1: f64, A2: f64, Vh1: f64, Vh2: f64, Vh3: f64, Bo: f64, Bh: f64, Bc: f64): void {
    const hose: f64 = 1.0 / Bo + 1.0 / Bh;
    const chamber: f64 = 1.0 / Bo + 1.0 / Bc;
    this.A1 = A1;
    this.A2 = A2;
    this.hose1 = Vh1 * hose;
    this.hose2 = Vh2 * hose;
    this.C3 = Vh3 * hose;
    this.inverse3 = 1.0 / this.C3;
    this.chamber1 = A1 * chamber;
    this.chamber2 = A2 * chamber;
  }

  /** C₁ and C₂ at the chamber lengths l₁, l₂ [m]. */
  capacitances(l1: f64, l2: f64): void {
    const C1: f64 = this.hose1 + this.chamber1 * l1;
    const C2: f64 = this.hose2 + this.chamber2 * l2;
    this.C1 = C1;
    this.C2 = C2;
    this.inverse1 = 1.0 / C1;
    this.inverse2 = 1.0 / C2;
  }

  /** Flows at pressures [Pa] and spool position [V]. */
  flows(p1: f64, p2: f64, p3: f64, U: f64): void {
    const laminar: f64 = this.laminar;
    const inverseRoot: f64 = this.inverseRoot;
    const opening: f64 = this.Cv * U;
    this.Q31 = this.Ct * orificeRoot(p3 - p1, laminar, inverseRoot);
    if (U >= 0.0) {
      this.QV3 = opening * orificeRoot(this.pP - p3, laminar, inverseRoot);
      this.Q2V = opening * orificeRoot(p2 - this.pT, laminar, inverseRoot);
    } else {
      this.QV3 = opening * orificeRoot(p3 - this.pT, laminar, inverseRoot);
      this.Q2V = opening * orificeRoot(this.pP - p2, laminar, inverseRoot);
    }
  }

  /** dp₁, dp₂, dp₃ into dx[at …], from flows and capacitances as they stand. */
  pressureRates(sDot: f64, dx: StaticArray<f64>, at: i32): void {
    unchecked((dx[at] = (this.Q31 - this.A1 * sDot) * this.inverse1));
    unchecked((dx[at + 1] = (this.A2 * sDot - this.Q2V) * this.inverse2));
    unchecked((dx[at + 2] = (this.QV3 - this.Q31) * this.inverse3));
  }

  /** U̇ [V/s]: first-order lag of the spool, τ = 1/(2π f₋₄₅) (eq. 32). */
  spoolRate(reference: f64, U: f64): f64 {
    const left: f64 = reference - U;
    return Math.abs(left) < settled ? 0.0 : left * this.rate;
  }

  /**
   * U(t + h) by the trapezoidal rule. Linear, so solved in closed form. `reference` at t and t + h.
   */
  spoolTrapezoidal(U: f64, reference0: f64, reference1: f64, h: f64): f64 {
    const z: f64 = 0.5 * h * this.rate;
    const next: f64 = (U * (1.0 - z) + z * (reference0 + reference1)) / (1.0 + z);
    return Math.abs(reference1 - next) < settled ? reference1 : next;
  }

  /** ∂(ṗ₁, ṗ₂, ṗ₃, U̇)/∂(p₁, p₂, p₃, U), 4×4, capacitances as they stand. */
  jacobian(p1: f64, p2: f64, p3: f64, U: f64, J: StaticArray<f64>): void {
    const laminar: f64 = this.laminar;
    const inverse: f64 = this.inverseRoot;
    for (let i: i32 = 0; i < 16; i++) unchecked((J[i] = 0.0));
    const throttle: f64 = this.Ct * orificeSlope(p3 - p1, laminar, inverse);
    const opening: f64 = this.Cv * Math.abs(U);
    const from3: f64 = U >= 0.0 ? this.pP - p3 : p3 - this.pT;
    const from2: f64 = U >= 0.0 ? p2 - this.pT : this.pP - p2;
    unchecked((J[0] = -throttle * this.inverse1));
    unchecked((J[2] = throttle * this.inverse1));
    unchecked((J[5] = -opening * orificeSlope(from2, laminar, inverse) * this.inverse2));
    unchecked((J[7] = -this.Cv * orificeRoot(from2, laminar, inverse) * this.inverse2));
    unchecked((J[8] = throttle * this.inverse3));
    unchecked((J[10] = (-throttle - opening * orificeSlope(from3, laminar, inverse)) * this.inverse3));
    unchecked((J[11] = this.Cv * orificeRoot(from3, laminar, inverse) * this.inverse3));
    unchecked((J[15] = -this.rate));
  }

  /** Σ ½ C_i p_i² [J], what the compressed oil stores. */
  storedEnergy(p1: f64, p2: f64, p3: f64): f64 {
    return 0.5 * (this.C1 * p1 * p1 + this.C2 * p2 * p2 + this.C3 * p3 * p3);
  }

  /** ∂(stored energy)/∂s [N]: the capacitances follow the chambers, l₁ with s and l₂ against it. */
  storedSlope(p1: f64, p2: f64): f64 {
    return 0.5 * (this.chamber1 * p1 * p1 - this.chamber2 * p2 * p2);
  }

  /** Power lost in throttle and valve [W]: Σ Q Δp. */
  lostPower(p1: f64, p2: f64, p3: f64, U: f64): f64 {
    const throttle: f64 = this.Q31 * (p3 - p1);
    if (U >= 0.0) return throttle + this.QV3 * (this.pP - p3) + this.Q2V * (p2 - this.pT);
    return throttle - this.QV3 * (p3 - this.pT) - this.Q2V * (this.pP - p2);
  }

  /**
   * Power from pump and to tank [W], and ½ p₁² Ċ₁ + ½ p₂² Ċ₂: the volume that joins or leaves a
   * chamber of the lumped law (eq. 8) comes with its pressure, so that d/dt Σ½ C p² = supplied −
   * lost − (p₁A₁ − p₂A₂) ṡ.
   */
  suppliedPower(p1: f64, p2: f64, U: f64, sDot: f64): f64 {
    const volume: f64 = 0.5 * (p1 * p1 * this.chamber1 - p2 * p2 * this.chamber2) * sDot;
    if (U >= 0.0) return volume + this.pP * this.QV3 - this.pT * this.Q2V;
    return volume + this.pT * this.QV3 - this.pP * this.Q2V;
  }
}
