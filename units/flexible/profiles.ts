import { Profile } from '../multibody/absolute/profile';

/** a₁ from t₀ to t₁, then another a₂ − a₁ from t₂ to t₃, each as a half cosine: Zhang, Zhang, Zanoni & Masarati 2022, eq. 25. */
export class TwoRamps extends Profile {
  a1: f64 = 0.0;
  a2: f64 = 0.0;
  t1: f64 = 0.0;
  t2: f64 = 0.0;
  t3: f64 = 0.0;

  evaluate(t: f64): void {
    this.clear();
    this.addRamp(t, this.a1, 0.0, this.t1);
    this.addRamp(t, this.a2 - this.a1, this.t2, this.t3 - this.t2);
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
