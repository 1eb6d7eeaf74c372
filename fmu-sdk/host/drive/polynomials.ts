import type { Variable } from '../../description/description.ts';
import type { NumericArray } from '../instance.ts';
import type { Slot } from './memory.ts';

/**
 * Continuous inputs as polynomials over a communication step that begins at t_n: u(t_n + τ) = u + u′ τ + ½ u″ τ².
 * `slots` holds [u, u′, u″] of each element, in the memory of all doubles from `base` on: who couples units sees one array of each.
 */
export class InputPolynomials {
  readonly slots: Float64Array;
  readonly variables: readonly Variable[];
  readonly memory: Float64Array;
  private readonly at: Int32Array;
  private readonly offsets: Map<string, number>;

  constructor(
    inputs: readonly Slot[],
    readonly base: number,
  ) {
    this.variables = inputs.map(({ variable }) => variable);
    this.offsets = new Map();
    const at: number[] = [];
    for (const { variable, offset, length } of inputs) {
      this.offsets.set(variable.name, 3 * at.length);
      for (let i = 0; i < length; i++) at.push(offset + i);
    }
    this.at = Int32Array.from(at);
    this.memory = (inputs[0]?.view as NumericArray as Float64Array) ?? new Float64Array(0);
    this.slots = this.memory.subarray(base, base + 3 * at.length);
  }

  /** Where a variable's slots begin in the memory; −1 when it takes no polynomial. */
  offsetOf(name: string): number {
    const offset = this.offsets.get(name);
    return offset === undefined ? -1 : this.base + offset;
  }

  /** Begins a step: u is what stands in the memory. */
  hold(): void {
    const { slots, at, memory } = this;
    for (let i = 0; i < at.length; i++) slots[3 * i] = memory[at[i]];
  }

  /** Whether any input moves. */
  moving(): boolean {
    const { slots } = this;
    for (let i = 0; i < slots.length; i += 3) if (slots[i + 1] !== 0 || slots[i + 2] !== 0) return true;
    return false;
  }

  /** Puts the inputs at τ [s] after the step's begin into the memory. */
  evaluate(tau: number): void {
    const { slots, at, memory } = this;
    for (let i = 0; i < at.length; i++)
      memory[at[i]] = slots[3 * i] + tau * (slots[3 * i + 1] + 0.5 * tau * slots[3 * i + 2]);
  }
}
