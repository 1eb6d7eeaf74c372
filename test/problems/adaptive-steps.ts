import { fail } from 'fmukit/author';
import { ImplicitIntegrator } from '../../units/numerics/implicit/implicit-integrator';

/**
 * Steps whose length follows the estimated error: LMS2 (C Δt³ y‴) and the ESDIRK methods (the
 * embedded one). A step is accepted when the problem's measure of the error is at most `accuracy`,
 * and the next one is
 *
 *     h · 0.9 (accuracy/error)^(1/q),   between a fifth and twice of h, q = order of the estimate
 *
 * (Hairer & Wanner 1996, IV.8). A step that Newton's iteration cannot take is tried with a quarter
 * of its length.
 */
export class AdaptiveSteps {
  accuracy: f64 = 1e-6;
  /** Length that is tried next [s]. The first is for the caller to give. */
  h: f64 = 1e-6;
  /** Number of accepted steps, and of rejected steps. */
  accepted: i32 = 0;
  refused: i32 = 0;

  constructor(readonly integrator: ImplicitIntegrator) {}

  /** Advances from t exactly to `end` [s]. */
  advance(t: f64, end: f64): void {
    if (this.integrator.method.errorOrder == 0)
      fail('implicit integrator: the method estimates no error; choose LMS2 or an ESDIRK, or constant steps');
    let now: f64 = t;
    while (now < end) {
      const rest: f64 = end - now;
      // A last step that would leave a crumb takes it along.
      const last: bool = this.h >= rest * (1.0 - 1e-9);
      const h: f64 = last ? rest : this.h;
      const wanted: f64 = this.h;
      if (!this.take(now, h)) continue;
      now = last ? end : now + h;
      if (last) this.h = Math.max(this.h, wanted);
    }
  }

  /** Attempts one step, and returns whether it was accepted. */
  private take(t: f64, h: f64): bool {
    const integrator: ImplicitIntegrator = this.integrator;
    if (!integrator.attempt(t, h)) {
      this.h = 0.25 * h;
      this.refused++;
      if (t + this.h == t) fail(this.tooShort());
      return false;
    }
    const error: f64 = integrator.errorSize(h);
    // No estimate yet: the first step of LMS2 is as long as it was given.
    const next: f64 = error < 0.0 ? h : h * this.factor(error / this.accuracy);
    if (error <= this.accuracy) {
      integrator.accept();
      this.accepted++;
      this.h = next;
      return true;
    }
    this.h = next;
    this.refused++;
    if (t + this.h == t) fail(this.tooShort());
    return false;
  }

  private factor(share: f64): f64 {
    if (share <= 0.0) return 2.0;
    const factor: f64 = 0.9 * Math.pow(share, -1.0 / f64(this.integrator.method.errorOrder));
    // NaN: a fifth.
    return factor > 0.2 ? Math.min(2.0, factor) : 0.2;
  }

  private tooShort(): string {
    return 'implicit integrator: the step became too short for the time to advance; allow a larger error, or look for a jump in the model';
  }
}
