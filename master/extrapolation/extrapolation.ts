/**
 * Extrapolates an input over the next communication step from past values of its output. The result
 * are derivatives at t_n, so that a unit can evaluate the input anywhere inside the step:
 *
 *   ũ(t_n + τ) = y_n + d₁ τ + ½ d₂ τ²,   0 ≤ τ ≤ H.
 *
 * Call order: `slopes` once per step and input, after the present value has become the first of
 * `past`. Does not allocate memory.
 */
export interface Extrapolation {
  readonly name: string;
  /** Highest degree of polynomials that it continues exactly. Its error is O(H^(order + 1)). */
  readonly order: number;
  /**
   * Number of values before the present one. With fewer values, a Lagrange polynomial of lower
   * order replaces it.
   */
  readonly history: number;
  /**
   * True if it also uses ẏ(t_n), passed as past[first + history + 1]. If the unit does not give it,
   * the Lagrange polynomial of equal order replaces it. While history is missing, the line with
   * this slope is used.
   */
  readonly slope?: boolean;
  /**
   * Writes d₁ [unit of measure/s] to into[at] and d₂ [unit of measure/s²] to into[at + 1].
   * past[first + k] = y(t_n − k H), k = 0 … history. H [s] is the communication step.
   */
  slopes(past: Float64Array, first: number, H: number, into: Float64Array, at: number): void;
}
