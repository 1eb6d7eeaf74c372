/**
 * How an input goes on over the next communication step, from the values that its output had at the communication points:
 * as derivatives at t_n, so that a unit evaluates it anywhere inside the step,
 *
 *   ũ(t_n + τ) = y_n + d₁ τ + ½ d₂ τ²,   0 ≤ τ ≤ H.
 *
 * Call order: `slopes` once a step and input, after the value of that step has become the first of `past`. It allocates
 * nothing.
 */
export interface Extrapolation {
  readonly name: string;
  /** Highest degree of the polynomials that it continues exactly; its error is O(H^(order + 1)). */
  readonly order: number;
  /** Values before the present one that it looks at. While there are fewer, a Lagrange polynomial of lower order stands in. */
  readonly history: number;
  /**
   * Whether it takes ẏ(t_n) besides, as past[first + history + 1]. Where a unit does not give it, the Lagrange polynomial of the same order
   * stands in; while there is too little history, the line with that slope.
   */
  readonly slope?: boolean;
  /**
   * Writes d₁ [unit of measure/s] to into[at] and d₂ [unit of measure/s²] to into[at + 1].
   * past[first + k] = y(t_n − k H), k = 0 … history; H [s] is the communication step.
   */
  slopes(past: Float64Array, first: number, H: number, into: Float64Array, at: number): void;
}
