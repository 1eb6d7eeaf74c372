import { DormandPrince } from './dormand-prince.ts';
import type { Integrator, Method, OdeProblem, Tolerance } from './integrator.ts';
import { Radau } from './radau.ts';

/** Dormand–Prince until the problem shows itself stiff, Radau IIA from then on. */
export class Automatic implements Integrator {
  private readonly explicit: DormandPrince;
  private readonly implicit: Radau;
  private now: Integrator;

  constructor(problem: OdeProblem, tolerance: Tolerance) {
    this.explicit = new DormandPrince(problem, tolerance);
    this.implicit = new Radau(problem, tolerance);
    this.now = this.explicit;
  }

  get t(): number {
    return this.now.t;
  }

  get x(): Float64Array {
    return this.now.x;
  }

  restart(t: number, x: Float64Array): void {
    this.now.restart(t, x);
  }

  step(bound: number): void {
    if (this.now === this.explicit && this.explicit.stiff) {
      this.implicit.restart(this.t, this.x);
      this.now = this.implicit;
    }
    this.now.step(bound);
  }

  interpolate(t: number, x: Float64Array): void {
    this.now.interpolate(t, x);
  }
}

export const automatic: Method = {
  name: 'auto',
  order: 5,
  stable: true,
  locatesEvents: true,
  create: (problem, tolerance) => new Automatic(problem, tolerance),
};
