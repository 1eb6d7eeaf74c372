import { SpeedVariables, TwoRamps } from './profiles';

/** Fields of a unit that includes drive.json. */
export interface DriveVariables extends SpeedVariables {
  omega_rotor: f64;
  T_motor: f64;
  twist: f64;
  J_rotor: f64;
  T_breakdown: f64;
  slip_breakdown: f64;
  k_p: f64;
  k_i: f64;
  k_coupling: f64;
  d_coupling: f64;
}

/**
 * Drive of a shaft: a speed-controlled induction motor at constant flux (Kloss's formula) and an
 * elastic coupling.
 *
 * φ and ω belong to the rotor, and Ω(t) is the reference with θ = ∫Ω dt. The controller sets the
 * speed of the field:
 *
 *     ω_f = Ω + k_p (Ω − ω) + k_i (θ − φ)            PI: θ − φ is the integral of Ω − ω
 *     T_m = 2 T_b s/(1 + s²),   s = (ω_f − ω)/s_b     torque–speed curve: T_b at the slip s_b
 *     T_c = k δ + d (ω − ω_shaft),   J ω̇ = T_m − T_c  δ the twist of the coupling
 */
export class Drive {
  readonly speed: TwoRamps = new TwoRamps();
  J: f64 = 1.0;
  /** k [N m/rad], d [N m s/rad]. */
  k: f64 = 0.0;
  d: f64 = 0.0;
  /** T_m [N m] as `evaluate` left it, and its derivatives by φ [N m/rad] and ω [N m s/rad]. */
  motor: f64 = 0.0;
  byAngle: f64 = 0.0;
  byRate: f64 = 0.0;
  private breakdown: f64 = 0.0;
  private slip: f64 = 1.0;
  private proportional: f64 = 0.0;
  private integral: f64 = 0.0;

  configure<U extends DriveVariables>(unit: U): void {
    this.speed.configure<U>(unit);
    this.J = unit.J_rotor;
    this.k = unit.k_coupling;
    this.d = unit.d_coupling;
    this.configureMotor(unit.T_breakdown, unit.slip_breakdown, unit.k_p, unit.k_i);
  }

  /** T_b [N m], s_b [rad/s], k_p, k_i [1/s]. */
  configureMotor(breakdown: f64, slip: f64, proportional: f64, integral: f64): void {
    this.breakdown = breakdown;
    this.slip = slip;
    this.proportional = proportional;
    this.integral = integral;
  }

  /** The motor at time t [s], angle φ [rad] and angular velocity ω [rad/s] of its rotor. */
  evaluate(t: f64, phi: f64, omega: f64): void {
    this.speed.evaluate(t);
    const gain: f64 = 1.0 + this.proportional;
    const lag: f64 = this.speed.integral(t) - phi;
    const s: f64 = (gain * (this.speed.value - omega) + this.integral * lag) / this.slip;
    const square: f64 = 1.0 + s * s;
    this.motor = (2.0 * this.breakdown * s) / square;
    const slope: f64 = (2.0 * this.breakdown * (1.0 - s * s)) / (square * square * this.slip);
    this.byAngle = -slope * this.integral;
    this.byRate = -slope * gain;
  }

  /** T_c for a twist δ [rad] and its rate [rad/s]. */
  coupling(twist: f64, rate: f64): f64 {
    return this.k * twist + this.d * rate;
  }
}
