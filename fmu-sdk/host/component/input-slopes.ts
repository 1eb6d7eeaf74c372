import type { Stateful, StateVisitor } from '../../util/state/stateful.ts';
import type { Polynomials } from '../instance/fmi-api.ts';

/**
 * First and second derivatives of inputs for `set-input-derivatives`: from u₀ + u₁ τ + u₂ τ², u' =
 * u₁, u″ = 2 u₂.
 */
export class Slopes implements Stateful {
  readonly requests: [reference: number, order: number][];
  private readonly coefficients: Float64Array;
  private readonly derivatives: Float64Array;
  /** Marks that the FMU has received a derivative. */
  private hasSentDerivative = false;

  constructor({ inputs, coefficients }: Polynomials) {
    this.requests = [1, 2].flatMap((order) =>
      Array.from(inputs.valueReferences, (reference): [number, number] => [reference, order]),
    );
    this.coefficients = coefficients;
    this.derivatives = new Float64Array(2 * inputs.length);
  }

  /**
   * Returns the derivatives from the current coefficients: first all first ones, then all second
   * ones. Returns undefined if all inputs are constant.
   */
  values(): Float64Array | undefined {
    const { coefficients, derivatives } = this;
    const n = derivatives.length / 2;
    for (let i = 0; i < n; i++) {
      derivatives[i] = coefficients[3 * i + 1];
      derivatives[n + i] = 2 * coefficients[3 * i + 2];
    }
    this.hasSentDerivative ||= derivatives.some((derivative) => derivative !== 0);
    return this.hasSentDerivative ? derivatives : undefined;
  }

  visitState(state: StateVisitor): void {
    this.hasSentDerivative = state.boolean('hasSentDerivative', this.hasSentDerivative);
  }
}
