import type { ModelDescription } from '../../description/description.ts';
import { finiteDifferences } from '../../solver/finite-differences.ts';
import type { OdeProblem } from '../../solver/integrator.ts';
import { type Calls, status } from '../calls.ts';

/** Share by which directional derivatives may differ from a difference quotient before they are not believed. */
const trust = 1e-2;

interface Column {
  known: Uint32Array;
  seed: Float64Array;
  element: number;
}

/**
 * ∂ẋ/∂x of a unit: by its directional derivatives where it gives them, else by finite differences. At first use both are
 * compared along one direction; directional derivatives that say something else than ẋ itself are not used.
 */
export class StateJacobian {
  private readonly calls: Calls;
  private readonly problem: Pick<OdeProblem, 'derivatives'>;
  private readonly sizes: Float64Array;
  private readonly work: Float64Array;
  private readonly shifted: Float64Array;
  private readonly below: Float64Array;
  private readonly unknowns: Uint32Array;
  private readonly columns: Column[];
  private state: 'unproved' | 'believed' | 'refused';

  /** `sizes` are the states' nominal values. */
  constructor(
    calls: Calls,
    description: ModelDescription,
    problem: Pick<OdeProblem, 'derivatives'>,
    sizes: Float64Array,
  ) {
    const n = sizes.length;
    this.calls = calls;
    this.problem = problem;
    this.sizes = sizes;
    this.work = new Float64Array(n);
    this.shifted = new Float64Array(n);
    this.below = new Float64Array(n);
    const derivatives = description.continuousStateDerivatives.map(
      ({ variable }) => description.variables[variable],
    );
    this.unknowns = Uint32Array.from(derivatives, ({ valueReference }) => valueReference);
    this.columns = derivatives.flatMap(({ derivative, dimensions }) => {
      const length = dimensions.reduce((count, size) => count * size, 1);
      const known = Uint32Array.of(derivative ?? 0);
      const seed = new Float64Array(length);
      return Array.from({ length }, (_, element) => ({ known, seed, element }));
    });
    const provided = description.modelExchange?.providesDirectionalDerivatives === true;
    const complete =
      derivatives.every(({ derivative }) => derivative !== undefined) && this.columns.length === n;
    this.state = provided && complete ? 'unproved' : 'refused';
  }

  evaluate(t: number, x: Float64Array, f: Float64Array, J: Float64Array): void {
    if (this.state !== 'refused' && this.directional(t, x, J)) {
      if (this.state === 'unproved') this.state = this.agrees(t, x, J) ? 'believed' : 'refused';
      if (this.state === 'believed') return;
    }
    finiteDifferences(this.problem, t, x, f, this.sizes, this.work, J);
  }

  private directional(t: number, x: Float64Array, J: Float64Array): boolean {
    const { calls, columns, unknowns, work } = this;
    const n = x.length;
    if (!this.problem.derivatives(t, x, work)) return false;
    for (let j = 0; j < n; j++) {
      const { known, seed, element } = columns[j];
      seed.fill(0);
      seed[element] = 1;
      if (calls.directionalDerivative(unknowns, known, seed, work) > status.warning) return false;
      for (let i = 0; i < n; i++) J[i * n + j] = work[i];
    }
    return true;
  }

  /** Compares J v with a central difference quotient of ẋ, v = the states' sizes. */
  private agrees(t: number, x: Float64Array, J: Float64Array): boolean {
    const { problem, shifted, work, below } = this;
    const n = x.length;
    this.shift(x, -1);
    if (!problem.derivatives(t, shifted, below)) return true;
    this.shift(x, 1);
    if (!problem.derivatives(t, shifted, work)) return true;
    for (let i = 0; i < n; i++) {
      let product = 0;
      let scale = 0;
      for (let j = 0; j < n; j++) {
        const part = 2 * J[i * n + j] * (shifted[j] - x[j]);
        product += part;
        scale += Math.abs(part);
      }
      const difference = work[i] - below[i];
      const rounding = 10 * Number.EPSILON * Math.max(Math.abs(work[i]), Math.abs(below[i]));
      const allowed = trust * Math.max(scale, Math.abs(difference)) + rounding;
      if (Math.abs(product - difference) > allowed) return false;
    }
    return true;
  }

  private shift(x: Float64Array, sign: number): void {
    const delta = sign * Math.cbrt(Number.EPSILON);
    for (let i = 0; i < x.length; i++)
      this.shifted[i] = x[i] + delta * Math.max(this.sizes[i], Math.abs(x[i]));
  }
}
