import { fail } from 'fmukit/author';
import { Profile } from '../multibody/absolute/profile';

/** Fields of a unit that includes speed.json. */
export interface SpeedVariables {
  omega: f64;
  A: StaticArray<f64>;
  T: StaticArray<f64>;
}

/**
 * a₁ from t₀ to t₁, then another a₂ − a₁ from t₂ to t₃, each as a half cosine: Zhang, Zhang, Zanoni
 * & Masarati 2022, eq. 25.
 */
export class TwoRamps extends Profile {
  a1: f64 = 0.0;
  a2: f64 = 0.0;
  t1: f64 = 0.0;
  t2: f64 = 0.0;
  t3: f64 = 0.0;

  /** Takes the speeds of a unit that includes speed.json. */
  configure<U extends SpeedVariables>(unit: U): void {
    this.a1 = unit.A[0] * unit.omega;
    this.a2 = unit.A[1] * unit.omega;
    this.t1 = unit.T[0];
    this.t2 = unit.T[1];
    this.t3 = unit.T[2];
  }

  /**
   * Rejects bad values at the first step. After a failure in `initialize` an importer could not
   * reset the unit.
   */
  refuse(): void {
    if (!(this.t1 > 0.0 && this.t2 >= this.t1 && this.t3 > this.t2))
      fail('shaft: the times T do not grow; give 0 < T[0] <= T[1] < T[2]');
  }

  evaluate(t: f64): void {
    this.clear();
    this.addRamp(t, this.a1, 0.0, this.t1);
    this.addRamp(t, this.a2 - this.a1, this.t2, this.t3 - this.t2);
  }

  /** ∫ of the value from 0 on: the angle, where it is an angular velocity. */
  integral(t: f64): f64 {
    return (
      this.under(t, this.a1, 0.0, this.t1) + this.under(t, this.a2 - this.a1, this.t2, this.t3 - this.t2)
    );
  }

  /** ∫ of a ramp to a: a/2 (τ − sin(πτ/T) T/π) within its duration T, then a (τ − T/2). */
  private under(t: f64, a: f64, from: f64, duration: f64): f64 {
    const tau: f64 = t - from;
    if (tau <= 0.0) return 0.0;
    if (tau >= duration) return a * (tau - 0.5 * duration);
    const frequency: f64 = Math.PI / duration;
    return 0.5 * a * (tau - Math.sin(frequency * tau) / frequency);
  }
}

/** a from `from` on, reached as a half cosine within `duration` [s]. */
export class Ramp extends Profile {
  a: f64 = 1.0;
  from: f64 = 0.0;
  duration: f64 = 1.0;

  evaluate(t: f64): void {
    this.clear();
    this.addRamp(t, this.a, this.from, this.duration);
  }
}

/** Ω t from `from` on, its value there 0. */
export class Steady extends Profile {
  speed: f64 = 0.0;
  from: f64 = 0.0;

  evaluate(t: f64): void {
    this.value = this.speed * (t - this.from);
    this.rate = this.speed;
  }
}
