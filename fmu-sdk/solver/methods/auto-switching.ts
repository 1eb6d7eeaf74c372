import type { StateVisitor } from '../../util/state/stateful.ts';
import type { Integrator, Method, OdeProblem, Tolerance } from '../ode-integrator.ts';
import { Bdf } from './bdf.ts';
import { DormandPrince } from './dopri5.ts';
import { Radau } from './radau.ts';

/**
 * Number of states above which `auto` takes BDF for stiff problems. Its steps then cost the least.
 * Below it, `auto` takes Radau IIA, the most exact method.
 */
const many = 64;

/**
 * Returns the implicit method for this number of states. Where inputs jump, it returns the method
 * that restarts at no cost.
 */
export function chooseImplicit({ n, driven }: Pick<OdeProblem, 'n' | 'driven'>): 'radau5' | 'bdf' {
  return n > many && driven !== true ? 'bdf' : 'radau5';
}

/**
 * Integrates with Dormand–Prince until the problem becomes stiff, and with an implicit method from
 * then on. This method is BDF for many states without inputs, and Radau IIA otherwise.
 */
export class Automatic implements Integrator {
  /** Planned step sizes of both, and 1 once the problem was seen to be stiff. */
  readonly plan: Float64Array = new Float64Array(3);
  private readonly explicit: DormandPrince;
  private readonly implicit: Bdf | Radau;

  constructor(problem: OdeProblem, tolerance: Tolerance) {
    this.explicit = new DormandPrince(problem, tolerance, this.plan.subarray(0, 1));
    this.implicit =
      chooseImplicit(problem) === 'bdf'
        ? new Bdf(problem, tolerance)
        : new Radau(problem, tolerance, this.plan.subarray(1, 2));
  }

  get passes(): boolean {
    return this.now.passes === true;
  }

  private get now(): Integrator {
    return this.plan[2] === 0 ? this.explicit : this.implicit;
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
    if (this.plan[2] === 0 && this.explicit.stiff) {
      this.implicit.restart(this.t, this.x);
      this.plan[2] = 1;
    }
    this.now.step(bound);
  }

  interpolate(t: number, x: Float64Array): void {
    this.now.interpolate(t, x);
  }

  visitState(state: StateVisitor): void {
    state.array('plan', this.plan);
    this.explicit.visitState(state);
    this.implicit.visitState(state);
  }
}

export const automatic: Method = {
  name: 'auto',
  order: 5,
  stable: true,
  locatesEvents: true,
  create: (problem, tolerance) => new Automatic(problem, tolerance),
};
